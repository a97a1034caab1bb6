/* The runs whose pipes are read, by their number. */
#ifndef AR_ADDON_RUNS_H
#define AR_ADDON_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define RUN_BUCKETS 256

struct run {
  uint32_t id;
  /* Our ends of stdout and stderr; -1 when closed. */
  int fds[2];
  /* In the epoll set. */
  bool armed[2];
  bool spawned;
  /* Of its leader; 0 before. */
  pid_t pid;
  /* The warden has forgotten it. */
  bool over;
  bool paused;
  /* Its pipes were made larger, as it floods. */
  bool widened;
  /* More is on its way to JavaScript than a run may have; counted in `client->throttled`. */
  bool throttled;
  size_t in_flight;
  struct run *next;
};

struct runs {
  size_t count;
  struct run *buckets[RUN_BUCKETS];
};

struct run *runs_find(struct runs *runs, uint32_t id);
/* Null when memory is out. */
struct run *runs_add(struct runs *runs, uint32_t id);
void runs_remove(struct runs *runs, uint32_t id);

#endif
