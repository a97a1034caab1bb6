/* Carrying out what JavaScript asks for. */
#ifndef AR_OBEY_H
#define AR_OBEY_H

#include "loop.h"

/* Takes the commands that wait and carries them out. */
void obey_commands(struct loop *loop);

/* A socket of the warden has room again. */
void obey_waiting(struct loop *loop);

#endif
