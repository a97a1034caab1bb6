#include "processes.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read-file.h"

/* PF_EXITING of the kernel's task flags. */
#define EXITING 0x4

bool process_read(pid_t pid, struct process *into) {
  char path[64], text[1024];
  snprintf(path, sizeof path, "/proc/%d/stat", pid);
  if (read_file(path, text, sizeof text) <= 0) return false;
  /* The name in parentheses may itself hold spaces and parentheses. */
  const char *rest = strrchr(text, ')');
  char state;
  unsigned flags;
  long threads;
  unsigned long long start;
  memset(into, 0, sizeof *into);
  if (rest == NULL ||
      sscanf(rest + 1, " %c %d %*d %d %*d %*d %u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %ld %*d %llu", &state,
             &into->ppid, &into->session, &flags, &threads, &start) != 6) {
    return false;
  }
  into->pid = pid;
  into->start = start;
  /* A main thread may end before the others: such a process shows as a zombie and runs on. */
  into->dead = (state == 'Z' || state == 'X' || (flags & EXITING) != 0) && threads <= 1;
  return true;
}

void process_read_memory(struct process *process) {
  char path[64], text[256];
  unsigned long resident = 0, shared = 0;
  snprintf(path, sizeof path, "/proc/%d/statm", process->pid);
  if (read_file(path, text, sizeof text) > 0 && sscanf(text, "%*u %lu %lu", &resident, &shared) == 2) {
    process->anonymous_pages = resident > shared ? resident - shared : 0;
  }
}

static bool append(struct processes *processes, const struct process *process) {
  if (processes->count == processes->capacity) {
    size_t capacity = processes->capacity == 0 ? 64 : processes->capacity * 2;
    struct process *list = realloc(processes->list, capacity * sizeof *list);
    if (list == NULL) return false;
    processes->list = list;
    processes->capacity = capacity;
  }
  processes->list[processes->count++] = *process;
  return true;
}

bool processes_read(struct processes *into, pid_t warden) {
  into->count = 0;
  into->vanished = false;
  DIR *folder = opendir("/proc");
  if (folder == NULL) return false;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    char *end;
    long pid = strtol(entry->d_name, &end, 10);
    if (*end != 0 || pid <= 0) continue;
    struct tags tags = {0, 0};
    bool told = tag_read((pid_t)pid, &tags);
    if (warden != 0 && !(told && tag_by(&tags, warden))) continue;
    struct process process;
    if (!process_read((pid_t)pid, &process)) {
      into->vanished = true;
      continue;
    }
    process.tags = tags;
    process.tagged = told;
    if (!append(into, &process)) break;
  }
  closedir(folder);
  return true;
}

static int by_pid(const void *a, const void *b) {
  return ((const struct process *)a)->pid - ((const struct process *)b)->pid;
}

/* The kernel lists /proc in rising order. */
struct process *process_find(const struct processes *processes, pid_t pid) {
  struct process key = {.pid = pid};
  return bsearch(&key, processes->list, processes->count, sizeof key, by_pid);
}

void processes_mark_descendants(struct processes *processes, pid_t root) {
  for (size_t i = 0; i < processes->count; i++) processes->list[i].member = false;
  for (bool grown = true; grown;) {
    grown = false;
    for (size_t i = 0; i < processes->count; i++) {
      struct process *process = &processes->list[i];
      if (process->member || process->pid == root) continue;
      const struct process *parent = process_find(processes, process->ppid);
      if (process->ppid == root || (parent != NULL && parent->member)) grown = process->member = true;
    }
  }
}

void processes_free(struct processes *processes) {
  free(processes->list);
  processes->list = NULL;
  processes->count = processes->capacity = 0;
}
