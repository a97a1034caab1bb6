#include "patience.h"

#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>
#include <time.h>

#include "../shared/protocol.h"
#include "send.h"

/* Between two looks, which are a system call each: a stopped warden must cost a call no more than a part of its half second. */
#define LOOK_MS 100
/* Once it was found stopped somebody may do it again and again. So often in a row it is let go on. */
#define LOOK_AGAIN_MS 10
#define MOST_STOPS 8
#define FORGIVEN_MS 5000
/* A probe wakes the warden, so there are fewer of them. */
#define PROBE_MS 500
/*
 * Not stopped, and silent all the same: somebody traces it, or the machine is that busy. Looks are counted, not time:
 * when a container or a machine goes on after a pause, the warden has had no time either.
 */
#define MOST_SILENT_LOOKS 20
/* Before it is up it has to look what this machine allows, and what others left. */
#define MOST_LOOKS_AT_START 100

static uint64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

int patience_wait(struct patience *patience, bool needed) {
  if (!needed) {
    patience->look_ms = 0;
    patience->silent_looks = 0;
    return -1;
  }
  uint64_t now = now_ms();
  if (patience->look_ms == 0) patience->look_ms = now + LOOK_MS;
  return patience->look_ms <= now ? 0 : (int)(patience->look_ms - now);
}

/* It is our child, so the kernel tells, without a look into /proc. */
static bool stopped(pid_t warden) {
  siginfo_t info = {0};
  return waitid(P_PID, (id_t)warden, &info, WSTOPPED | WNOHANG | WNOWAIT) == 0 && info.si_pid == warden;
}

static bool wake(struct patience *patience, pid_t warden, uint64_t now) {
  if (now - patience->stopped_ms > FORGIVEN_MS) patience->stops = 0;
  patience->stopped_ms = now;
  patience->stops++;
  /* While it was stopped it could not answer. */
  patience->silent_looks = 0;
  kill(warden, SIGCONT);
  return patience->stops < MOST_STOPS;
}

static bool probe(struct patience *patience, int control, uint64_t now) {
  if (patience->silent_looks > 0) {
    if (now - patience->counted_ms < LOOK_MS) return true;
    patience->counted_ms = now;
    return ++patience->silent_looks < (patience->greeted ? MOST_SILENT_LOOKS : MOST_LOOKS_AT_START);
  }
  if (now - patience->answered_ms < PROBE_MS) return true;
  /* No run has the number 0, so it has nothing to list. */
  struct ar_order order = {.kind = AR_LIST, .sequence = AR_PROBE};
  /* Where it finds no room, that is because what was sent before was not read either. */
  send_order(control, &order);
  patience->silent_looks = 1;
  patience->counted_ms = now;
  return true;
}

bool patience_due(const struct patience *patience) { return patience->look_ms != 0 && patience->look_ms <= now_ms(); }

bool patience_look(struct patience *patience, pid_t warden, int control) {
  uint64_t now = now_ms();
  bool bears = stopped(warden) ? wake(patience, warden, now) : probe(patience, control, now);
  bool again = patience->stops > 0 && now - patience->stopped_ms < FORGIVEN_MS;
  patience->look_ms = now + (again ? LOOK_AGAIN_MS : LOOK_MS);
  return bears;
}

void patience_answered(struct patience *patience) {
  patience->silent_looks = 0;
  patience->answered_ms = now_ms();
}
