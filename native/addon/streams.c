#include "streams.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

/* One read: what a pipe holds at most unless it was widened. */
#define CHUNK (64 * 1024)
/* Bytes of one run between us and JavaScript at which its pipes are left alone, and at which they are read again. */
#define MOST_IN_FLIGHT (256 * 1024)
#define FEW_IN_FLIGHT (128 * 1024)
/* For a run that floods: fewer turns for the same bytes. Within what a user may have in all by default (pipe(7)). */
#define WIDE_PIPE (256 * 1024)
/* What a run printed and its end; a flood's rest takes its turns like all of it. */
#define FINISHING_READS 2

uint64_t stream_key(const struct run *run, int stream) { return (uint64_t)run->id << 1 | (uint64_t)stream; }

bool streams_open(struct run *run, int write_ends[2]) {
  int out[2], err[2];
  if (pipe2(out, O_CLOEXEC) != 0) return false;
  if (pipe2(err, O_CLOEXEC) != 0) {
    int error = errno;
    close(out[0]);
    close(out[1]);
    errno = error;
    return false;
  }
  run->fds[0] = out[0];
  run->fds[1] = err[0];
  /* Somebody else may hold the pipe, or even read it: what was there a moment ago must not be waited for. */
  for (int stream = 0; stream < 2; stream++) fcntl(run->fds[stream], F_SETFL, O_NONBLOCK);
  write_ends[0] = out[1];
  write_ends[1] = err[1];
  return true;
}

static bool reads_now(const struct run *run) { return run->spawned && !run->paused && !run->throttled; }

/* A pipe that is not read leaves the set: its end would be told again and again. */
static void arm(struct loop *loop, struct run *run) {
  bool reads = reads_now(run);
  for (int stream = 0; stream < 2; stream++) {
    if (run->fds[stream] < 0 || run->armed[stream] == reads) continue;
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = stream_key(run, stream)};
    epoll_ctl(loop->epoll, reads ? EPOLL_CTL_ADD : EPOLL_CTL_DEL, run->fds[stream], &event);
    run->armed[stream] = reads;
  }
}

static void set_throttled(struct loop *loop, struct run *run, bool throttled) {
  if (run->throttled == throttled) return;
  run->throttled = throttled;
  atomic_fetch_add(&loop->client->throttled, throttled ? 1 : -1);
}

void streams_start(struct loop *loop, struct run *run) { arm(loop, run); }

void streams_pause(struct loop *loop, struct run *run, bool pause) {
  run->paused = pause;
  arm(loop, run);
}

static void end(struct loop *loop, struct run *run, int stream, bool tell) {
  if (run->fds[stream] < 0) return;
  /* Closing alone would not do while a child that Node forks has a copy. */
  if (run->armed[stream]) epoll_ctl(loop->epoll, EPOLL_CTL_DEL, run->fds[stream], NULL);
  run->armed[stream] = false;
  close(run->fds[stream]);
  run->fds[stream] = -1;
  if (tell) loop_tell(loop, AR_ENDED, run->id, stream, 0, 0, 0, NULL, 0);
}

void streams_close(struct loop *loop, struct run *run) {
  for (int stream = 0; stream < 2; stream++) end(loop, run, stream, false);
  set_throttled(loop, run, false);
}

static void widen(struct run *run) {
  run->widened = true;
  for (int stream = 0; stream < 2; stream++) {
    if (run->fds[stream] >= 0) fcntl(run->fds[stream], F_SETPIPE_SZ, WIDE_PIPE);
  }
}

/* Reads a chunk and tells it; else as read(2). */
static ssize_t read_chunk(struct loop *loop, struct run *run, int stream) {
  char *bytes = malloc(CHUNK);
  if (bytes == NULL) return -1;
  ssize_t length = read(run->fds[stream], bytes, CHUNK);
  if (length <= 0) {
    int error = errno;
    free(bytes);
    errno = error;
    return length;
  }
  /* Few bytes must not hold a whole chunk. */
  if (length < CHUNK) {
    char *fitting = realloc(bytes, (size_t)length);
    if (fitting != NULL) bytes = fitting;
  }
  run->in_flight += (size_t)length;
  loop_tell(loop, AR_OUTPUT, run->id, stream, 0, 0, 0, bytes, (size_t)length);
  return length;
}

void stream_ready(struct loop *loop, struct run *run, int stream, uint32_t events) {
  if (run->fds[stream] < 0) return;
  if (!(events & EPOLLIN)) return end(loop, run, stream, true);
  /* One read a turn, so that a flood takes no more turns than anybody else. */
  ssize_t length = read_chunk(loop, run, stream);
  if (length < 0 && (errno == EINTR || errno == EAGAIN || errno == ENOMEM)) return;
  if (length <= 0) return end(loop, run, stream, true);
  if (length == CHUNK && !run->widened) widen(run);
  if (run->in_flight >= MOST_IN_FLIGHT) {
    set_throttled(loop, run, true);
    arm(loop, run);
  }
}

/* What a pipe holds, as far as it may have been widened. */
static void read_rest(struct loop *loop, struct run *run, int stream) {
  ssize_t length = 0;
  for (size_t rest = 0; run->fds[stream] >= 0 && rest < WIDE_PIPE; rest += (size_t)length) {
    length = read_chunk(loop, run, stream);
    if (length <= 0) return;
  }
}

void streams_end(struct loop *loop, struct run *run) {
  for (int stream = 0; stream < 2; stream++) {
    read_rest(loop, run, stream);
    end(loop, run, stream, true);
  }
  set_throttled(loop, run, false);
}

void streams_finish(struct loop *loop, struct run *run) {
  for (int stream = 0; stream < 2; stream++) {
    for (int reads = 0; reads < FINISHING_READS && reads_now(run) && run->fds[stream] >= 0; reads++) {
      struct pollfd ready = {.fd = run->fds[stream], .events = POLLIN};
      /* Not the end: somebody else holds the pipe, and reading would wait for it. */
      if (poll(&ready, 1, 0) <= 0) break;
      stream_ready(loop, run, stream, ready.revents & POLLIN ? EPOLLIN : EPOLLHUP);
    }
  }
}

void streams_forget(struct loop *loop, struct run *run) {
  if (!run->over || run->fds[0] >= 0 || run->fds[1] >= 0) return;
  set_throttled(loop, run, false);
  runs_remove(&loop->runs, run->id);
}

void streams_taken(struct loop *loop, struct run *run, size_t bytes) {
  run->in_flight -= bytes;
  if (!run->throttled || run->in_flight > FEW_IN_FLIGHT) return;
  set_throttled(loop, run, false);
  arm(loop, run);
}
