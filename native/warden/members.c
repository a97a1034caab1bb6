#include "members.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>

/* At a tree that forks and ends all the while. We go first: it gets on only while we wait. */
#define MOST_LOOKS 20
#define BETWEEN_LOOKS_NS 200000

static bool exist, changed;

void orphans_reap(void) {
  pid_t pid;
  while ((pid = waitpid(-1, NULL, WNOHANG | __WALL | __WNOTHREAD)) > 0) changed = true;
  if (exist && pid < 0) changed = true;
  exist = pid == 0;
}

bool orphans_changed(void) {
  bool was = changed;
  changed = false;
  return was;
}

/*
 * An orphan that took the mark off: a child of ours that is no leader. Whose it was cannot be told any more, so it goes
 * with the first run that ends.
 */
static bool unmarked_orphan(const struct process *process) {
  return process->ppid == warden.pid && process->tagged && !tag_by(&process->tags, warden.pid) &&
         !runs_have_leader(process->pid);
}

/* Whether it belongs by what it carries itself. */
static bool belongs(const struct process *process, const struct run *run) {
  if (process->pid == run->pid && run->phase != RUN_ENDED) return true;
  if (run->init != 0 && process->ppid == run->init) return true;
  if (run->tag != 0 && (tag_matches(&process->tags, run->tag) || unmarked_orphan(process))) return true;
  /* While a process is in the session its number is not given out anew, so it is still the leader's. */
  return run->pid != 0 && process->session == run->pid;
}

size_t members_mark(struct processes *processes, const struct run *run) {
  for (size_t i = 0; i < processes->count; i++) {
    struct process *process = &processes->list[i];
    process->member = process->pid != warden.pid && process->pid != run->init && belongs(process, run);
  }
  for (bool grown = true; grown;) {
    grown = false;
    for (size_t i = 0; i < processes->count; i++) {
      struct process *process = &processes->list[i];
      if (process->member || process->pid == warden.pid || process->pid == run->init) continue;
      const struct process *parent = process_find(processes, process->ppid);
      if (parent != NULL && parent->member) grown = process->member = true;
    }
  }
  size_t live = 0;
  for (size_t i = 0; i < processes->count; i++) {
    struct process *process = &processes->list[i];
    if (process->dead) process->member = false;
    live += process->member;
  }
  return live;
}

static bool has_dead(const struct processes *processes, const struct run *run) {
  for (size_t i = 0; i < processes->count; i++) {
    if (processes->list[i].dead && belongs(&processes->list[i], run)) return true;
  }
  return false;
}

/* A process that forked and ended while the table was read may have been seen, and its child not. */
static bool misses_none(const struct processes *processes, const struct run *run) {
  if (run->cgroup != NULL && cgroup_populated(run->cgroup)) return false;
  return !processes->vanished && !has_dead(processes, run);
}

size_t members_find(struct processes *processes, const struct run *run) {
  for (int look = 0; look < MOST_LOOKS; look++) {
    if (!processes_read(processes, 0)) return 0;
    size_t live = members_mark(processes, run);
    if (live > 0 || misses_none(processes, run)) return live;
    nanosleep(&(struct timespec){.tv_nsec = BETWEEN_LOOKS_NS}, NULL);
  }
  return 0;
}

bool members_left(const struct run *run) {
  if (run->init != 0) return true;
  /* Whatever outlived its leader is an orphan of ours, or below one; without a subreaper, its group is what we know. */
  if (warden.mode == AR_MODE_NONE ? kill(-run->pid, 0) != 0 : !exist) return false;
  /* Only a no is final: the kernel may count a process for a moment after its end was told. */
  if (run->cgroup != NULL && !cgroup_populated(run->cgroup)) return false;
  struct processes processes = {0};
  bool left = members_find(&processes, run) > 0;
  processes_free(&processes);
  return left;
}
