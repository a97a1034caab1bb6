/* The table of runs: from the spawn request until nothing is left of it. */
#ifndef AR_RUNS_H
#define AR_RUNS_H

#include "cgroup.h"
#include "warden.h"

enum phase {
  RUN_STARTING, /* its leader is not in its program yet */
  RUN_RUNNING,
  RUN_ENDED, /* the leader was reaped */
};

/* A SIGKILL whose answer waits until the run is empty, for a moment at most. */
struct pending_kill {
  bool waiting;
  uint32_t sequence;
  int32_t reached;
  uint64_t deadline_ms;
};

struct run {
  uint32_t id;
  enum phase phase;
  /* The leader; the kernel writes it at the clone. 0 before. */
  pid_t pid;
  int pidfd;
  /* PID namespace mode: the process that is pid 1 of the run's namespace, and what it reports through; 0 and -1. */
  pid_t init;
  int channel;
  /* Null where the mode has none. */
  struct cgroup *cgroup;
  /* What RLIMIT_LOCKS of its processes says, see tag.h. */
  uint64_t tag;
  uint64_t limits[AR_LIMITS];
  uint64_t born_ms;
  /* Processes outlived the leader. */
  bool left;
  /* The broker wants to hear no more of it. */
  bool disposed;
  /* The limit that the warden itself stopped it for, or -1. */
  int limit_hit;
  struct pending_kill kill;
  struct run *next;
};

/* Everything below needs the lock. */
void runs_lock(void);
void runs_unlock(void);

/* A new run in the table, RUN_STARTING; null when memory is out or the id is taken. */
struct run *run_add(uint32_t id);
struct run *run_find(uint32_t id);
/* Whether a run has this leader, or first process of its namespace. */
bool runs_have_leader(pid_t pid);
/* Takes it out of the table and frees it with all it holds. */
void run_remove(struct run *run);

/* Calls `visit` for each run; it may remove the run it is given. */
void runs_each(void (*visit)(struct run *run, void *context), void *context);

#endif
