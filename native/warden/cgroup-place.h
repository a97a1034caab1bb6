/* Where on this machine a warden may make its cgroup folders. */
#ifndef AR_CGROUP_PLACE_H
#define AR_CGROUP_PLACE_H

#include <limits.h>
#include <stdbool.h>

#define CGROUP_PLACES 3

struct cgroup_place {
  char path[PATH_MAX];
  /* What it lets its children limit may be changed: it is ours, or handed to us. */
  bool ours;
};

/* The folders worth a try, best first; returns how many, 0 when no cgroup v2 is mounted. */
int cgroup_places(struct cgroup_place places[CGROUP_PLACES]);

/* The name of this warden's folder: its pid namespace, its pid and when it started, so that it means nobody else. */
void cgroup_folder_name(char *name, unsigned long size);

/* Whether `name` is the folder of a warden of this pid namespace that is dead. */
bool cgroup_folder_dead(const char *name);

#endif
