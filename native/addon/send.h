/* Packets to the warden. */
#ifndef AR_SEND_H
#define AR_SEND_H

#include "../shared/protocol.h"

/* Both: 0, or an errno; EAGAIN when the socket has no room now. */
int send_spawn(int socket, const struct ar_spawn *request, const char *payload, const int write_ends[2]);
int send_order(int socket, const struct ar_order *order);

#endif
