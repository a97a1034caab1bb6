/* Reading the output of runs: fairly, and never more than JavaScript keeps up with. */
#ifndef AR_STREAMS_H
#define AR_STREAMS_H

#include "loop.h"

/* The pipes of a new run: keeps our ends, stores the write ends. False with errno set. */
bool streams_open(struct run *run, int write_ends[2]);

/* Reads from now on, once the run is spawned. */
void streams_start(struct loop *loop, struct run *run);

/* A pipe of the run has something to read, or its last writer is gone. */
void stream_ready(struct loop *loop, struct run *run, int stream, uint32_t events);

/* Nothing of the run is alive: reads what is there at once, so that its end is known before the run's is told. */
void streams_finish(struct loop *loop, struct run *run);

void streams_pause(struct loop *loop, struct run *run, bool pause);

/* JavaScript has taken `bytes` more of what was read. */
void streams_taken(struct loop *loop, struct run *run, size_t bytes);

/* Reads what they hold now, and closes both; tells it. */
void streams_end(struct loop *loop, struct run *run);

/* Closes both; tells nothing. */
void streams_close(struct loop *loop, struct run *run);

/* Lets go of a run of which nothing more is to be told: it is over and its pipes are closed. */
void streams_forget(struct loop *loop, struct run *run);

/* What an epoll event of a pipe carries. */
uint64_t stream_key(const struct run *run, int stream);

#endif
