/*
 * Every process of a run carries the run's number where nothing it does removes it: in RLIMIT_LOCKS, a limit that
 * Linux has ignored since 2.4.30 and that fork, exec, setsid and a cleared environment all hand on. So a daemon that
 * shook off its parent, its session and its environment is still known for whose it is.
 *
 * The soft limit is this warden's tag. The hard limit is one too when the warden was the first to set it: a broker
 * inside a run of another broker can only lower the soft one, so each of the two finds its own. An unprivileged
 * process cannot raise the hard limit again.
 */
#ifndef AR_TAG_H
#define AR_TAG_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct tags {
  uint64_t soft;
  uint64_t hard;
};

/* Works out this warden's tags; false where there can be none. */
bool tag_prepare(void);
uint64_t tag_of(uint32_t run);

/* Sets the calling process's tag. */
void tag_set(uint64_t tag);

/* False when the process is gone or may not be asked. */
bool tag_read(pid_t pid, struct tags *tags);

static inline bool tag_matches(const struct tags *tags, uint64_t tag) {
  return tags->soft == tag || tags->hard == tag;
}

#define ANY_WARDEN (-1)

/* Whether one of them is the tag of a run of `warden`, or of any. */
bool tag_by(const struct tags *tags, pid_t warden);

/* The warden that set the tag, or 0 when it is no tag. */
pid_t tag_warden(uint64_t tag);

#endif
