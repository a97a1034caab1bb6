/*
 * The warden: the process that starts the broker's runs and outlives the broker for as long as it takes to end them.
 *
 * It is a small process, so a clone costs the same whatever the size of the broker; it is the subreaper above all
 * runs, so whatever a run does to hide stays below it; and when the broker's socket closes, however that came about,
 * it kills all there is and leaves.
 *
 * Called by the addon as `agent-reach-warden MODE`, `MODE!` when no other will do, with its sockets as descriptors 3
 * and 4; `--modes` prints what this machine allows.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "../shared/tag.h"
#include "cgroup.h"
#include "choose.h"
#include "control.h"
#include "ending.h"
#include "leftovers.h"
#include "signals.h"
#include "spawner.h"
#include "watch.h"

/* Everything a broker started is gone two seconds after its death. */
#define LAST_KILL_MS 1900
#define EVENTS 64

/* What an epoll event is about: a run, by its id, or one of these. */
#define ON_CONTROL (1ull << 32)
#define ON_CHILDREN (2ull << 32)
#define ON_WATCH (3ull << 32)

/* `struct sigaction` as the kernel has it: SIG_DFL, no flags, an empty mask. */
static const unsigned long KERNEL_DEFAULT[4 + 64 / (8 * sizeof(long))];

struct warden warden;
/* Readable after a SIGCHLD. */
static int children;

uint64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Nothing of the broker's stays with us, so nothing of it reaches a run. */
static void leave_broker(void) {
  int null = open("/dev/null", O_RDWR);
  for (int fd = 0; fd <= 2; fd++) dup2(null, fd);
  syscall(SYS_close_range, AR_SPAWN_FD + 1, ~0u, 0);
  fcntl(AR_CONTROL_FD, F_SETFD, FD_CLOEXEC);
  fcntl(AR_SPAWN_FD, F_SETFD, FD_CLOEXEC);
  setsid();
  /* Stopped by somebody, it would not hear that the broker is gone. */
  prctl(PR_SET_PDEATHSIG, SIGCONT);
  if (chdir("/") != 0) return;
  /* Past the C library, which has two signals of its own, leaves them ignored at posix_spawn, and hides them. */
  for (int signal = 1; signal < NSIG; signal++) syscall(SYS_rt_sigaction, signal, &KERNEL_DEFAULT, NULL, NSIG / 8);
  /* Blocked, not ignored: a run would inherit that. Only SIGKILL ends the warden before its time. */
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
}

/*
 * Runs may keep every processor busy, and must not keep the warden from ending them. Where the system allows it (root)
 * the warden goes first; what it starts does not inherit that.
 */
static void go_first(void) {
  struct sched_param lowest = {.sched_priority = sched_get_priority_min(SCHED_RR)};
  sched_setscheduler(0, SCHED_RR | SCHED_RESET_ON_FORK, &lowest);
}

/*
 * When memory runs out the kernel takes a run before the broker: runs inherit this. It would take the warden only after
 * all of them, as it is the smallest, and without runs its death costs nothing.
 */
static void offer_to_oom_killer(void) {
  int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (fd < 0) return;
  bool written = write(fd, "500", 3) == 3;
  close(fd);
  (void)written;
}

static bool wait_for(int fd, uint64_t about) {
  struct epoll_event event = {.events = EPOLLIN, .data.u64 = about};
  return fd >= 0 && epoll_ctl(warden.epoll, EPOLL_CTL_ADD, fd, &event) == 0;
}

static bool set_up(enum ar_mode wanted, bool required) {
  go_first();
  offer_to_oom_killer();
  warden.pid = getpid();
  warden.epoll = epoll_create1(EPOLL_CLOEXEC);
  warden.tags = tag_prepare();
  if (wanted != AR_MODE_NONE && prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) return false;
  char why[AR_HELLO_TEXT];
  int killed = leftovers_kill();
  int folders = cgroups_clean();
  choose_mode(wanted, why, sizeof why);
  /* Below the wanted one nothing is started then; AUTO takes any. */
  warden.refuses = required && wanted != AR_MODE_AUTO && warden.mode != wanted;
  sigset_t ended;
  sigemptyset(&ended);
  sigaddset(&ended, SIGCHLD);
  if (!wait_for(AR_CONTROL_FD, ON_CONTROL) || !wait_for(watch_open(), ON_WATCH) ||
      !wait_for((children = signalfd(-1, &ended, SFD_CLOEXEC | SFD_NONBLOCK)), ON_CHILDREN) || !spawners_start()) {
    return false;
  }
  struct ar_report hello = {
      .kind = AR_HELLO, .a = (int32_t)warden.mode, .b = (int32_t)warden.controllers, .c = killed, .d = folders};
  report_with(&hello, why, strlen(why));
  return true;
}

static void children_ready(void) {
  struct signalfd_siginfo info;
  while (read(children, &info, sizeof info) == sizeof info) continue;
  orphans_ready();
}

/* False when the broker is gone. */
static bool handle(uint64_t about) {
  if (about == ON_CONTROL) return control_ready();
  runs_lock();
  if (about == ON_CHILDREN) children_ready();
  else if (about == ON_WATCH) watch_ready();
  else {
    struct run *run = run_find((uint32_t)about);
    if (run != NULL) leader_ready(run);
  }
  runs_unlock();
  return true;
}

static void serve(void) {
  for (;;) {
    runs_lock();
    int timeout = kills_due();
    runs_unlock();
    struct epoll_event events[EVENTS];
    int count = epoll_wait(warden.epoll, events, EVENTS, timeout);
    for (int i = 0; i < count; i++) {
      if (!handle(events[i].data.u64)) return;
    }
  }
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "--modes") == 0) {
    print_modes(STDOUT_FILENO);
    return 0;
  }
  bool required = argc == 2 && argv[1][0] != 0 && argv[1][strlen(argv[1]) - 1] == '!';
  if (required) argv[1][strlen(argv[1]) - 1] = 0;
  int wanted = argc == 2 ? mode_named(argv[1]) : -1;
  if (wanted < 0) {
    fprintf(stderr, "agent-reach-warden is started by Agent-Reach. agent-reach-warden --modes tells what this machine allows.\n");
    return 64;
  }
  leave_broker();
  if (!set_up((enum ar_mode)wanted, required)) return 71;
  serve();
  atomic_store(&warden.closing, true);
  kill_everything(now_ms() + LAST_KILL_MS);
  cgroups_close();
  return 0;
}
