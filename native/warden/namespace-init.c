#include "namespace-init.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clone.h"

/* Where init keeps what it needs; everything above is closed. */
enum { CHANNEL = 3, OUTPUTS = 4, FIRST_OTHER = 6 };

static bool write_file(const char *path, const char *text) {
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  bool written = write(fd, text, strlen(text)) == (ssize_t)strlen(text);
  close(fd);
  return written;
}

/* The same user inside as outside. */
static bool map_user(uid_t user, gid_t group) {
  char line[64];
  snprintf(line, sizeof line, "%u %u 1", user, user);
  if (!write_file("/proc/self/setgroups", "deny") || !write_file("/proc/self/uid_map", line)) return false;
  snprintf(line, sizeof line, "%u %u 1", group, group);
  return write_file("/proc/self/gid_map", line);
}

bool init_settle(unsigned long long flags) {
  if ((flags & CLONE_NEWUSER) && !map_user(getuid(), getgid())) return false;
  /* What is mounted outside still appears inside, not the other way round. */
  if (mount(NULL, "/", NULL, MS_REC | MS_SLAVE, NULL) != 0) return false;
  return mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) == 0;
}

/* Lets go of the warden's descriptors: a copy of its control socket would hide its death. */
static int keep_only(int channel, struct child *child) {
  int high = fcntl(channel, F_DUPFD_CLOEXEC, 32);
  int outputs[2] = {fcntl(child->outputs[0], F_DUPFD_CLOEXEC, 32), fcntl(child->outputs[1], F_DUPFD_CLOEXEC, 32)};
  if (high < 0 || outputs[0] < 0 || outputs[1] < 0) return -1;
  dup3(high, CHANNEL, O_CLOEXEC);
  for (int i = 0; i < 2; i++) child->outputs[i] = dup3(outputs[i], OUTPUTS + i, O_CLOEXEC);
  return (int)syscall(SYS_close_range, FIRST_OTHER, ~0u, 0);
}

/* With the leader's pid as the sender, which the kernel translates for the receiver. */
static void say(struct init_report said, pid_t leader) {
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(struct ucred))];
  } control = {0};
  struct iovec part = {&said, sizeof said};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (leader > 0) {
    struct ucred credentials = {leader, getuid(), getgid()};
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_CREDENTIALS;
    header->cmsg_len = CMSG_LEN(sizeof credentials);
    memcpy(CMSG_DATA(header), &credentials, sizeof credentials);
  }
  sendmsg(CHANNEL, &message, MSG_NOSIGNAL);
}

static void fail(void) {
  say((struct init_report){.kind = INIT_FAILED, .value = errno}, 0);
  _exit(1);
}

static uint64_t cpu_ms(const struct rusage *usage) {
  return (uint64_t)(usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000 +
         (uint64_t)(usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) / 1000;
}

/* Reaps until nothing is left in the namespace. */
static void reap(pid_t leader) {
  int status;
  struct rusage usage;
  pid_t pid;
  while ((pid = wait4(-1, &status, __WALL, &usage)) > 0 || errno == EINTR) {
    if (pid != leader) continue;
    siginfo_t info = {0};
    bool left = waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT | __WALL) == 0;
    say((struct init_report){INIT_LEADER_ENDED, status, left, cpu_ms(&usage)}, 0);
  }
}

void init_run(unsigned long long flags, int channel, struct child *child, void *stack, size_t stack_size) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NAME, "agent-reach-ini");
  if (keep_only(channel, child) != 0) _exit(1);
  if (!init_settle(flags)) fail();
  pid_t pid;
  int pidfd;
  struct clone_options options = {.pid = &pid, .pidfd = &pidfd, .stack = stack, .stack_size = stack_size};
  pid_t leader = clone_vfork(&options, child_run, child);
  if (leader < 0) fail();
  for (int i = 0; i < 2; i++) close(child->outputs[i]);
  close(pidfd);
  say((struct init_report){.kind = INIT_STARTED}, leader);
  reap(leader);
  _exit(0);
}
