/*
 * A PID namespace for each run. Its first process, a copy of the warden, starts the leader, reaps what is orphaned
 * inside, and reports through a channel. When it dies, the kernel kills all that is in the namespace. It sees a /proc of
 * its own, for programs look there for their pids.
 */
#ifndef AR_NAMESPACE_H
#define AR_NAMESPACE_H

#include "child.h"
#include "runs.h"

/*
 * Whether this machine allows it. `user` says that a user namespace may be used to get there, which takes from the
 * runs what set-user-id programs need. False with a reason in words.
 */
bool namespaces_open(bool user, char *reason, size_t size);

/* Starts the leader; returns its pid as seen from here, or -1 with errno set. */
pid_t namespace_start(struct run *run, struct child *child, void *stack, size_t stack_size);

/* Reads what the first process has to say, and its end. Needs the lock; may remove the run. */
void namespace_ready(struct run *run);

#endif
