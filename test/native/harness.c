/*
 * Drives the addon's client, all of it but the part that speaks to Node, for a sanitizer or valgrind to watch.
 *   harness WARDEN MODE ROUNDS
 * Every round starts one run of each kind and sees each of them end. Prints what ended; 0 when all ended as they should.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "addon/client.h"

struct kind {
  const char *name;
  /* Program, cwd, argv and environment, with the numbers of the last two. */
  const char *strings;
  size_t length;
  uint32_t argc, envc;
  /* Exit code; -errno when it cannot start; 1000 + signal when one ends it. */
  int end;
  bool ended_by_us;
};

#define STRINGS(text) text, sizeof text
#define SH(script) STRINGS("/bin/sh\0/\0sh\0-c\0" script), 3, 0

static const struct kind kinds[] = {
    {"true", STRINGS("/bin/true\0/\0true\0A=1\0B=\0"), 1, 2, 0, false},
    {"exit code", SH("exit 7"), 7, false},
    {"output", SH("echo out; echo err >&2"), 0, false},
    {"much output", SH("head -c 3000000 /dev/zero"), 0, false},
    {"leftover", SH("sleep 600 & exit 0"), 0, false},
    {"killed", SH("sleep 600 & sleep 600"), 1000 + SIGTERM, true},
    {"no program", STRINGS("/no/such\0/\0such\0"), 1, 0, -ENOENT, false},
    {"no cwd", STRINGS("/bin/true\0/no/such\0true\0"), 1, 0, -ENOENT, false},
    {"no interpreter", STRINGS("/etc/passwd\0/\0x\0"), 1, 0, -EACCES, false},
};
#define KINDS (sizeof kinds / sizeof *kinds)

static struct client client;
static int told, failures, over;
/* By number of the run in its round: what of it is still to come. */
static int waiting[KINDS + 1];
static size_t bytes;

static void tell(void *context) {
  (void)context;
  eventfd_write(told, 1);
}

static void order(enum command_kind kind, uint32_t run, uint32_t sequence, int signal) {
  struct command *command = calloc(1, sizeof *command);
  command->kind = kind;
  command->run = run;
  command->sequence = sequence;
  command->signal = signal;
  client_do(&client, command);
}

static void spawn(uint32_t run, const char *strings, size_t length, uint32_t argc, uint32_t envc) {
  struct command *command = calloc(1, sizeof *command + length);
  command->kind = DO_SPAWN;
  command->run = run;
  command->request = (struct ar_spawn){.run = run, .argc = argc, .envc = envc, .payload = (uint32_t)length};
  for (int i = 0; i < AR_LIMITS; i++) command->request.limits[i] = i == AR_PROCESSES ? 64 : AR_NO_LIMIT;
  memcpy(command->payload, strings, length);
  client_do(&client, command);
}

static void check(size_t kind, int end) {
  if (end == kinds[kind].end) return;
  printf("%s ended with %d, not %d\n", kinds[kind].name, end, kinds[kind].end);
  failures++;
}

static void part(size_t kind, uint32_t run, int parts) {
  waiting[kind] -= parts;
  if (waiting[kind] == 0) order(DO_DISPOSE, run, 0, 0);
}

static void handle(const struct event *event) {
  const int32_t *words = event->words;
  uint32_t run = (uint32_t)words[1];
  size_t kind = run % KINDS;
  bytes += event->bytes == NULL ? 0 : event->length;
  if (words[0] == AR_LOST || words[0] == AR_CLOSED) over = words[0];
  if (words[0] == AR_SPAWNED && kinds[kind].ended_by_us) order(DO_SIGNAL, run, run, SIGTERM);
  if (words[0] == AR_OUTPUT && words[2] == 0) {
    order(DO_PAUSE, run, 0, 0);
    order(DO_RESUME, run, 0, 0);
  }
  if (words[0] == AR_EXITED) {
    check(kind, words[2] >= 0 ? words[2] : 1000 + words[3]);
    if (words[5] != 0) {
      order(DO_LIST, run, run, 0);
      order(DO_SIGNAL, run, run, SIGKILL);
      order(DO_CLOSE_OUTPUT, run, 0, 0);
    }
    part(kind, run, 1);
  }
  if (words[0] == AR_ENDED) part(kind, run, 1);
  if (words[0] == AR_FAILED) {
    check(kind, -words[3]);
    part(kind, run, waiting[kind]);
  }
}

/* One turn of what would be the event loop. */
static void turn(void) {
  client_send(&client);
  struct batch *batch = client_take(&client);
  if (batch == NULL) {
    struct pollfd ready = {.fd = told, .events = POLLIN};
    eventfd_t ignored;
    if (poll(&ready, 1, 20000) <= 0) exit(99);
    eventfd_read(told, &ignored);
  }
  for (struct batch *next; batch != NULL; batch = next) {
    next = batch->next;
    for (size_t i = 0; i < batch->count; i++) handle(&batch->events[i]);
    client_taken(&client, batch);
  }
}

static int left(void) {
  int sum = 0;
  for (size_t kind = 0; kind < KINDS; kind++) sum += waiting[kind];
  return sum;
}

/* Arguments too long for a packet, and for the kernel. */
static void spawn_large(uint32_t run, size_t length) {
  char *strings = calloc(1, length);
  memcpy(strings, "/bin/true\0/\0true", 17);
  memset(strings + 17, 'x', length - 18);
  for (size_t at = 1000; at < length - 1; at += 1000) strings[at] = 0;
  uint32_t argc = 0;
  for (size_t i = 0; i < length; i++) argc += strings[i] == 0;
  spawn(run, strings, length, argc - 2, 0);
  free(strings);
}

static bool start(const char *warden, const char *mode) {
  memset(&client, 0, sizeof client);
  client.warden_path = strdup(warden);
  client.mode = strdup(mode);
  client.tell = tell;
  return client_start(&client);
}

/* A run that kills the warden: from inside a namespace it would meet the namespace's own first process. */
static void lose(const char *warden, const char *mode) {
  if (strcmp(mode, "namespace") == 0 || over != 0 || !start(warden, mode)) return;
  spawn(1, SH("sleep 600 & kill -KILL $PPID; sleep 600"));
  while (over == 0) turn();
  if (over == AR_LOST) over = 0;
  client_join(&client);
}

int main(int argc, char **argv) {
  if (argc != 4) return 64;
  told = eventfd(0, EFD_CLOEXEC);
  if (!start(argv[1], argv[2])) return 71;
  /* Once, for who does it again and again loses it. */
  waiting[1] = 3;
  spawn(1, SH("kill -STOP $PPID; exit 7"));
  while (left() > 0 && over == 0) turn();
  int rounds = atoi(argv[3]);
  for (int round = 1; round <= rounds && over == 0; round++) {
    for (size_t kind = 0; kind < KINDS; kind++) {
      waiting[kind] = 3;
      spawn((uint32_t)(round * KINDS + kind), kinds[kind].strings, kinds[kind].length, kinds[kind].argc, kinds[kind].envc);
    }
    while (left() > 0 && over == 0) turn();
    waiting[0] = 3;
    spawn_large((uint32_t)((round + rounds) * KINDS), 300000);
    while (left() > 0 && over == 0) turn();
  }
  /* What still runs when the client is closed ends with it. */
  spawn(1u << 30, kinds[4].strings, kinds[4].length, kinds[4].argc, kinds[4].envc);
  client_send(&client);
  client_join(&client);
  lose(argv[1], argv[2]);
  close(told);
  printf("%d rounds, %zu bytes, %d failures, over %d\n", rounds, bytes, failures, over);
  return failures > 0 || over != 0;
}
