#include "namespace.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clone.h"
#include "ending.h"
#include "namespace-init.h"

static unsigned long long flags = CLONE_NEWPID | CLONE_NEWNS;

static bool try_flags(unsigned long long wanted, char *reason, size_t size) {
  int pidfd = -1;
  pid_t pid = 0;
  struct clone_options options = {.flags = wanted, .pid = &pid, .pidfd = &pidfd};
  pid_t child = clone_fork(&options);
  if (child == 0) _exit(init_settle(wanted) ? 0 : errno);
  if (child < 0) {
    snprintf(reason, size, "clone: %s", strerror(errno));
    return false;
  }
  siginfo_t info;
  waitid(P_PIDFD, (id_t)pidfd, &info, WEXITED | __WALL);
  close(pidfd);
  if (info.si_code == CLD_EXITED && info.si_status == 0) return true;
  snprintf(reason, size, "mounting /proc: %s", info.si_code == CLD_EXITED ? strerror(info.si_status) : "killed");
  return false;
}

bool namespaces_open(bool user, char *reason, size_t size) {
  if (try_flags(flags, reason, size)) return true;
  if (!user) return false;
  flags |= CLONE_NEWUSER;
  return try_flags(flags, reason, size);
}

/* Receives what init says; its pid fields come translated into our namespace. */
static ssize_t hear(int channel, struct init_report *said, pid_t *pid, int options) {
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(struct ucred))];
  } control;
  struct iovec part = {said, sizeof *said};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  ssize_t length;
  do {
    length = recvmsg(channel, &message, options | MSG_CMSG_CLOEXEC);
  } while (length < 0 && errno == EINTR);
  struct cmsghdr *header = length > 0 ? CMSG_FIRSTHDR(&message) : NULL;
  if (header != NULL && header->cmsg_type == SCM_CREDENTIALS) {
    struct ucred credentials;
    memcpy(&credentials, CMSG_DATA(header), sizeof credentials);
    *pid = credentials.pid;
  }
  return length;
}

/* The init is gone before the leader was started: reaps it. */
static pid_t give_up(struct run *run, int error) {
  siginfo_t info;
  kill(run->init, SIGKILL);
  waitid(P_PIDFD, (id_t)run->pidfd, &info, WEXITED | __WALL);
  errno = error;
  return -1;
}

pid_t namespace_start(struct run *run, struct child *child, void *stack, size_t stack_size) {
  int channel[2], on = 1;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, channel) != 0) return -1;
  setsockopt(channel[0], SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
  struct clone_options options = {.flags = flags, .pid = &run->init, .pidfd = &run->pidfd};
  pid_t init = clone_fork(&options);
  if (init == 0) init_run(flags, channel[1], child, stack, stack_size);
  int error = errno;
  close(channel[1]);
  run->channel = channel[0];
  errno = error;
  if (init < 0) return -1;
  struct init_report said;
  pid_t leader = 0;
  if (hear(run->channel, &said, &leader, 0) != sizeof said) return give_up(run, EAGAIN);
  if (said.kind == INIT_FAILED) return give_up(run, said.value);
  /* The program could not be run, and the child's failure says why: `conclude` waits for init, which ends now. */
  run->pid = leader;
  return leader;
}

static void leader_reported(struct run *run, const struct init_report *said) {
  bool exited = WIFEXITED(said->value);
  run->left = said->left;
  leader_ended(run, exited ? WEXITSTATUS(said->value) : -1, exited ? 0 : WTERMSIG(said->value), said->cpu_ms);
}

void namespace_ready(struct run *run) {
  struct init_report said;
  pid_t ignored;
  uint32_t id = run->id;
  while (run->channel >= 0) {
    ssize_t length = hear(run->channel, &said, &ignored, MSG_DONTWAIT);
    if (length == sizeof said && said.kind == INIT_LEADER_ENDED) {
      leader_reported(run, &said);
      /* Reporting an end may have freed it. */
      if ((run = run_find(id)) == NULL) return;
    } else if (length < 0 && errno == EAGAIN) {
      break;
    } else {
      close(run->channel);
      run->channel = -1;
    }
  }
  siginfo_t info = {0};
  if (waitid(P_PIDFD, (id_t)run->pidfd, &info, WEXITED | WNOHANG | __WALL) != 0 || info.si_pid == 0) return;
  close(run->pidfd);
  run->pidfd = -1;
  init_ended(run);
}
