/* What a warden and its broker left that died together, so that nobody could clean up after them. */
#ifndef AR_LEFTOVERS_H
#define AR_LEFTOVERS_H

/* Kills processes that carry the tag of a warden that is dead; returns how many. */
int leftovers_kill(void);

#endif
