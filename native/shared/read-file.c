#include "read-file.h"

#include <fcntl.h>
#include <unistd.h>

ssize_t read_file(const char *path, char *text, size_t size) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return -1;
  ssize_t length = read(fd, text, size - 1);
  close(fd);
  if (length >= 0) text[length] = 0;
  return length;
}
