/* clone3(2), for which the C library has no function. */
#ifndef AR_CLONE_H
#define AR_CLONE_H

#include <linux/sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct clone_options {
  /* CLONE_INTO_CGROUP, CLONE_NEW…; CLONE_PIDFD and CLONE_PARENT_SETTID are always there. */
  unsigned long long flags;
  /* For CLONE_INTO_CGROUP. */
  int cgroup;
  /* Where the kernel writes the pid before the child runs. */
  pid_t *pid;
  /* Gets a descriptor for the child, closed at exec. */
  int *pidfd;
  /* The top of the stack that `clone_vfork` may use is at `stack + stack_size`. */
  void *stack;
  size_t stack_size;
};

/*
 * Runs `child(context)` in a new process and returns its pid when that has become another program or has ended, as
 * vfork(2) does: the memory is shared meanwhile (copied, where this machine has no code for it), so that the cost does
 * not depend on it. `child` does not return. -1 with errno set when no process could be made.
 */
pid_t clone_vfork(const struct clone_options *options, void (*child)(void *), void *context);

/* As fork(2): returns 0 in the child. */
pid_t clone_fork(const struct clone_options *options);

/* Whether a process can be made with these flags; errno tells why not. */
bool clone_works(unsigned long long flags, int cgroup);

#endif
