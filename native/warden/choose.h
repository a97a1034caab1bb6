/* The choice of containment. */
#ifndef AR_CHOOSE_H
#define AR_CHOOSE_H

#include <stddef.h>

#include "../shared/protocol.h"

/* The mode of that name, or -1. */
int mode_named(const char *name);

/*
 * Puts the wanted mode, or the best below it that this machine allows, in force for the warden. `why` gets a line
 * for each better one that is not there.
 */
void choose_mode(enum ar_mode wanted, char *why, size_t size);

/* Tries every mode and prints what each would give, as JSON, to `fd`. */
void print_modes(int fd);

#endif
