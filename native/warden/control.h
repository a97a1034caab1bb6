/* The control socket: orders in, reports out. */
#ifndef AR_CONTROL_H
#define AR_CONTROL_H

#include <stdbool.h>

/* Carries out the orders that wait; false when the broker is gone. */
bool control_ready(void);

#endif
