#include "cgroup-place.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "../shared/processes.h"

#define PREFIX "agent-reach-"

/* The cgroup v2 mount: where it is, and which cgroup is its root. */
static bool find_mount(char *point, char *root, size_t size) {
  FILE *mounts = fopen("/proc/self/mountinfo", "re");
  if (mounts == NULL) return false;
  bool found = false;
  for (char line[3 * PATH_MAX]; !found && fgets(line, sizeof line, mounts) != NULL;) {
    const char *type = strstr(line, " - ");
    char a[PATH_MAX], b[PATH_MAX];
    found = type != NULL && strncmp(type, " - cgroup2 ", 11) == 0 && sscanf(line, "%*d %*d %*s %4095s %4095s", a, b) == 2 &&
            strlen(a) < size && strlen(b) < size;
    if (found) {
      strcpy(root, a);
      strcpy(point, b);
    }
  }
  fclose(mounts);
  return found;
}

static bool own_cgroup(char *path, size_t size) {
  FILE *file = fopen("/proc/self/cgroup", "re");
  if (file == NULL) return false;
  bool found = false;
  for (char line[PATH_MAX]; !found && fgets(line, sizeof line, file) != NULL;) {
    line[strcspn(line, "\n")] = 0;
    found = strncmp(line, "0::/", 4) == 0 && strlen(line) - 3 < size;
    if (found) strcpy(path, line + 3);
  }
  fclose(file);
  /* A cgroup outside of our cgroup namespace cannot be reached through our mount. */
  return found && strstr(path, "/..") == NULL;
}

/* systemd marks what it hands over (systemd.resource-control(5), Delegate=). */
static bool delegated(const char *path) {
  char value = 0;
  return (getxattr(path, "user.delegate", &value, 1) == 1 || getxattr(path, "trusted.delegate", &value, 1) == 1) &&
         value == '1';
}

static void add(struct cgroup_place *places, int *count, const char *path, bool own) {
  for (int i = 0; i < *count; i++) {
    if (strcmp(places[i].path, path) == 0) return;
  }
  struct cgroup_place *place = &places[(*count)++];
  snprintf(place->path, sizeof place->path, "%s", path);
  /* Without root's power only what was handed over can be written at all. */
  place->ours = own || geteuid() != 0 || delegated(path);
}

int cgroup_places(struct cgroup_place places[CGROUP_PLACES]) {
  char point[PATH_MAX], root[PATH_MAX], own[PATH_MAX], path[2 * PATH_MAX];
  if (!find_mount(point, root, sizeof point)) return 0;
  int count = 0;
  if (own_cgroup(own, sizeof own)) {
    size_t shown = strcmp(root, "/") == 0 ? 0 : strlen(root);
    if (strncmp(own, root, shown) == 0) {
      snprintf(path, sizeof path, "%s%s", point, strcmp(own + shown, "/") == 0 ? "" : own + shown);
      add(places, &count, path, true);
      char *last = strrchr(path, '/');
      if (strlen(path) > strlen(point)) {
        *last = 0;
        add(places, &count, path, false);
      }
    }
  }
  add(places, &count, point, false);
  return count;
}

static unsigned long pid_namespace(void) {
  struct stat stat_;
  return stat("/proc/self/ns/pid", &stat_) == 0 ? (unsigned long)stat_.st_ino : 0;
}

void cgroup_folder_name(char *name, unsigned long size) {
  struct process self = {0};
  process_read(getpid(), &self);
  snprintf(name, size, PREFIX "%lu-%d-%llu", pid_namespace(), getpid(), (unsigned long long)self.start);
}

bool cgroup_folder_dead(const char *name) {
  unsigned long namespace;
  int pid;
  unsigned long long start;
  if (sscanf(name, PREFIX "%lu-%d-%llu", &namespace, &pid, &start) != 3 || namespace != pid_namespace()) return false;
  struct process process;
  return !process_read(pid, &process) || process.dead || process.start != start;
}
