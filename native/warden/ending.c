#include "ending.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "limits.h"
#include "members.h"
#include "namespace.h"
#include "signals.h"

/* Long enough for the kernel to end what got SIGKILL, short enough not to hold an answer up. */
#define KILL_WAIT_MS 100

static int waiting;

static void answer_kill(struct run *run) {
  run->kill.waiting = false;
  waiting--;
  report((struct ar_report){
      .kind = AR_SIGNALLED, .run = run->id, .a = (int32_t)run->kill.sequence, .b = run->kill.reached});
}

void run_forget(struct run *run) {
  if (run->kill.waiting) answer_kill(run);
  run_remove(run);
}

/* Nothing of it is alive any more: it is told, and forgotten. */
static void emptied(struct run *run, bool tell) {
  if (tell && !run->disposed) report((struct ar_report){.kind = AR_EMPTIED, .run = run->id});
  run_forget(run);
}

void leader_ended(struct run *run, int code, int signal, uint64_t cpu_ms) {
  run->phase = RUN_ENDED;
  orphans_reap();
  if (run->init == 0) run->left = members_left(run);
  if (!run->disposed) {
    report((struct ar_report){.kind = AR_EXITED,
                              .run = run->id,
                              .a = code,
                              .b = signal,
                              .c = limit_hit(run, code, signal, cpu_ms),
                              .d = run->left});
  }
  if (!run->left && run->init == 0) emptied(run, false);
}

void init_ended(struct run *run) {
  run->init = 0;
  if (run->phase == RUN_ENDED) return emptied(run, run->left);
  /* It was killed, and the leader with it. */
  leader_ended(run, -1, SIGKILL, 0);
}

static uint64_t cpu_of(const struct rusage *usage) {
  return (uint64_t)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000 +
         (uint64_t)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) / 1000;
}

void leader_ready(struct run *run) {
  if (run->init != 0) return namespace_ready(run);
  siginfo_t info = {0};
  struct rusage usage = {0};
  if (syscall(SYS_waitid, P_PIDFD, run->pidfd, &info, WEXITED | WNOHANG | __WALL, &usage) != 0 || info.si_pid == 0) return;
  close(run->pidfd);
  run->pidfd = -1;
  bool exited = info.si_code == CLD_EXITED;
  leader_ended(run, exited ? info.si_status : -1, exited ? 0 : info.si_status, cpu_of(&usage));
}

static void look(struct run *run, void *context) {
  (void)context;
  if (run->phase == RUN_ENDED && run->left && !members_left(run)) emptied(run, true);
}

void orphans_ready(void) {
  orphans_reap();
  if (orphans_changed()) runs_each(look, NULL);
}

void kill_answer_when_empty(struct run *run, uint32_t sequence, int32_t reached) {
  if (run->kill.waiting) answer_kill(run);
  waiting++;
  run->kill = (struct pending_kill){true, sequence, reached, now_ms() + KILL_WAIT_MS};
  if (run->phase == RUN_ENDED && !run->left) answer_kill(run);
}

static void look_due(struct run *run, void *context) {
  int *next = context;
  if (!run->kill.waiting) return;
  uint64_t now = now_ms();
  if (run->kill.deadline_ms <= now) return answer_kill(run);
  int wait = (int)(run->kill.deadline_ms - now);
  if (*next < 0 || wait < *next) *next = wait;
}

int kills_due(void) {
  int next = -1;
  if (waiting > 0) runs_each(look_due, &next);
  return next;
}

void run_dispose(struct run *run) {
  run->disposed = true;
  if (run->kill.waiting) answer_kill(run);
  signal_run(run, SIGKILL);
  /* Without a subreaper nobody tells us when the last one ends. */
  if (warden.mode == AR_MODE_NONE && run->phase == RUN_ENDED) run_remove(run);
}
