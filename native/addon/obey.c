#include "obey.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "send.h"
#include "streams.h"

static void refuse(struct loop *loop, uint32_t run, int stage, int error) {
  struct run *known = runs_find(&loop->runs, run);
  if (known != NULL) streams_close(loop, known);
  runs_remove(&loop->runs, run);
  loop_tell(loop, AR_FAILED, run, stage, error, 0, 0, NULL, 0);
}

/* False when the socket has no room; nothing has changed then. */
static bool spawn(struct loop *loop, const struct command *command) {
  int write_ends[2];
  struct run *run = runs_add(&loop->runs, command->run);
  if (run == NULL || !streams_open(run, write_ends)) {
    refuse(loop, command->run, AR_STAGE_PIPE, run == NULL ? ENOMEM : errno);
    return true;
  }
  int error = send_spawn(loop->spawner, &command->request, command->payload, write_ends);
  close(write_ends[0]);
  close(write_ends[1]);
  if (error == EAGAIN) {
    streams_close(loop, run);
    runs_remove(&loop->runs, command->run);
    return false;
  }
  if (error != 0) refuse(loop, command->run, AR_STAGE_SEND, error);
  return true;
}

/* False when the socket has no room. */
static bool order(struct loop *loop, const struct command *command) {
  static const uint32_t kinds[] = {[DO_SIGNAL] = AR_SIGNAL, [DO_LIST] = AR_LIST, [DO_DISPOSE] = AR_DISPOSE};
  struct ar_order what = {kinds[command->kind], command->run, command->sequence, command->signal};
  return send_order(loop->control, &what) != EAGAIN;
}

static void wait_for_room(struct loop *loop, int socket, bool wait) {
  struct epoll_event event = {.events = wait ? EPOLLIN | EPOLLOUT : EPOLLIN,
                              .data.u64 = socket == loop->control ? ON_CONTROL : ON_SPAWNER};
  epoll_ctl(loop->epoll, EPOLL_CTL_MOD, socket, &event);
}

/* Sends what waits in line, as far as there is room. */
static void send_line(struct loop *loop, struct line *line, int socket, bool (*send)(struct loop *, const struct command *)) {
  bool waited = line->waits;
  while (line->first != NULL && send(loop, line->first)) {
    struct command *sent = line->first;
    line->first = sent->next;
    free(sent);
  }
  if (line->first == NULL) line->last = &line->first;
  line->waits = line->first != NULL;
  if (waited != line->waits) wait_for_room(loop, socket, line->waits);
}

static void stand_in_line(struct line *line, struct command *command) {
  if (line->last == NULL) line->last = &line->first;
  command->next = NULL;
  *line->last = command;
  line->last = &command->next;
}

void obey_waiting(struct loop *loop) {
  send_line(loop, &loop->orders, loop->control, order);
  send_line(loop, &loop->spawns, loop->spawner, spawn);
}

/* Does its part here; true when the warden has to hear of it too. */
static bool obey_here(struct loop *loop, const struct command *command) {
  struct run *run = runs_find(&loop->runs, command->run);
  switch (command->kind) {
    case DO_SIGNAL:
    case DO_LIST:
      return true;
    case DO_CLOSE:
      loop->closing = true;
      return false;
    case DO_PAUSE:
    case DO_RESUME:
      if (run != NULL) streams_pause(loop, run, command->kind == DO_PAUSE);
      return false;
    case DO_CLOSE_OUTPUT:
      if (run == NULL) return false;
      streams_end(loop, run);
      streams_forget(loop, run);
      return false;
    case DO_DISPOSE: {
      bool live = run != NULL && !run->over;
      if (run != NULL) streams_close(loop, run);
      runs_remove(&loop->runs, command->run);
      return live;
    }
    default:
      return false;
  }
}

void obey_commands(struct loop *loop) {
  struct client *client = loop->client;
  pthread_mutex_lock(&client->lock);
  struct command *command = client->commands;
  client->commands = NULL;
  client->commands_end = &client->commands;
  pthread_mutex_unlock(&client->lock);
  for (struct command *next; command != NULL; command = next) {
    next = command->next;
    if (command->kind == DO_SPAWN) stand_in_line(&loop->spawns, command);
    else if (obey_here(loop, command)) stand_in_line(&loop->orders, command);
    else free(command);
  }
  obey_waiting(loop);
}
