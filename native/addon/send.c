#include "send.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

/* A memfd that holds the payload, or -1 with errno set. */
static int large(const char *payload, size_t length) {
  int fd = memfd_create("agent-reach-arguments", MFD_CLOEXEC);
  if (fd < 0) return -1;
  for (size_t written = 0; written < length;) {
    ssize_t more = write(fd, payload + written, length - written);
    if (more <= 0) {
      int error = errno;
      close(fd);
      errno = error;
      return -1;
    }
    written += (size_t)more;
  }
  return fd;
}

int send_spawn(int socket, const struct ar_spawn *request, const char *payload, const int write_ends[2]) {
  int fds[3] = {write_ends[0], write_ends[1], -1}, count = 2;
  if (request->payload > AR_INLINE_PAYLOAD) {
    fds[2] = large(payload, request->payload);
    if (fds[2] < 0) return errno;
    count = 3;
  }
  union {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof fds)];
  } control = {0};
  struct iovec parts[2] = {{(void *)request, sizeof *request}, {(void *)payload, request->payload}};
  struct msghdr message = {.msg_iov = parts,
                           .msg_iovlen = count == 2 ? 2 : 1,
                           .msg_control = &control,
                           .msg_controllen = CMSG_SPACE((size_t)count * sizeof *fds)};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN((size_t)count * sizeof *fds);
  memcpy(CMSG_DATA(header), fds, (size_t)count * sizeof *fds);
  int error = sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 ? errno : 0;
  if (fds[2] >= 0) close(fds[2]);
  return error;
}

int send_order(int socket, const struct ar_order *order) {
  return send(socket, order, sizeof *order, MSG_DONTWAIT | MSG_NOSIGNAL) < 0 ? errno : 0;
}
