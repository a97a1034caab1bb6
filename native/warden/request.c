#include "request.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define MOST_FDS 3
#define PACKET (sizeof(struct ar_spawn) + AR_INLINE_PAYLOAD)

/* Stores the descriptors that came along; -1 for those that did not. */
static void take_fds(struct msghdr *message, int fds[MOST_FDS]) {
  for (int i = 0; i < MOST_FDS; i++) fds[i] = -1;
  struct cmsghdr *header = CMSG_FIRSTHDR(message);
  if (header == NULL || header->cmsg_type != SCM_RIGHTS) return;
  size_t bytes = header->cmsg_len - CMSG_LEN(0);
  memcpy(fds, CMSG_DATA(header), bytes < MOST_FDS * sizeof(int) ? bytes : MOST_FDS * sizeof(int));
}

static ssize_t receive(struct request *request, int socket, int fds[MOST_FDS], bool *cut) {
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(MOST_FDS * sizeof(int))];
  } control;
  struct iovec part = {request->packet, PACKET};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  ssize_t length;
  do {
    length = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (length < 0 && errno == EINTR);
  if (length > 0) take_fds(&message, fds);
  *cut = (message.msg_flags & MSG_CTRUNC) != 0;
  return length;
}

/* The payload, in the packet or in the memfd; null with errno set when it is not all there. */
static char *payload(struct request *request, size_t inside, int memfd) {
  if (memfd < 0) {
    if (inside == request->head.payload) return request->packet + sizeof request->head;
    errno = EBADMSG;
    return NULL;
  }
  struct stat file;
  if (fstat(memfd, &file) != 0 || file.st_size != (off_t)request->head.payload) {
    errno = EBADMSG;
    return NULL;
  }
  void *mapping = mmap(NULL, request->head.payload, PROT_READ | PROT_WRITE, MAP_PRIVATE, memfd, 0);
  if (mapping == MAP_FAILED) return NULL;
  request->mapping = mapping;
  request->mapping_size = request->head.payload;
  return mapping;
}

/* Finds the strings; false when their number is not what the head says. */
static bool split(struct request *request, char *text, size_t length) {
  size_t strings = 2 + (size_t)request->head.argc + request->head.envc;
  size_t needed = strings + 2;
  if (needed > request->pointers_capacity) {
    char **pointers = realloc(request->pointers, needed * sizeof *pointers);
    if (pointers == NULL) return false;
    request->pointers = pointers;
    request->pointers_capacity = needed;
  }
  char **next = request->pointers, *at = text, *end = text + length;
  for (size_t i = 0; i < strings; i++) {
    if (i == 2 + (size_t)request->head.argc) *next++ = NULL;
    char *zero = at < end ? memchr(at, 0, (size_t)(end - at)) : NULL;
    if (zero == NULL) {
      errno = EBADMSG;
      return false;
    }
    *next++ = at;
    at = zero + 1;
  }
  if (request->head.envc == 0) *next++ = NULL;
  *next = NULL;
  request->program = request->pointers[0];
  request->cwd = request->pointers[1];
  request->argv = request->pointers + 2;
  request->envp = request->argv + request->head.argc + 1;
  return true;
}

enum taken request_take(struct request *request, int socket) {
  if (request->packet == NULL && (request->packet = malloc(PACKET)) == NULL) return TAKEN_CLOSED;
  request->mapping = NULL;
  int fds[MOST_FDS];
  bool cut;
  ssize_t length = receive(request, socket, fds, &cut);
  if (length < (ssize_t)sizeof request->head) return TAKEN_CLOSED;
  memcpy(&request->head, request->packet, sizeof request->head);
  request->outputs[0] = fds[0];
  request->outputs[1] = fds[1];
  char *text = NULL;
  /* The kernel cuts descriptors off when this process may not have more. */
  if (cut || fds[1] < 0) errno = EMFILE;
  else text = payload(request, (size_t)length - sizeof request->head, fds[2]);
  if (fds[2] >= 0) close(fds[2]);
  return text != NULL && split(request, text, request->head.payload) ? TAKEN_READY : TAKEN_REFUSED;
}

void request_close_outputs(struct request *request) {
  for (int i = 0; i < 2; i++) {
    if (request->outputs[i] >= 0) close(request->outputs[i]);
    request->outputs[i] = -1;
  }
}

void request_done(struct request *request) {
  request_close_outputs(request);
  if (request->mapping != NULL) munmap(request->mapping, request->mapping_size);
  request->mapping = NULL;
}
