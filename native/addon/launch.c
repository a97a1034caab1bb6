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

void warden_reap(pid_t warden) {
  int pidfd = (int)syscall(SYS_pidfd_open, warden, 0);
  struct pollfd end = {.fd = pidfd, .events = POLLIN};
  if (pidfd >= 0 && poll(&end, 1, LEAVE_MS) <= 0) kill(warden, SIGKILL);
  if (pidfd >= 0) close(pidfd);
  while (waitpid(warden, NULL, 0) < 0 && errno == EINTR) continue;
}

void warden_orphans_kill(pid_t warden) {
  struct processes processes = {0};
  for (int round = 0; round < KILL_ROUNDS; round++) {
    if (!processes_read(&processes, warden)) break;
    int live = 0;
    for (size_t i = 0; i < processes.count; i++) {
      if (!processes.list[i].dead) live += kill(processes.list[i].pid, SIGKILL) == 0;
    }
    if (live == 0) break;
    usleep(1000);
  }
  processes_free(&processes);
}
