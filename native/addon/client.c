#include "client.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "loop.h"

bool client_start(struct client *client) {
  pthread_mutex_init(&client->lock, NULL);
  client->commands_end = &client->commands;
  client->unsent_end = &client->unsent;
  client->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (client->wake < 0) return false;
  /* Node handles signals on its main thread. */
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = pthread_create(&client->thread, NULL, loop_run, client);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (error != 0) close(client->wake);
  return error == 0;
}

static void wake(struct client *client) { eventfd_write(client->wake, 1); }

void client_do(struct client *client, struct command *command) {
  command->next = NULL;
  *client->unsent_end = command;
  client->unsent_end = &command->next;
}

void client_send(struct client *client) {
  if (client->unsent == NULL) return;
  pthread_mutex_lock(&client->lock);
  bool first = client->commands == NULL;
  *client->commands_end = client->unsent;
  client->commands_end = client->unsent_end;
  pthread_mutex_unlock(&client->lock);
  client->unsent = NULL;
  client->unsent_end = &client->unsent;
  if (first) wake(client);
}

struct batch *client_take(struct client *client) {
  pthread_mutex_lock(&client->lock);
  struct batch *batch = client->ready;
  client->ready = NULL;
  if (batch == NULL) client->told = false;
  pthread_mutex_unlock(&client->lock);
  return batch;
}

void client_taken(struct client *client, struct batch *batch) {
  pthread_mutex_lock(&client->lock);
  batch->next = client->taken;
  client->taken = batch;
  pthread_mutex_unlock(&client->lock);
  if (atomic_load(&client->throttled) > 0) wake(client);
}

void batches_free(struct batch *batch) {
  for (struct batch *next; batch != NULL; batch = next) {
    next = batch->next;
    for (size_t i = 0; i < batch->count; i++) free(batch->events[i].bytes);
    free(batch->events);
    free(batch);
  }
}

static void commands_free(struct command *command) {
  for (struct command *next; command != NULL; command = next) {
    next = command->next;
    free(command);
  }
}

void client_join(struct client *client) {
  struct command *command = calloc(1, sizeof *command);
  if (command != NULL) {
    command->kind = DO_CLOSE;
    client_do(client, command);
    client_send(client);
  }
  pthread_join(client->thread, NULL);
  commands_free(client->commands);
  commands_free(client->unsent);
  batches_free(client->taken);
  batches_free(client->ready);
  close(client->wake);
  pthread_mutex_destroy(&client->lock);
  free(client->warden_path);
  free(client->mode);
}
