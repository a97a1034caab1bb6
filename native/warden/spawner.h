/* The threads that take spawn requests. One more is made whenever all are busy, since a program may hang in exec. */
#ifndef AR_SPAWNER_H
#define AR_SPAWNER_H

#include <stdbool.h>

bool spawners_start(void);

#endif
