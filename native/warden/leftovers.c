#include "leftovers.h"

#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../shared/processes.h"

/* Pids mean something only among processes of one pid namespace: a container's runs are not ours to judge. */
static bool in_our_namespace(pid_t pid) {
  char path[64];
  struct stat ours, theirs;
  snprintf(path, sizeof path, "/proc/%d/ns/pid", pid);
  return stat("/proc/self/ns/pid", &ours) == 0 && stat(path, &theirs) == 0 && ours.st_ino == theirs.st_ino;
}

static bool warden_lives(const struct process *process) {
  struct process warden;
  pid_t pid = tag_warden(process->tags.soft);
  /* A process older than who has the warden's number now was not started by it. */
  return process_read(pid, &warden) && !warden.dead && warden.start <= process->start;
}

int leftovers_kill(void) {
  struct processes processes = {0};
  struct tags own = {0, 0};
  int killed = 0;
  tag_read(getpid(), &own);
  if (processes_read(&processes, ANY_WARDEN)) {
    for (size_t i = 0; i < processes.count; i++) {
      const struct process *process = &processes.list[i];
      /* We may run inside a run ourselves. */
      bool ours = process->tags.soft == own.soft;
      if (ours || process->dead || warden_lives(process) || !in_our_namespace(process->pid)) continue;
      killed += kill(process->pid, SIGKILL) == 0;
    }
  }
  processes_free(&processes);
  return killed;
}
