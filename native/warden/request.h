/* A spawn request as it comes off the socket. */
#ifndef AR_REQUEST_H
#define AR_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

#include "../shared/protocol.h"

struct request {
  struct ar_spawn head;
  const char *program;
  const char *cwd;
  char **argv;
  char **envp;
  int outputs[2];
  /* What the fields above point into. */
  char *packet;
  char **pointers;
  size_t pointers_capacity;
  void *mapping;
  size_t mapping_size;
};

enum taken { TAKEN_CLOSED, TAKEN_REFUSED, TAKEN_READY };

/*
 * Waits for the next request. TAKEN_REFUSED: it came but cannot be used; errno tells why, `head.run` whose it is.
 * TAKEN_CLOSED: there are no more.
 */
enum taken request_take(struct request *request, int socket);

/* Closes our copies of its pipes, which nobody needs once it was started. */
void request_close_outputs(struct request *request);

/* Closes and unmaps what one request brought; the buffers stay for the next. */
void request_done(struct request *request);

#endif
