/*
 * How long a warden is waited for. A tool that runs as the broker's user can stop the warden, or hold it with a
 * debugger, and every call would wait for it. So it is looked at while there is anything to hear from it.
 */
#ifndef AR_PATIENCE_H
#define AR_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct patience {
  /* It has said that it is up. */
  bool greeted;
  /* When the next look is due; 0 while there is no need for one. */
  uint64_t look_ms;
  uint64_t answered_ms;
  /* Looks since a probe was sent that it has not answered, 0 when none is out, and when the last one was counted. */
  int silent_looks;
  uint64_t counted_ms;
  /* How often in a row it was found stopped, and when last. */
  int stops;
  uint64_t stopped_ms;
};

/* Milliseconds until the next look, for epoll_wait; −1 for never. `needed`: there is anything to hear from the warden. */
int patience_wait(struct patience *patience, bool needed);

/* Whether the look is due. What the warden has said by then should be heard first. */
bool patience_due(const struct patience *patience);

/* The look: wakes the warden when it was stopped, asks it for a sign of life. False: give it up. */
bool patience_look(struct patience *patience, pid_t warden, int control);

/* It gave the sign of life that was asked for. */
void patience_answered(struct patience *patience);

#endif
