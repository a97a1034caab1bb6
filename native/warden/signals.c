#include "signals.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "members.h"

/* Rounds of stopping what was born during the last one; a fork bomb is held after two or three. */
#define ROUNDS 16

/* Whether the pid still names what was listed. */
static bool still(const struct process *process) {
  struct process now;
  return process_read(process->pid, &now) && now.start == process->start;
}

static int32_t send_all(const struct processes *processes, int signal) {
  int32_t reached = 0;
  for (size_t i = 0; i < processes->count; i++) {
    const struct process *process = &processes->list[i];
    if (process->member && still(process) && kill(process->pid, signal) == 0) reached++;
  }
  return reached;
}

/* Marks the run's processes, stopping them, until a look finds no more than the one before. */
static bool hold(struct processes *processes, const struct run *run) {
  size_t held = 0;
  for (int round = 0; round < ROUNDS; round++) {
    if (!processes_read(processes, 0)) return false;
    size_t live = members_mark(processes, run);
    if (live <= held) break;
    held = live;
    send_all(processes, SIGSTOP);
  }
  return true;
}

/* Where /proc cannot be read the kernel still knows the leader's group. */
static int32_t signal_group(const struct run *run, int signal) {
  return run->pid > 1 && run->phase != RUN_ENDED && kill(-run->pid, signal) == 0 ? 1 : 0;
}

int32_t signal_run(struct run *run, int signal) {
  struct processes processes = {0};
  int32_t reached = 0;
  bool kills = signal == SIGKILL;
  bool holds = kills && run->cgroup == NULL && run->init == 0;
  bool read = holds ? hold(&processes, run) : processes_read(&processes, 0);
  if (read && !holds) members_mark(&processes, run);
  if (read) reached = send_all(&processes, signal);
  else reached = signal_group(run, signal);
  processes_free(&processes);
  if (kills && run->cgroup != NULL) cgroup_kill(run->cgroup);
  if (kills && run->init != 0) kill(run->init, SIGKILL);
  return reached;
}

int32_t list_run(const struct run *run, int32_t *pids, int32_t most) {
  struct processes processes = {0};
  int32_t count = 0;
  if (members_find(&processes, run) > 0) {
    for (size_t i = 0; i < processes.count && count < most; i++) {
      if (processes.list[i].member) pids[count++] = processes.list[i].pid;
    }
  }
  processes_free(&processes);
  return count;
}

void kill_everything(uint64_t until_ms) {
  struct processes processes = {0};
  for (int round = 0; now_ms() < until_ms; round++) {
    cgroups_kill_all();
    pid_t pid;
    while ((pid = waitpid(-1, NULL, WNOHANG | __WALL)) > 0) continue;
    if (pid < 0 && errno == ECHILD && atomic_load(&warden.spawning) == 0) break;
    if (processes_read(&processes, 0)) {
      processes_mark_descendants(&processes, warden.pid);
      /* The first rounds stop what may be forking. */
      send_all(&processes, round < 3 ? SIGSTOP : SIGKILL);
      if (round < 3) continue;
    }
    usleep(1000);
  }
  processes_free(&processes);
}
