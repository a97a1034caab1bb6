/* What the parts of the warden share. */
#ifndef AR_WARDEN_H
#define AR_WARDEN_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "../shared/protocol.h"

struct warden {
  pid_t pid;
  enum ar_mode mode;
  /* AR_CONTROLS_… : limits the kernel holds for a whole run. */
  unsigned controllers;
  /* The mode that is required is not there: nothing is started. */
  bool refuses;
  /* Runs can be marked with tags (tag.h). */
  bool tags;
  int epoll;
  /* The broker is gone: nothing may start any more. */
  atomic_bool closing;
  /* Spawner threads between taking a request and having answered it. */
  atomic_int spawning;
};

extern struct warden warden;

/* Milliseconds of the monotonic clock. */
uint64_t now_ms(void);

/* Sends one report; `tail` follows it in the same packet. Blocks while the broker is behind; any thread. */
void report_with(const struct ar_report *report, const void *tail, size_t length);
static inline void report(struct ar_report fields) { report_with(&fields, NULL, 0); }

#endif
