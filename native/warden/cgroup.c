#include "cgroup.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cgroup-files.h"
#include "warden.h"

/* Empty folders kept for the next runs. */
#define MOST_IDLE 64

struct cgroup {
  char name[16];
  int folder;
  int events;
  /* The limits its files say now. */
  uint64_t limits[AR_LIMITS];
  /* Some kernels (6.18 is one) kill whatever is cloned into a cgroup that was killed once: it serves no second run. */
  bool killed;
  /* Counters of the kernel when it was taken: they only ever grow. */
  uint64_t oom_kills;
  uint64_t refused_forks;
  struct cgroup *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct cgroup *idle;
static int idle_count;
/* Those of no more use that cannot be removed yet: they hold a process that the kernel cannot end. */
static struct cgroup *stuck;
static unsigned made;

int cgroup_fd(const struct cgroup *cgroup) { return cgroup->folder; }
bool cgroup_populated(const struct cgroup *cgroup) { return cgroup_counter_fd(cgroup->events, "populated ") != 0; }

void cgroup_kill(struct cgroup *cgroup) {
  cgroup->killed = true;
  cgroup_write(cgroup->folder, "cgroup.kill", "1");
}

static void destroy(struct cgroup *cgroup) {
  if (cgroup->folder >= 0) close(cgroup->folder);
  if (cgroup->events >= 0) close(cgroup->events);
  free(cgroup);
}

static struct cgroup *make(void) {
  struct cgroup *cgroup = calloc(1, sizeof *cgroup);
  if (cgroup == NULL) return NULL;
  cgroup->folder = cgroup->events = -1;
  for (int i = 0; i < AR_LIMITS; i++) cgroup->limits[i] = AR_NO_LIMIT;
  snprintf(cgroup->name, sizeof cgroup->name, "run-%u", ++made);
  if (mkdirat(cgroups_folder(), cgroup->name, 0755) == 0) {
    cgroup->folder = openat(cgroups_folder(), cgroup->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (cgroup->folder >= 0) cgroup->events = openat(cgroup->folder, "cgroup.events", O_RDONLY | O_CLOEXEC);
    if (cgroup->events >= 0) {
      /* Out of memory ends a whole run, not one process of it at random. Absent without the controller. */
      cgroup_write(cgroup->folder, "memory.oom.group", "1");
      return cgroup;
    }
  }
  int error = errno;
  destroy(cgroup);
  errno = error;
  return NULL;
}

static bool limit(struct cgroup *cgroup, enum ar_limit which, uint64_t value, const char *file) {
  if (cgroup->limits[which] == value) return true;
  char text[32] = "max";
  if (value != AR_NO_LIMIT) snprintf(text, sizeof text, "%llu", (unsigned long long)value);
  if (!cgroup_write(cgroup->folder, file, text)) return false;
  cgroup->limits[which] = value;
  return true;
}

/* What it holds from now on; false, with errno set, when the kernel refuses. */
static bool arm(struct cgroup *cgroup, const uint64_t limits[AR_LIMITS]) {
  if (warden.controllers & AR_CONTROLS_MEMORY) {
    if (!limit(cgroup, AR_MEMORY, limits[AR_MEMORY], "memory.max")) return false;
    /* A limit that swap can get round is none. There is no such file where there is no swap. */
    cgroup_write(cgroup->folder, "memory.swap.max", limits[AR_MEMORY] == AR_NO_LIMIT ? "max" : "0");
    cgroup->oom_kills = cgroup_counter(cgroup->folder, "memory.events", "oom_kill ");
  }
  if (warden.controllers & AR_CONTROLS_PROCESSES) {
    if (!limit(cgroup, AR_PROCESSES, limits[AR_PROCESSES], "pids.max")) return false;
    cgroup->refused_forks = cgroup_counter(cgroup->folder, "pids.events", "max ");
  }
  return true;
}

/* Removes it; true when that could be done. */
static bool retire(struct cgroup *cgroup) {
  if (unlinkat(cgroups_folder(), cgroup->name, AT_REMOVEDIR) != 0) return false;
  destroy(cgroup);
  return true;
}

static void retire_stuck(void) {
  for (struct cgroup **place = &stuck, *next; *place != NULL;) {
    next = (*place)->next;
    if (retire(*place)) *place = next;
    else place = &(*place)->next;
  }
}

static struct cgroup *pick(void) {
  retire_stuck();
  if (idle == NULL) return make();
  struct cgroup *cgroup = idle;
  idle = cgroup->next;
  idle_count--;
  return cgroup;
}

struct cgroup *cgroup_take(const uint64_t limits[AR_LIMITS]) {
  pthread_mutex_lock(&lock);
  struct cgroup *cgroup = pick();
  pthread_mutex_unlock(&lock);
  if (cgroup == NULL || arm(cgroup, limits)) return cgroup;
  int error = errno;
  cgroup_release(cgroup);
  errno = error;
  return NULL;
}

int cgroup_limit_hit(const struct cgroup *cgroup) {
  if ((warden.controllers & AR_CONTROLS_MEMORY) &&
      cgroup_counter(cgroup->folder, "memory.events", "oom_kill ") > cgroup->oom_kills) {
    return AR_MEMORY;
  }
  if ((warden.controllers & AR_CONTROLS_PROCESSES) &&
      cgroup_counter(cgroup->folder, "pids.events", "max ") > cgroup->refused_forks) {
    return AR_PROCESSES;
  }
  return -1;
}

void cgroup_release(struct cgroup *cgroup) {
  struct stat folder;
  /* A run that may write here can have made folders of its own in it. */
  if (fstat(cgroup->folder, &folder) == 0 && folder.st_nlink > 2) cgroup_remove_below(cgroup->folder);
  /* Nothing of it was found any more. */
  if (cgroup_populated(cgroup)) cgroup_kill(cgroup);
  pthread_mutex_lock(&lock);
  bool reusable = !cgroup->killed && idle_count < MOST_IDLE && !cgroup_populated(cgroup);
  if (reusable || !retire(cgroup)) {
    struct cgroup **list = reusable ? &idle : &stuck;
    cgroup->next = *list;
    *list = cgroup;
    idle_count += reusable;
  }
  pthread_mutex_unlock(&lock);
}
