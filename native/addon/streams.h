/* Reading the output of runs: fairly, and never more than JavaScript keeps up with. */
#ifndef AR_STREAMS_H
#define AR_STREAMS_H

#include "loop.h"

/* The pipes of a new run: keeps our ends, stores the write ends. False with errno set. */
bool streams_open(struct run *run, int write_ends[2]);

/* Reads from now on. */
void streams_start(struct loop *loop, struct run *run);

/* A pipe of the run has something to read, or its last writer is gone. */
void stream_ready(struct loop *loop, struct run *run, int stream, uint32_t events);

void streams_pause(struct loop *loop, struct run *run, bool pause);

/* JavaScript has taken `bytes` more of what was read. */
void streams_taken(struct loop *loop, struct run *run, size_t bytes);

/* Closes both, telling so when `tell`. */
void streams_close(struct loop *loop, struct run *run, bool tell);

/* What an epoll event of a pipe carries. */
uint64_t stream_key(const struct run *run, int stream);

#endif
