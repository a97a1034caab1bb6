#include "loop.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "launch.h"
#include "obey.h"
#include "streams.h"

#define EVENTS 64
#define STARTED 64

void loop_tell(struct loop *loop, int32_t kind, uint32_t run, int32_t a, int32_t b, int32_t c, int32_t d, char *bytes,
               size_t length) {
  struct batch *batch = loop->batch;
  if (batch == NULL) batch = loop->batch = calloc(1, sizeof *batch);
  if (batch != NULL && batch->count == batch->capacity) {
    size_t capacity = batch->capacity == 0 ? 32 : batch->capacity * 2;
    struct event *events = realloc(batch->events, capacity * sizeof *events);
    if (events == NULL) abort();
    batch->events = events;
    batch->capacity = capacity;
  }
  /* An event that is lost would leave a call without an answer for good. */
  if (batch == NULL) abort();
  batch->events[batch->count++] = (struct event){{kind, (int32_t)run, a, b, c, d}, bytes, length};
}

/* Hands this turn's events over. */
static void flush(struct loop *loop) {
  struct client *client = loop->client;
  struct batch *batch = loop->batch;
  if (batch == NULL) return;
  loop->batch = NULL;
  pthread_mutex_lock(&client->lock);
  struct batch **last = &client->ready;
  while (*last != NULL) last = &(*last)->next;
  *last = batch;
  bool tell = !client->told;
  client->told = true;
  pthread_mutex_unlock(&client->lock);
  if (tell) client->tell(client->context);
}

/* Counts what JavaScript has taken. */
static void settle(struct loop *loop) {
  struct client *client = loop->client;
  pthread_mutex_lock(&client->lock);
  struct batch *batch = client->taken;
  client->taken = NULL;
  pthread_mutex_unlock(&client->lock);
  for (const struct batch *each = batch; each != NULL; each = each->next) {
    for (size_t i = 0; i < each->count; i++) {
      const struct event *event = &each->events[i];
      struct run *run = event->words[0] == AR_OUTPUT ? runs_find(&loop->runs, (uint32_t)event->words[1]) : NULL;
      if (run != NULL) streams_taken(loop, run, event->length);
    }
  }
  batches_free(batch);
}

static void heard(struct loop *loop, const struct ar_report *report, const char *tail, size_t length) {
  if (report->kind == AR_LISTED && report->a == AR_PROBE) {
    patience_answered(&loop->patience);
    return;
  }
  if (report->kind == AR_HELLO) loop->patience.greeted = true;
  struct run *run = runs_find(&loop->runs, report->run);
  char *bytes = NULL;
  if (length > 0 && (bytes = malloc(length)) != NULL) memcpy(bytes, tail, length);
  if (report->kind == AR_SPAWNED && run != NULL) {
    run->pid = report->a;
    run->spawned = true;
  }
  bool over = report->kind == AR_EMPTIED || (report->kind == AR_EXITED && report->d == 0);
  if (over && run != NULL) {
    run->over = true;
    streams_finish(loop, run);
  }
  if (report->kind == AR_FAILED && run != NULL) {
    streams_close(loop, run);
    runs_remove(&loop->runs, report->run);
  }
  loop_tell(loop, (int32_t)report->kind, report->run, report->a, report->b, report->c, report->d, bytes,
            bytes == NULL ? 0 : length);
  if (over && run != NULL) streams_forget(loop, run);
}

static void start_streams(struct loop *loop, const uint32_t *started, size_t count) {
  for (size_t i = 0; i < count; i++) {
    struct run *run = runs_find(&loop->runs, started[i]);
    if (run != NULL) streams_start(loop, run);
  }
}

