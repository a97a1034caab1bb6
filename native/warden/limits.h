/* Which limit ended a run, as far as the system tells. */
#ifndef AR_LIMITS_H
#define AR_LIMITS_H

#include "runs.h"

/* A limit of enum ar_limit, or -1. `code` is -1 when it ended by `signal`. */
int limit_hit(const struct run *run, int code, int signal, uint64_t cpu_ms);

#endif
