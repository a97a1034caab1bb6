#include "spawner.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../shared/tag.h"
#include "child.h"
#include "clone.h"
#include "ending.h"
#include "namespace.h"
#include "request.h"
#include "runs.h"
#include "watch.h"

#define MOST_SPAWNERS 64
#define THREAD_STACK (128 * 1024)
#define CHILD_STACK (64 * 1024)

static atomic_int spawners;
static atomic_int busy;

static void refuse(uint32_t run, int stage, int error) {
  report((struct ar_report){.kind = AR_FAILED, .run = run, .a = stage, .b = error});
}

static struct run *open_run(const struct request *request) {
  struct cgroup *cgroup = NULL;
  if (warden.mode == AR_MODE_CGROUP && (cgroup = cgroup_take(request->head.limits)) == NULL) return NULL;
  runs_lock();
  struct run *run = run_add(request->head.run);
  if (run != NULL) {
    run->cgroup = cgroup;
    run->tag = warden.tags && warden.mode != AR_MODE_NONE ? tag_of(run->id) : 0;
    for (int i = 0; i < AR_LIMITS; i++) run->limits[i] = request->head.limits[i];
  }
  runs_unlock();
  if (run == NULL && cgroup != NULL) cgroup_release(cgroup);
  return run;
}

/* The leader straight below this thread. */
static pid_t start_here(struct run *run, struct child *child, void *stack) {
  struct clone_options options = {
      .pid = &run->pid, .pidfd = &run->pidfd, .stack = stack, .stack_size = CHILD_STACK};
  if (run->cgroup != NULL) {
    options.flags = CLONE_INTO_CGROUP;
    options.cgroup = cgroup_fd(run->cgroup);
  }
  return clone_vfork(&options, child_run, child);
}

/* What became of the clone: the leader runs its program, or there is a failure to report. */
static void conclude(struct run *run, pid_t pid, volatile struct child_failure *failure) {
  int stage = failure->stage, error = failure->error;
  if (pid < 0) {
    stage = AR_STAGE_CLONE;
    error = errno;
  } else if (error != 0) {
    siginfo_t info;
    waitid(P_PIDFD, (id_t)run->pidfd, &info, WEXITED | __WALL);
  }
  runs_lock();
  uint32_t id = run->id;
  if (error != 0) {
    run_forget(run);
    runs_unlock();
    refuse(id, stage, error);
    return;
  }
  run->phase = RUN_RUNNING;
  watch_run(run);
  report((struct ar_report){.kind = AR_SPAWNED, .run = id, .a = run->pid});
  /*
   * Only now may the main thread see its end, so that the reports come in order. Edge-triggered, for a pidfd that was
   * closed here stays in the set while a child that is about to exec has a copy.
   */
  struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.u64 = id};
  epoll_ctl(warden.epoll, EPOLL_CTL_ADD, run->pidfd, &event);
  if (run->channel >= 0) epoll_ctl(warden.epoll, EPOLL_CTL_ADD, run->channel, &event);
  runs_unlock();
}

static void spawn(struct request *request, void *stack, volatile struct child_failure *failure) {
  if (warden.refuses) return refuse(request->head.run, AR_STAGE_CONTAIN, EOPNOTSUPP);
  struct run *run = open_run(request);
  if (run == NULL) return refuse(request->head.run, AR_STAGE_CONTAIN, errno);
  struct child child = {
      .program = request->program,
      .cwd = request->cwd,
      .argv = request->argv,
      .envp = request->envp,
      .outputs = {request->outputs[0], request->outputs[1]},
      .limits = request->head.limits,
      .tag = run->tag,
      .memory_per_process = (warden.controllers & AR_CONTROLS_MEMORY) == 0,
      .dies_with_parent = warden.mode != AR_MODE_NONE,
      .failure = failure,
  };
  failure->error = 0;
  pid_t pid = warden.mode == AR_MODE_NAMESPACE ? namespace_start(run, &child, stack, CHILD_STACK)
                                               : start_here(run, &child, stack);
  int error = errno;
  /* Before its end can be told: nobody but the run holds its pipes then. */
  request_close_outputs(request);
  errno = error;
  conclude(run, pid, failure);
}

static void make_spawner(void);

static void *serve(void *nothing) {
  void *stack = mmap(NULL, CHILD_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  volatile struct child_failure *failure =
      mmap(NULL, sizeof *failure, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  struct request request = {0};
  if (stack == MAP_FAILED || failure == MAP_FAILED) return nothing;
  for (;;) {
    enum taken taken = request_take(&request, AR_SPAWN_FD);
    if (taken == TAKEN_CLOSED) break;
    int error = errno;
    atomic_fetch_add(&warden.spawning, 1);
    if (atomic_fetch_add(&busy, 1) + 1 == atomic_load(&spawners)) make_spawner();
    if (taken == TAKEN_REFUSED) refuse(request.head.run, AR_STAGE_SEND, error);
    else if (!atomic_load(&warden.closing)) spawn(&request, stack, failure);
    request_done(&request);
    atomic_fetch_sub(&busy, 1);
    atomic_fetch_sub(&warden.spawning, 1);
  }
  /* The thread stays: its children would take its end for the warden's. */
  for (;;) pause();
}

static void make_spawner(void) {
  if (atomic_fetch_add(&spawners, 1) >= MOST_SPAWNERS) {
    atomic_fetch_sub(&spawners, 1);
    return;
  }
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, THREAD_STACK);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (pthread_create(&thread, &attributes, serve, NULL) != 0) atomic_fetch_sub(&spawners, 1);
  pthread_attr_destroy(&attributes);
}

bool spawners_start(void) {
  make_spawner();
  return atomic_load(&spawners) > 0;
}
