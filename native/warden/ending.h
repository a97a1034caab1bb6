/* The end of runs: leaders, what outlives them, and kills that wait for the last process. */
#ifndef AR_ENDING_H
#define AR_ENDING_H

#include "runs.h"

/* Everything below needs the lock, and may free the run: it is forgotten as soon as nothing of it is left. */

/* The leader's pidfd or the channel of its namespace has something to say. */
void leader_ready(struct run *run);

/* Reports the leader's end. */
void leader_ended(struct run *run, int code, int signal, uint64_t cpu_ms);

/* The first process of its namespace was reaped, so nothing is left in it. */
void init_ended(struct run *run);

/* Orphans may have ended: looks which runs are empty now. */
void orphans_ready(void);

/* Answers a SIGKILL once the run is empty, at the latest after a moment. */
void kill_answer_when_empty(struct run *run, uint32_t sequence, int32_t reached);

/* Answers the kills whose moment is over; returns milliseconds until the next one, -1 when none waits. */
int kills_due(void);

/* Takes out of the table what never ran or is over, and answers who waits for its end. */
void run_forget(struct run *run);

/* Lets go of a run that is not over: it is killed, and forgotten when it is empty. */
void run_dispose(struct run *run);

#endif
