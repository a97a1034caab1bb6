#include "watch.h"

#include <signal.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "members.h"
#include "signals.h"

#define INTERVAL_NS 100000000

static int timer = -1;
static atomic_bool armed;

struct look {
  struct processes processes;
  /* Runs that still need a watch. */
  int watched;
};

int watch_open(void) { return timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK); }

static bool watches(const struct run *run, enum ar_limit which, unsigned controller) {
  return run->limits[which] != AR_NO_LIMIT && (warden.controllers & controller) == 0;
}

static bool watches_memory(const struct run *run) { return watches(run, AR_MEMORY, AR_CONTROLS_MEMORY); }
static bool watches_processes(const struct run *run) { return watches(run, AR_PROCESSES, AR_CONTROLS_PROCESSES); }

static void arm(void) {
  if (atomic_exchange(&armed, true)) return;
  struct itimerspec once = {.it_value.tv_nsec = INTERVAL_NS};
  timerfd_settime(timer, 0, &once, NULL);
}

void watch_run(const struct run *run) {
  if (watches_memory(run) || watches_processes(run)) arm();
}

static uint64_t memory_of(struct processes *processes) {
  uint64_t pages = 0;
  for (size_t i = 0; i < processes->count; i++) {
    struct process *process = &processes->list[i];
    if (!process->member) continue;
    process_read_memory(process);
    pages += process->anonymous_pages;
  }
  return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void look_at(struct run *run, void *context) {
  struct look *look = context;
  if (run->phase != RUN_RUNNING || run->limit_hit >= 0 || !(watches_memory(run) || watches_processes(run))) return;
  look->watched++;
  size_t live = members_mark(&look->processes, run);
  if (watches_processes(run) && live > run->limits[AR_PROCESSES]) run->limit_hit = AR_PROCESSES;
  else if (watches_memory(run) && memory_of(&look->processes) > run->limits[AR_MEMORY]) run->limit_hit = AR_MEMORY;
  if (run->limit_hit >= 0) signal_run(run, SIGKILL);
}

void watch_ready(void) {
  uint64_t times;
  if (read(timer, &times, sizeof times) < 0) return;
  atomic_store(&armed, false);
  struct look look = {0};
  /* What carries a tag is quick to find; without tags everything has to be read. */
  if (processes_read(&look.processes, warden.tags && warden.mode != AR_MODE_NONE ? warden.pid : 0)) runs_each(look_at, &look);
  processes_free(&look.processes);
  if (look.watched > 0) arm();
}
