/* Signals to everything of a run. */
#ifndef AR_SIGNALS_H
#define AR_SIGNALS_H

#include "runs.h"

/*
 * Signals every live process of the run once; returns how many took it. SIGKILL first stops them all, so that nothing
 * can fork faster than it is found. Needs the lock.
 */
int32_t signal_run(struct run *run, int signal);

/* The pids of what is alive, at most `most`; returns how many. Needs the lock. */
int32_t list_run(const struct run *run, int32_t *pids, int32_t most);

/* Kills all that runs, whatever run it is of, until nothing is left or `until_ms` of the clock has come. */
void kill_everything(uint64_t until_ms);

#endif
