/* Starting and ending the warden process. */
#ifndef AR_LAUNCH_H
#define AR_LAUNCH_H

#include <stdbool.h>
#include <sys/types.h>

/* Starts it and stores our ends of its sockets; -1 with errno set. */
pid_t warden_launch(const char *path, const char *mode, int *control, int *spawner);

/* Waits for its end after its sockets were closed; kills it when it takes too long. */
void warden_reap(pid_t warden);

/* The warden died, so nobody ends what it started: kills what carries its tags. */
void warden_orphans_kill(pid_t warden);

#endif
