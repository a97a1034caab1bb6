/* Small files of /proc. */
#ifndef AR_READ_FILE_H
#define AR_READ_FILE_H

#include <sys/types.h>

/* Reads at most `size` − 1 bytes and ends them with a NUL; returns how many, -1 when it cannot be read. */
ssize_t read_file(const char *path, char *text, size_t size);

#endif
