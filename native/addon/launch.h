/* Starting and ending the warden process. */
#ifndef AR_LAUNCH_H
#define AR_LAUNCH_H

#include <stdbool.h>
#include <sys/types.h>

#include "runs.h"

/* Starts it and stores our ends of its sockets; -1 with errno set. */
pid_t warden_launch(const char *path, const char *mode, int *control, int *spawner);

/* Waits for its end after its sockets were closed, and reaps it. False when that takes too long: it is there still. */
bool warden_leave(pid_t warden);

/*
 * It is dead, or as good as dead, so nobody ends what it started: kills and reaps it, and kills what descends from it,
 * what carries its tags, and the sessions of `runs`.
 */
void warden_abandon(pid_t warden, const struct runs *runs);

#endif
