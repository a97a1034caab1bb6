/* What the first process of a run's PID namespace does. */
#ifndef AR_NAMESPACE_INIT_H
#define AR_NAMESPACE_INIT_H

#include "child.h"

enum init_report_kind { INIT_FAILED, INIT_STARTED, INIT_LEADER_ENDED };

struct init_report {
  int32_t kind;
  /* errno · 0 · the status as of wait(2) */
  int32_t value;
  /* Others live on in the namespace. */
  int32_t left;
  uint64_t cpu_ms;
};

/* Makes the new namespaces a place to live in; false with errno set. */
bool init_settle(unsigned long long flags);

/* Does not return. `channel` is its end of a SOCK_SEQPACKET pair. */
void init_run(unsigned long long flags, int channel, struct child *child, void *stack, size_t stack_size)
    __attribute__((noreturn));

#endif
