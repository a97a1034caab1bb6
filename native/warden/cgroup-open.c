#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cgroup-files.h"
#include "cgroup-place.h"
#include "cgroup.h"
#include "clone.h"

#define ALL_CONTROLLERS (AR_CONTROLS_MEMORY | AR_CONTROLS_PROCESSES)

/* This warden's folder, and the one it is in. */
static int folder = -1;
static char parent[PATH_MAX], name[NAME_MAX];

int cgroups_folder(void) { return folder; }

int cgroups_clean(void) {
  struct cgroup_place places[CGROUP_PLACES];
  int count = cgroup_places(places), removed = 0;
  for (int i = 0; i < count; i++) {
    DIR *list = opendir(places[i].path);
    if (list == NULL) continue;
    for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
      if (cgroup_folder_dead(entry->d_name)) removed += cgroup_remove(dirfd(list), entry->d_name);
    }
    closedir(list);
  }
  return removed;
}

/* Whether a process can really be started in a folder of its own: many a machine only looks as if. */
static bool try_one(int at) {
  if (mkdirat(at, "try", 0755) != 0) return false;
  int fd = openat(at, "try", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  bool kills = fd >= 0 && faccessat(fd, "cgroup.kill", W_OK, 0) == 0;
  if (!kills && fd >= 0) errno = ENOSYS;
  bool works = kills && clone_works(CLONE_INTO_CGROUP, fd);
  int error = errno;
  if (fd >= 0) close(fd);
  unlinkat(at, "try", AT_REMOVEDIR);
  errno = error;
  return works;
}

static unsigned controllers_of(int at) {
  char text[512] = " ";
  int fd = openat(at, "cgroup.subtree_control", O_RDONLY | O_CLOEXEC);
  ssize_t length = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  text[length > 0 ? length : 0] = 0;
  return (strstr(text, "memory") != NULL ? AR_CONTROLS_MEMORY : 0) |
         (strstr(text, "pids") != NULL ? AR_CONTROLS_PROCESSES : 0);
}

/*
 * Whether controllers may be enabled for its children: not beside processes of its own, where the kernel refuses some
 * and for others (pids) makes the children unusable. The root, which has no type, is exempt.
 */
static bool may_enable(int at) {
  char byte;
  if (faccessat(at, "cgroup.type", F_OK, 0) != 0) return true;
  int fd = openat(at, "cgroup.procs", O_RDONLY | O_CLOEXEC);
  bool empty = fd >= 0 && read(fd, &byte, 1) == 0;
  if (fd >= 0) close(fd);
  return empty;
}

static void enable_controllers(const struct cgroup_place *place) {
  static const char *const wanted[] = {"+memory", "+pids"};
  int above = place->ours ? open(place->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  bool enables = above >= 0 && may_enable(above);
  for (int i = 0; i < 2; i++) {
    /* Refused where the controller is not there. */
    if (enables) cgroup_write(above, "cgroup.subtree_control", wanted[i]);
    cgroup_write(folder, "cgroup.subtree_control", wanted[i]);
  }
  if (above >= 0) close(above);
}

static bool open_at(const struct cgroup_place *place, unsigned *controllers) {
  char path[PATH_MAX + NAME_MAX + 2];
  snprintf(path, sizeof path, "%s/%s", place->path, name);
  if (mkdir(path, 0755) != 0) return false;
  folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0 && try_one(folder)) {
    enable_controllers(place);
    *controllers = controllers_of(folder);
    snprintf(parent, sizeof parent, "%s", place->path);
    return true;
  }
  int error = errno;
  if (folder >= 0) close(folder);
  folder = -1;
  rmdir(path);
  errno = error;
  return false;
}

static void close_folder(void) {
  int above = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  close(folder);
  folder = -1;
  if (above < 0) return;
  cgroup_remove(above, name);
  close(above);
}

bool cgroups_open(unsigned *controllers, char *reason, size_t size) {
  struct cgroup_place places[CGROUP_PLACES];
  int count = cgroup_places(places);
  if (count == 0) snprintf(reason, size, "no cgroup v2 file system is mounted");
  cgroup_folder_name(name, sizeof name);
  const struct cgroup_place *without = NULL;
  for (int i = 0; i < count; i++) {
    if (!open_at(&places[i], controllers)) {
      if (i == 0) snprintf(reason, size, "%s: %s", places[i].path, strerror(errno));
      continue;
    }
    bool best = without == NULL && i == count - 1;
    if (*controllers == ALL_CONTROLLERS || best) return true;
    if (without == NULL) without = &places[i];
    close_folder();
  }
  return without != NULL && open_at(without, controllers);
}

void cgroups_kill_all(void) {
  if (folder >= 0) cgroup_write(folder, "cgroup.kill", "1");
}

void cgroups_close(void) {
  if (folder >= 0) close_folder();
}
