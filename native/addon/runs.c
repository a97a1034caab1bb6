#include "runs.h"

#include <stdlib.h>

static struct run **place_of(struct runs *runs, uint32_t id) {
  struct run **place = &runs->buckets[id % RUN_BUCKETS];
  while (*place != NULL && (*place)->id != id) place = &(*place)->next;
  return place;
}

struct run *runs_find(struct runs *runs, uint32_t id) { return *place_of(runs, id); }

struct run *runs_add(struct runs *runs, uint32_t id) {
  struct run *run = calloc(1, sizeof *run);
  if (run == NULL) return NULL;
  run->id = id;
  run->fds[0] = run->fds[1] = -1;
  run->next = runs->buckets[id % RUN_BUCKETS];
  runs->buckets[id % RUN_BUCKETS] = run;
  runs->count++;
  return run;
}

void runs_remove(struct runs *runs, uint32_t id) {
  struct run **place = place_of(runs, id);
  struct run *run = *place;
  if (run == NULL) return;
  *place = run->next;
  runs->count--;
  free(run);
}
