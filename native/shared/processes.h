/* The processes of this machine, as /proc lists them. */
#ifndef AR_PROCESSES_H
#define AR_PROCESSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "tag.h"

struct process {
  pid_t pid;
  pid_t ppid;
  pid_t session;
  /* Clock ticks since boot; with the pid it names one process for good. */
  uint64_t start;
  /* A zombie, or in the middle of its own exit: it runs no code any more. */
  bool dead;
  /* Pages of memory in use that are backed by no file; only where asked for. */
  uint64_t anonymous_pages;
  struct tags tags;
  /* Whether its tags could be read; 0 and 0 where it could not. */
  bool tagged;
  /* Scratch of the reader. */
  bool member;
};

struct processes {
  struct process *list;
  size_t count;
  size_t capacity;
  /* One that was listed was gone before it could be read: what it forked meanwhile may not be in the table. */
  bool vanished;
};

/*
 * Reads the table. `warden` 0: every process. Otherwise those that carry a tag of that warden (or ANY_WARDEN), which
 * costs a twentieth: one system call a process instead of a file to open, read and close. False when /proc cannot be read.
 */
bool processes_read(struct processes *into, pid_t warden);

/* The one with that pid in a table just read, or null. */
struct process *process_find(const struct processes *processes, pid_t pid);

/* Makes `member` say what descends from `root`, which is none itself. */
void processes_mark_descendants(struct processes *processes, pid_t root);

/* One process; false when it is gone. */
bool process_read(pid_t pid, struct process *into);
/* Fills in `anonymous_pages`. */
void process_read_memory(struct process *process);

void processes_free(struct processes *processes);

#endif
