#include "limits.h"

#include <signal.h>

/* What a shell says of a command that ended by a signal. */
#define BY_SIGNAL 128

static bool ended_by(int code, int signal, int which) { return signal == which || code == BY_SIGNAL + which; }

static bool set(const struct run *run, enum ar_limit which) { return run->limits[which] != AR_NO_LIMIT; }

int limit_hit(const struct run *run, int code, int signal, uint64_t cpu_ms) {
  if (run->limit_hit >= 0) return run->limit_hit;
  /* A program that coped is no failure of a limit. */
  if (code == 0) return -1;
  if (set(run, AR_CPU)) {
    bool over = cpu_ms >= run->limits[AR_CPU] * 1000;
    if (ended_by(code, signal, SIGXCPU) || (over && ended_by(code, signal, SIGKILL))) return AR_CPU;
  }
  if (set(run, AR_FILE_SIZE) && ended_by(code, signal, SIGXFSZ)) return AR_FILE_SIZE;
  return run->cgroup == NULL ? -1 : cgroup_limit_hit(run->cgroup);
}
