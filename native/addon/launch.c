#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../shared/processes.h"
#include "../shared/protocol.h"

/* The warden takes at most two seconds to end what runs. */
#define LEAVE_MS 3000
#define DIE_MS 500
#define LOOK_MS 50
#define STOP_ROUNDS 3
#define KILL_ROUNDS 50

/* Above what is used here, so that a descriptor is never its own target, which would stay closed at exec. */
static int raise_fd(int fd) {
  int raised = fcntl(fd, F_DUPFD_CLOEXEC, AR_SPAWN_FD + 1);
  close(fd);
  return raised;
}

pid_t warden_launch(const char *path, const char *mode, int *control, int *spawner) {
  int orders[2], spawns[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, orders) != 0) return -1;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, spawns) != 0) {
    close(orders[0]);
    close(orders[1]);
    return -1;
  }
  int theirs[2] = {raise_fd(orders[1]), raise_fd(spawns[1])};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, theirs[0], AR_CONTROL_FD);
  posix_spawn_file_actions_adddup2(&actions, theirs[1], AR_SPAWN_FD);
  posix_spawnattr_init(&attributes);
  /* Out of our session from the first moment: a signal to our group must not end what cleans up after us. */
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  char *arguments[] = {"agent-reach-warden", (char *)mode, NULL};
  char *environment[] = {NULL};
  pid_t pid = -1;
  int error = theirs[0] < 0 || theirs[1] < 0 ? EMFILE
                                             : posix_spawn(&pid, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  for (int i = 0; i < 2; i++) {
    if (theirs[i] >= 0) close(theirs[i]);
  }
  if (error != 0) {
    close(orders[0]);
    close(spawns[0]);
    errno = error;
    return -1;
  }
  *control = orders[0];
  *spawner = spawns[0];
  return pid;
}

/* Waits for its end and reaps it; false after so many milliseconds. */
static bool reap(pid_t warden, int most_ms, bool wake) {
  int pidfd = (int)syscall(SYS_pidfd_open, warden, 0);
  struct pollfd end = {.fd = pidfd, .events = POLLIN};
  bool reaped = false;
  for (int ms = 0; !reaped && ms < most_ms; ms += LOOK_MS) {
    if (wake) kill(warden, SIGCONT);
    /* Without a descriptor this is but a pause. */
    poll(&end, pidfd >= 0 ? 1 : 0, LOOK_MS);
    reaped = waitpid(warden, NULL, WNOHANG) == warden;
  }
  if (pidfd >= 0) close(pidfd);
  return reaped;
}

bool warden_leave(pid_t warden) {
  /* Somebody may have stopped it, which nothing else undoes. */
  return reap(warden, LEAVE_MS, true);
}

/* Whether it is of a run that was not over; the leader's session bears its number. */
static bool in_session(const struct process *process, const struct runs *runs) {
  for (int bucket = 0; bucket < RUN_BUCKETS; bucket++) {
    for (const struct run *run = runs->buckets[bucket]; run != NULL; run = run->next) {
      if (run->pid > 1 && !run->over && process->session == run->pid) return true;
    }
  }
  return false;
}

static int send_all(const struct processes *processes, pid_t warden, const struct runs *runs, int signal) {
  int live = 0;
  for (size_t i = 0; i < processes->count; i++) {
    const struct process *process = &processes->list[i];
    bool its = process->member || tag_by(&process->tags, warden) || in_session(process, runs);
    if (its && !process->dead && process->pid != warden) live += kill(process->pid, signal) == 0;
  }
  return live;
}

void warden_abandon(pid_t warden, const struct runs *runs) {
  struct processes processes = {0};
  /* Stopped, it starts nothing any more, and is still the parent that what it started is found below. */
  kill(warden, SIGSTOP);
  for (int round = 0; round < KILL_ROUNDS; round++) {
    if (!processes_read(&processes, 0)) break;
    processes_mark_descendants(&processes, warden);
    /* The first rounds stop what may be forking. */
    if (send_all(&processes, warden, runs, round < STOP_ROUNDS ? SIGSTOP : SIGKILL) == 0) break;
    if (round >= STOP_ROUNDS) usleep(1000);
  }
  processes_free(&processes);
  kill(warden, SIGKILL);
  /* Who traces it can keep it from being reaped. */
  reap(warden, DIE_MS, false);
}
