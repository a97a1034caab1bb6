/* The client's thread: one epoll loop over the warden's sockets and the pipes of all runs. */
#ifndef AR_LOOP_H
#define AR_LOOP_H

#include "client.h"
#include "patience.h"
#include "runs.h"

/* What an epoll event is about beside pipes, whose keys are below. */
#define ON_COMMANDS (1ull << 40)
#define ON_CONTROL (2ull << 40)
#define ON_SPAWNER (3ull << 40)

/* Commands for a socket, oldest first. */
struct line {
  struct command *first, **last;
  /* The socket has no room for the first one. */
  bool waits;
};

/* What belongs to the thread alone. */
struct loop {
  struct client *client;
  int epoll;
  int control;
  int spawner;
  pid_t warden;
  bool closing;
  struct patience patience;
  struct line spawns;
  struct line orders;
  struct runs runs;
  /* Events of this turn. */
  struct batch *batch;
};

/* Takes the `struct client`; for pthread_create. */
void *loop_run(void *client);

/* Adds an event to the batch; `bytes` belongs to it from here on. */
void loop_tell(struct loop *loop, int32_t kind, uint32_t run, int32_t a, int32_t b, int32_t c, int32_t d, char *bytes,
               size_t length);

#endif
