#include "runs.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#define BUCKETS 1024

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct run *table[BUCKETS];

void runs_lock(void) { pthread_mutex_lock(&lock); }
void runs_unlock(void) { pthread_mutex_unlock(&lock); }

static struct run **place_of(uint32_t id) {
  struct run **place = &table[id % BUCKETS];
  while (*place != NULL && (*place)->id != id) place = &(*place)->next;
  return place;
}

struct run *run_find(uint32_t id) { return *place_of(id); }

struct run *run_add(uint32_t id) {
  struct run **place = place_of(id);
  if (*place != NULL) return NULL;
  struct run *run = calloc(1, sizeof *run);
  if (run == NULL) return NULL;
  run->id = id;
  run->pidfd = -1;
  run->channel = -1;
  run->limit_hit = -1;
  run->born_ms = now_ms();
  *place = run;
  return run;
}

bool runs_have_leader(pid_t pid) {
  for (size_t bucket = 0; bucket < BUCKETS; bucket++) {
    for (struct run *run = table[bucket]; run != NULL; run = run->next) {
      if (run->pid == pid || run->init == pid) return true;
    }
  }
  return false;
}

void run_remove(struct run *run) {
  struct run **place = place_of(run->id);
  *place = run->next;
  if (run->pidfd >= 0) close(run->pidfd);
  if (run->channel >= 0) close(run->channel);
  if (run->cgroup != NULL) cgroup_release(run->cgroup);
  free(run);
}

void runs_each(void (*visit)(struct run *run, void *context), void *context) {
  for (size_t bucket = 0; bucket < BUCKETS; bucket++) {
    for (struct run *run = table[bucket], *next; run != NULL; run = next) {
      next = run->next;
      visit(run, context);
    }
  }
}
