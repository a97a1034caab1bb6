/*
 * A cgroup v2 folder for each run. A folder is kept and used again once it is empty: making and removing one for
 * each run costs a quarter of the throughput, starting a process in one that exists costs nothing.
 */
#ifndef AR_CGROUP_H
#define AR_CGROUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../shared/protocol.h"

struct cgroup;

/*
 * Finds a place for the folders of this warden and makes it; false, with a reason in words, when there is none.
 * `controllers` gets AR_CONTROLS_….
 */
bool cgroups_open(unsigned *controllers, char *reason, size_t size);

/* Kills what is left in any of them and removes them all, as far as they are empty. */
void cgroups_kill_all(void);
void cgroups_close(void);

/* Removes what wardens that are dead left behind; returns how many folders. */
int cgroups_clean(void);

/* A folder for one run with its limits in force; null, with errno set, when none can be had. */
struct cgroup *cgroup_take(const uint64_t limits[AR_LIMITS]);

/* The open folder of this warden, or -1. */
int cgroups_folder(void);

/* For CLONE_INTO_CGROUP. */
int cgroup_fd(const struct cgroup *cgroup);

bool cgroup_populated(const struct cgroup *cgroup);

/* SIGKILL to all in it and below, in one step that no fork escapes. */
void cgroup_kill(struct cgroup *cgroup);

/* The limit that the kernel enforced since the folder was taken, or -1. */
int cgroup_limit_hit(const struct cgroup *cgroup);

/* Gives it back; its run has to be over. */
void cgroup_release(struct cgroup *cgroup);

#endif
