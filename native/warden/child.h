/* What happens between the clone and the program: the last steps of a run's leader. */
#ifndef AR_CHILD_H
#define AR_CHILD_H

#include <stdbool.h>
#include <stdint.h>

#include "warden.h"

/* Why it did not get to its program; `error` 0 when it did. In memory shared with the child. */
struct child_failure {
  int stage;
  int error;
};

struct child {
  const char *program;
  const char *cwd;
  char **argv;
  char **envp;
  /* Becomes stdout and stderr. Whatever else is open closes at exec. */
  int outputs[2];
  const uint64_t *limits;
  /* 0 = none. */
  uint64_t tag;
  /* The kernel cannot hold the whole run to its memory limit, so each process is held to it. */
  bool memory_per_process;
  /* It dies with the thread that made it. */
  bool dies_with_parent;
  volatile struct child_failure *failure;
};

/* Does not return: becomes the program, or notes the failure and ends. Takes a `struct child`. */
void child_run(void *child);

#endif
