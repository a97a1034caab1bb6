/*
 * The yardstick: posix_spawn in a loop, N at a time, as fast as one thread can.
 *   loop PROGRAM IN_FLIGHT SECONDS  →  runs, seconds, and p50 and p99 of the latency in milliseconds, as JSON
 */
#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>

#define MOST_RUNS 1000000
#define MOST_IN_FLIGHT 1024

extern char **environ;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  if (argc != 4) return 64;
  char *arguments[] = {argv[1], NULL};
  int most = atoi(argv[2]), running = 0;
  static struct {
    pid_t pid;
    double start;
  } slots[MOST_IN_FLIGHT];
  static double latencies[MOST_RUNS];
  int runs = 0;
  double start = now(), end = start + atof(argv[3]);
  while (runs < MOST_RUNS) {
    for (int slot = 0; slot < most && running < most && now() < end; slot++) {
      if (slots[slot].pid != 0) continue;
      slots[slot].start = now();
      if (posix_spawn(&slots[slot].pid, argv[1], NULL, NULL, arguments, environ) != 0) return 71;
      running++;
    }
    if (running == 0) break;
    pid_t ended = waitpid(-1, NULL, 0);
    for (int slot = 0; slot < most; slot++) {
      if (slots[slot].pid != ended) continue;
      latencies[runs++] = now() - slots[slot].start;
      slots[slot].pid = 0;
      running--;
    }
  }
  double seconds = now() - start;
  qsort(latencies, (size_t)runs, sizeof *latencies, ascending);
  printf("{\"runs\":%d,\"seconds\":%.6f,\"p50\":%.3f,\"p99\":%.3f}\n", runs, seconds, latencies[runs / 2] * 1e3,
         latencies[runs * 99 / 100] * 1e3);
  return 0;
}
