/*
 * Limits on a whole run that the kernel does not hold here: where no cgroup controller does it, the warden looks ten
 * times a second how many processes a run has and how much memory they hold, and kills it when that is too much.
 */
#ifndef AR_WATCH_H
#define AR_WATCH_H

#include "runs.h"

/* The timer to wait for, or -1 with errno set. */
int watch_open(void);

/* Makes the timer run when this run needs a watch. Any thread. */
void watch_run(const struct run *run);

/* The timer fired. Needs the lock. */
void watch_ready(void);

#endif
