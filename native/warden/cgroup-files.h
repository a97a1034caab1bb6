/* Reading and writing the files of the cgroup file system. */
#ifndef AR_CGROUP_FILES_H
#define AR_CGROUP_FILES_H

#include <stdbool.h>
#include <stdint.h>

bool cgroup_write(int folder, const char *file, const char *text);

/* The number behind `key` (with its space); 0 when there is none. */
uint64_t cgroup_counter(int folder, const char *file, const char *key);
uint64_t cgroup_counter_fd(int fd, const char *key);

/* Removes the folders below, deepest first; those that are not empty stay. */
void cgroup_remove_below(int folder);

/* Kills what is in folder `name` of `parent`, waits a moment for it to leave, and removes the folder. */
bool cgroup_remove(int parent, const char *name);

#endif
