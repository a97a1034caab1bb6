#include "clone.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* C libraries older than the kernel lack these (Linux 5.7). */
#ifndef CLONE_INTO_CGROUP
#define CLONE_INTO_CGROUP 0x200000000ULL
#endif

/* struct clone_args as of Linux 5.7, whatever the headers at hand know. */
struct arguments {
  uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls, set_tid, set_tid_size, cgroup;
} __attribute__((aligned(8)));

static struct arguments arguments(const struct clone_options *options) {
  return (struct arguments){
      .flags = options->flags | CLONE_PIDFD | CLONE_PARENT_SETTID,
      .pidfd = (uintptr_t)options->pidfd,
      .parent_tid = (uintptr_t)options->pid,
      .exit_signal = SIGCHLD,
      .cgroup = (uint64_t)options->cgroup,
  };
}

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)

/*
 * The child shares our memory, so it must not share our stack: what it calls would write over the return address of
 * ours. It starts on a stack of its own, straight from the system call.
 */
static long clone3_on_stack(struct arguments *arguments, void (*child)(void *), void *context) {
  long result;
  register void (*function)(void *) __asm__("r12") = child;
  register void *argument __asm__("r13") = context;
  __asm__ volatile(
      "syscall\n\t"
      "testq %%rax, %%rax\n\t"
      "jnz 1f\n\t"
      "movq %%r13, %%rdi\n\t"
      "callq *%%r12\n\t"
      "ud2\n"
      "1:"
      : "=a"(result)
      : "0"((long)SYS_clone3), "D"(arguments), "S"(sizeof *arguments), "r"(function), "r"(argument)
      : "rcx", "r11", "memory");
  return result;
}

pid_t clone_vfork(const struct clone_options *options, void (*child)(void *), void *context) {
  struct arguments args = arguments(options);
  args.flags |= CLONE_VM | CLONE_VFORK;
  args.stack = (uintptr_t)options->stack;
  args.stack_size = options->stack_size;
  long result = clone3_on_stack(&args, child, context);
  if (result >= 0) return (pid_t)result;
  errno = (int)-result;
  return -1;
}

#else

/* The memory is copied: a twentieth slower here, as the warden has little of it. */
pid_t clone_vfork(const struct clone_options *options, void (*child)(void *), void *context) {
  struct arguments args = arguments(options);
  args.flags |= CLONE_VFORK;
  long result = syscall(SYS_clone3, &args, sizeof args);
  if (result == 0) child(context);
  return (pid_t)result;
}

#endif

pid_t clone_fork(const struct clone_options *options) {
  struct arguments args = arguments(options);
  return (pid_t)syscall(SYS_clone3, &args, sizeof args);
}

bool clone_works(unsigned long long flags, int cgroup) {
  pid_t pid = 0;
  int pidfd = -1;
  struct clone_options options = {.flags = flags, .cgroup = cgroup, .pid = &pid, .pidfd = &pidfd};
  pid_t child = clone_fork(&options);
  if (child == 0) _exit(0);
  if (child < 0) return false;
  siginfo_t info;
  bool waits = waitid(P_PIDFD, (id_t)pidfd, &info, WEXITED | __WALL) == 0;
  close(pidfd);
  return waits;
}
