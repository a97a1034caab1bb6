#include "cgroup-files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How long a killed process may take to leave its cgroup. */
#define LEAVE_MS 200

bool cgroup_write(int at, const char *file, const char *text) {
  int fd = openat(at, file, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return false;
  bool written = write(fd, text, strlen(text)) > 0;
  int error = errno;
  close(fd);
  errno = error;
  return written;
}

uint64_t cgroup_counter_fd(int fd, const char *key) {
  char text[512];
  ssize_t length = pread(fd, text, sizeof text - 1, 0);
  if (length <= 0) return 0;
  text[length] = 0;
  for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
    line += *line == '\n';
    if (strncmp(line, key, strlen(key)) == 0) return strtoull(line + strlen(key), NULL, 10);
  }
  return 0;
}

uint64_t cgroup_counter(int at, const char *file, const char *key) {
  int fd = openat(at, file, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  uint64_t value = cgroup_counter_fd(fd, key);
  close(fd);
  return value;
}

void cgroup_remove_below(int at) {
  int copy = openat(at, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *list = copy < 0 ? NULL : fdopendir(copy);
  if (list == NULL) return;
  for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
    if (entry->d_type != DT_DIR || entry->d_name[0] == '.') continue;
    int below = openat(at, entry->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (below < 0) continue;
    cgroup_remove_below(below);
    close(below);
    unlinkat(at, entry->d_name, AT_REMOVEDIR);
  }
  closedir(list);
}

bool cgroup_remove(int at, const char *name) {
  int fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return false;
  cgroup_write(fd, "cgroup.kill", "1");
  for (int ms = 0; ms < LEAVE_MS && cgroup_counter(fd, "cgroup.events", "populated ") != 0; ms++) usleep(1000);
  cgroup_remove_below(fd);
  close(fd);
  return unlinkat(at, name, AT_REMOVEDIR) == 0;
}