/* False when the warden is gone. */
static bool hear(struct loop *loop) {
  char packet[sizeof(struct ar_report) + AR_MOST_PIDS * sizeof(int32_t)];
  /* Of many a short run the end comes along with the start: its pipes need not be waited for. */
  uint32_t started[STARTED];
  size_t count = 0;
  for (;;) {
    ssize_t length = recv(loop->control, packet, sizeof packet, MSG_DONTWAIT);
    if (length < (ssize_t)sizeof(struct ar_report)) {
      bool alive = length < 0 && errno == EAGAIN;
      start_streams(loop, started, count);
      return alive;
    }
    struct ar_report report;
    memcpy(&report, packet, sizeof report);
    heard(loop, &report, packet + sizeof report, (size_t)length - sizeof report);
    if (report.kind == AR_SPAWNED) started[count++] = report.run;
    if (count == STARTED) {
      start_streams(loop, started, count);
      count = 0;
    }
  }
}

static bool watch(struct loop *loop, int fd, uint64_t about) {
  struct epoll_event event = {.events = EPOLLIN, .data.u64 = about};
  return epoll_ctl(loop->epoll, EPOLL_CTL_ADD, fd, &event) == 0;
}

static bool set_up(struct loop *loop) {
  loop->epoll = epoll_create1(EPOLL_CLOEXEC);
  if (loop->epoll < 0 || !watch(loop, loop->client->wake, ON_COMMANDS)) return false;
  loop->warden = warden_launch(loop->client->warden_path, loop->client->mode, &loop->control, &loop->spawner);
  return loop->warden > 0 && watch(loop, loop->control, ON_CONTROL) && watch(loop, loop->spawner, ON_SPAWNER);
}

/* False when the warden is gone. */
static bool handle(struct loop *loop, const struct epoll_event *event) {
  uint64_t about = event->data.u64;
  eventfd_t ignored;
  if (about == ON_COMMANDS) eventfd_read(loop->client->wake, &ignored);
  else if (about == ON_CONTROL) return !(event->events & (EPOLLIN | EPOLLHUP)) || hear(loop);
  else if (about < ON_COMMANDS) {
    struct run *run = runs_find(&loop->runs, (uint32_t)(about >> 1));
    if (run == NULL) return true;
    stream_ready(loop, run, (int)(about & 1), event->events);
    streams_forget(loop, run);
  }
  return true;
}

static bool turn(struct loop *loop) {
  struct epoll_event events[EVENTS];
  bool needed = loop->runs.count > 0 || !loop->patience.greeted;
  int count = epoll_wait(loop->epoll, events, EVENTS, patience_wait(&loop->patience, needed));
  bool alive = true;
  for (int i = 0; i < count; i++) alive &= handle(loop, &events[i]);
  if (alive && patience_due(&loop->patience)) {
    alive = hear(loop) && patience_look(&loop->patience, loop->warden, loop->control);
  }
  settle(loop);
  obey_commands(loop);
  flush(loop);
  return alive;
}

static void drop_line(struct line *line) {
  for (struct command *next; line->first != NULL; line->first = next) {
    next = line->first->next;
    free(line->first);
  }
}

static void drop_runs(struct loop *loop) {
  for (int bucket = 0; bucket < RUN_BUCKETS; bucket++) {
    for (struct run *run; (run = loop->runs.buckets[bucket]) != NULL;) {
      streams_close(loop, run);
      runs_remove(&loop->runs, run->id);
    }
  }
}

/* Ends the warden, which ends what it started, and lets go of everything. */
static void tear_down(struct loop *loop) {
  if (loop->warden > 0) {
    close(loop->control);
    close(loop->spawner);
    bool ended_them = loop->closing && warden_leave(loop->warden);
    if (!ended_them) warden_abandon(loop->warden, &loop->runs);
  }
  drop_runs(loop);
  drop_line(&loop->spawns);
  drop_line(&loop->orders);
  if (loop->epoll >= 0) close(loop->epoll);
}

void *loop_run(void *client) {
  struct loop loop = {.client = client, .control = -1, .spawner = -1};
  prctl(PR_SET_NAME, "agent-reach-io");
  bool up = set_up(&loop);
  int error = up ? 0 : errno;
  while (up && !loop.closing && turn(&loop)) continue;
  tear_down(&loop);
  loop_tell(&loop, loop.closing ? AR_CLOSED : AR_LOST, 0, error, 0, 0, 0, NULL, 0);
  flush(&loop);
  return NULL;
}
