#include "tag.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "read-file.h"

/* Bits 54…61 mark a tag, 32…53 are the warden's pid (at most 22 bits), 0…31 the run. */
#define OUTER_MARK 0xa7ull
#define INNER_MARK 0xa6ull
#define MARK_SHIFT 54
#define PID_SHIFT 32
#define PID_MASK ((1ull << 22) - 1)

static uint64_t base;

bool tag_prepare(void) {
  struct rlimit inherited = {RLIM_INFINITY, RLIM_INFINITY};
  getrlimit(RLIMIT_LOCKS, &inherited);
  /* A tag has to be below the hard limit, which is the outer broker's tag where there is one. */
  uint64_t mark = inherited.rlim_max == RLIM_INFINITY ? OUTER_MARK : INNER_MARK;
  base = mark << MARK_SHIFT | ((uint64_t)getpid() & PID_MASK) << PID_SHIFT;
  /* Not every system that calls itself Linux keeps this limit. */
  struct rlimit tried = {base, inherited.rlim_max}, kept = {0, 0};
  setrlimit(RLIMIT_LOCKS, &tried);
  getrlimit(RLIMIT_LOCKS, &kept);
  setrlimit(RLIMIT_LOCKS, &inherited);
  return kept.rlim_cur == base;
}

uint64_t tag_of(uint32_t run) { return base | run; }

void tag_set(uint64_t tag) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_LOCKS, &limit) != 0) return;
  limit.rlim_cur = tag;
  if (limit.rlim_max == RLIM_INFINITY) limit.rlim_max = tag;
  setrlimit(RLIMIT_LOCKS, &limit);
}

/* For a process of another user, e.g. behind sudo: this file is for all to read. */
static bool read_limits_file(pid_t pid, struct tags *tags) {
  char path[64], text[2048];
  snprintf(path, sizeof path, "/proc/%d/limits", pid);
  const char *line = read_file(path, text, sizeof text) > 0 ? strstr(text, "Max file locks") : NULL;
  unsigned long long soft = 0, hard = 0;
  if (line == NULL || sscanf(line, "Max file locks %llu %llu", &soft, &hard) < 1) return line != NULL;
  tags->soft = soft;
  tags->hard = hard;
  return true;
}

bool tag_read(pid_t pid, struct tags *tags) {
  struct rlimit limit;
  if (prlimit(pid, RLIMIT_LOCKS, NULL, &limit) != 0) return errno == EPERM && read_limits_file(pid, tags);
  tags->soft = limit.rlim_cur;
  tags->hard = limit.rlim_max;
  return true;
}

pid_t tag_warden(uint64_t tag) {
  uint64_t mark = tag >> MARK_SHIFT;
  if (mark != OUTER_MARK && mark != INNER_MARK) return 0;
  return (pid_t)(tag >> PID_SHIFT & PID_MASK);
}

bool tag_by(const struct tags *tags, pid_t warden) {
  if (warden == ANY_WARDEN) return tag_warden(tags->soft) != 0;
  return tag_warden(tags->soft) == warden || tag_warden(tags->hard) == warden;
}
