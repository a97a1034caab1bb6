#include "child.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "../shared/tag.h"

/* Seconds from SIGXCPU, which a program may catch to end in order, to SIGKILL. */
#define CPU_GRACE 2
/* Of its memory limit, what a process may have mapped: enough that only a runaway between two looks meets it. */
#define MAPPED_TIMES 2

static void fail(const struct child *child, int stage) {
  child->failure->stage = stage;
  child->failure->error = errno;
  _exit(127);
}

static void limit(int which, uint64_t value, uint64_t grace) {
  struct rlimit now;
  if (value == AR_NO_LIMIT || getrlimit(which, &now) != 0) return;
  rlim_t most = now.rlim_max;
  struct rlimit wanted = {value < most ? value : most, value + grace < most ? value + grace : most};
  setrlimit(which, &wanted);
}

static void set_limits(const struct child *child) {
  /*
   * Memory and processes of a whole run are no rlimits: without a cgroup controller the warden watches them (watch.c).
   * RLIMIT_DATA only bounds what happens between two looks. Not RLIMIT_AS, which stops programs that reserve address
   * space (Node, Go, Java); not RLIMIT_NPROC, which counts the processes of the user and does not bind root.
   */
  uint64_t memory = child->limits[AR_MEMORY];
  if (child->memory_per_process && memory != AR_NO_LIMIT) limit(RLIMIT_DATA, memory * MAPPED_TIMES, 0);
  limit(RLIMIT_CPU, child->limits[AR_CPU], CPU_GRACE);
  limit(RLIMIT_NOFILE, child->limits[AR_OPEN_FILES], 0);
  limit(RLIMIT_FSIZE, child->limits[AR_FILE_SIZE], 0);
  limit(RLIMIT_CORE, 0, 0);
}

void child_run(void *context) {
  const struct child *child = context;
  setsid();
  if (child->dies_with_parent) prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (chdir(child->cwd) != 0) fail(child, AR_STAGE_CHDIR);
  for (int i = 0; i < 2; i++) {
    if (dup2(child->outputs[i], STDOUT_FILENO + i) < 0) fail(child, AR_STAGE_EXEC);
  }
  if (child->tag != 0) tag_set(child->tag);
  set_limits(child);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(child->program, child->argv, child->envp);
  fail(child, AR_STAGE_EXEC);
}
