/*
 * The broker's side of a warden: one thread that talks to it and reads the pipes of all runs, so that the event loop
 * only ever sees finished events.
 */
#ifndef AR_CLIENT_H
#define AR_CLIENT_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "../shared/protocol.h"

/* What JavaScript is told beside the warden's own reports. */
enum { AR_OUTPUT = 100, AR_ENDED, AR_LOST, AR_CLOSED };

/* One event: kind, run and four numbers whose meaning goes by the kind. */
#define EVENT_WORDS 6

struct event {
  int32_t words[EVENT_WORDS];
  /* Bytes that come with it: output, or pids; null when none do. */
  char *bytes;
  size_t length;
};

/* Events on their way to JavaScript, and back to be counted as taken. */
struct batch {
  struct event *events;
  size_t count;
  size_t capacity;
  struct batch *next;
};

enum command_kind { DO_SPAWN, DO_SIGNAL, DO_LIST, DO_PAUSE, DO_RESUME, DO_CLOSE_OUTPUT, DO_DISPOSE, DO_CLOSE };

struct command {
  enum command_kind kind;
  uint32_t run;
  int32_t signal;
  uint32_t sequence;
  struct command *next;
  /* DO_SPAWN: the request, with its payload right behind. */
  struct ar_spawn request;
  char payload[];
};

struct client {
  pthread_t thread;
  char *warden_path;
  char *mode;

  /* JavaScript's own: commands that the thread was not told of yet. */
  struct command *unsent, **unsent_end;

  /* Below this lock: what the two threads hand each other. */
  pthread_mutex_t lock;
  struct command *commands, **commands_end;
  struct batch *ready;
  /* JavaScript was told that something is ready, and has not found out yet that nothing is any more. */
  bool told;
  struct batch *taken;

  /* Wakes the thread. */
  int wake;
  /* Runs that are not read until JavaScript has caught up. */
  atomic_int throttled;

  /* Told, from the thread, that there is a batch. */
  void (*tell)(void *context);
  void *context;
};

/* Starts the thread, which starts the warden. False, with errno set, when there can be none. */
bool client_start(struct client *client);

/* Takes in a command made with malloc; the thread sees it after `client_send`. Both from JavaScript's thread alone. */
void client_do(struct client *client, struct command *command);
/* Hands over all of them, with one wake-up: on a busy machine each costs the waker its turn. */
void client_send(struct client *client);

/*
 * The batches that are ready, oldest first, or null; each goes back through `client_taken`. The thread tells of the next
 * one only after null was returned: who was told asks again, from a later turn of the event loop, until then.
 */
struct batch *client_take(struct client *client);
void client_taken(struct client *client, struct batch *batch);

/* Ends the warden and the thread, and waits for both. */
void client_join(struct client *client);

/* All from this one on. */
void batches_free(struct batch *batch);

#endif
