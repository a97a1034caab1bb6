/*
 * The addon's face to JavaScript, in Node-API alone, so that one build serves every Node from 20 on:
 *
 *   open(warden, mode, words, onEvents) → client    words: Int32Array, filled before each call of onEvents(count, bytes)
 *   spawn(client, run, argc, envc, strings, limits) strings: program, cwd, argv…, environment…, each with a NUL behind;
 *                                                   returns 0, or the errno for which nothing was asked of the warden
 *   signal(client, run, sequence, signal) · list(client, run, sequence)
 *   pause(client, run) · resume(client, run) · closeOutput(client, run) · dispose(client, run)
 *   hold(client, yes)                               whether an open client keeps the event loop alive
 *   close(client)                                   ends the warden; its last event is CLOSED
 *   turn(client, onEvents) → more                   hands over the orders given so far, and passes on what has come
 *
 * Orders wait for `turn`. It has to be called after orders and after onEvents, again while it returns true, each time
 * from a later turn of the event loop: so neither a flood of events nor the wake-ups between the threads can starve it.
 */
#define NAPI_VERSION 8
#include <errno.h>
#include <node_api.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"
#include "delivery.h"
#include "values.h"

static napi_value number(napi_env env, int32_t value) {
  napi_value result;
  return napi_create_int32(env, value, &result) == napi_ok ? result : NULL;
}

static napi_value open_(napi_env env, napi_callback_info info) {
  napi_value args[4];
  if (!take_arguments(env, info, 4, args)) return NULL;
  struct delivery *delivery = calloc(1, sizeof *delivery);
  if (delivery == NULL) return throw_error(env, "out of memory");
  delivery->client.warden_path = take_string(env, args[0]);
  delivery->client.mode = take_string(env, args[1]);
  if (delivery->client.warden_path == NULL || delivery->client.mode == NULL) {
    free(delivery->client.warden_path);
    free(delivery->client.mode);
    free(delivery);
    return throw_error(env, "open: a path and a mode are needed");
  }
  return delivery_open(env, delivery, args[2], args[3]);
}

/* Whether it is as many strings as said, each with its NUL. */
static bool strings_fit(const char *text, size_t length, uint64_t count) {
  for (size_t i = 0; i < length; i++) count -= text[i] == 0;
  return count == 0 && length > 0 && text[length - 1] == 0;
}

static napi_value spawn(napi_env env, napi_callback_info info) {
  napi_value args[6];
  struct client *client;
  uint32_t run, argc, envc;
  size_t length = 0;
  if (!take_arguments(env, info, 6, args) || (client = take_client(env, args[0])) == NULL) return NULL;
  if (!take_number(env, args[1], &run) || !take_number(env, args[2], &argc) || !take_number(env, args[3], &envc)) return NULL;
  if (napi_get_value_string_utf8(env, args[4], NULL, 0, &length) != napi_ok) return throw_type(env, "strings: a string is needed");
  if (length > AR_LARGEST_PAYLOAD) return number(env, E2BIG);
  struct command *command = calloc(1, sizeof *command + length + 1);
  if (command == NULL) return number(env, ENOMEM);
  command->kind = DO_SPAWN;
  command->run = run;
  command->request = (struct ar_spawn){.run = run, .argc = argc, .envc = envc, .payload = (uint32_t)length};
  if (!take_limits(env, args[5], command->request.limits)) {
    free(command);
    return NULL;
  }
  napi_get_value_string_utf8(env, args[4], command->payload, length + 1, NULL);
  if (!strings_fit(command->payload, length, 2ull + argc + envc)) {
    free(command);
    return number(env, EINVAL);
  }
  client_do(client, command);
  return number(env, 0);
}

/* A command about a run: `extra` more numbers, a sequence and a signal. */
static napi_value simple(napi_env env, napi_callback_info info, enum command_kind kind, size_t extra) {
  napi_value args[4];
  struct client *client;
  uint32_t numbers[3] = {0, 0, 0};
  if (!take_arguments(env, info, 2 + extra, args) || (client = take_client(env, args[0])) == NULL) return NULL;
  for (size_t i = 0; i < 1 + extra; i++) {
    if (!take_number(env, args[1 + i], &numbers[i])) return NULL;
  }
  struct command *command = calloc(1, sizeof *command);
  if (command == NULL) return throw_error(env, "out of memory");
  command->kind = kind;
  command->run = numbers[0];
  command->sequence = numbers[1];
  command->signal = (int32_t)numbers[2];
  client_do(client, command);
  return NULL;
}

static napi_value signal_(napi_env env, napi_callback_info info) { return simple(env, info, DO_SIGNAL, 2); }
static napi_value list(napi_env env, napi_callback_info info) { return simple(env, info, DO_LIST, 1); }
static napi_value pause_(napi_env env, napi_callback_info info) { return simple(env, info, DO_PAUSE, 0); }
static napi_value resume(napi_env env, napi_callback_info info) { return simple(env, info, DO_RESUME, 0); }
static napi_value close_output(napi_env env, napi_callback_info info) { return simple(env, info, DO_CLOSE_OUTPUT, 0); }
static napi_value dispose(napi_env env, napi_callback_info info) { return simple(env, info, DO_DISPOSE, 0); }

static napi_value hold(napi_env env, napi_callback_info info) {
  napi_value args[2];
  bool yes;
  if (!take_arguments(env, info, 2, args)) return NULL;
  struct client *client = take_client(env, args[0]);
  if (client == NULL) return NULL;
  if (napi_get_value_bool(env, args[1], &yes) != napi_ok) return throw_type(env, "hold: a boolean is needed");
  delivery_hold(env, client, yes);
  return NULL;
}

static napi_value close_(napi_env env, napi_callback_info info) {
  napi_value args[1];
  if (!take_arguments(env, info, 1, args)) return NULL;
  struct client *client = take_client(env, args[0]);
  struct command *command = client == NULL ? NULL : calloc(1, sizeof *command);
  if (command == NULL) return NULL;
  command->kind = DO_CLOSE;
  client_do(client, command);
  return NULL;
}

static napi_value turn(napi_env env, napi_callback_info info) {
  napi_value args[2], more;
  napi_valuetype type;
  if (!take_arguments(env, info, 2, args)) return NULL;
  struct client *client = take_client(env, args[0]);
  if (client == NULL) return NULL;
  if (napi_typeof(env, args[1], &type) != napi_ok || type != napi_function) return throw_type(env, "turn: a function is needed");
  client_send(client);
  return napi_get_boolean(env, delivery_turn(client, args[1]), &more) == napi_ok ? more : NULL;
}

static napi_value init(napi_env env, napi_value exports) {
  static const struct {
    const char *name;
    napi_callback function;
  } functions[] = {{"open", open_},           {"spawn", spawn},   {"signal", signal_},
                   {"list", list},            {"pause", pause_},  {"resume", resume},
                   {"closeOutput", close_output}, {"dispose", dispose}, {"hold", hold},
                   {"close", close_},         {"turn", turn}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    napi_value function;
    if (napi_create_function(env, functions[i].name, NAPI_AUTO_LENGTH, functions[i].function, NULL, &function) != napi_ok ||
        napi_set_named_property(env, exports, functions[i].name, function) != napi_ok) {
      return NULL;
    }
  }
  return exports;
}

NAPI_MODULE(NODE_GYP_MODULE_NAME, init)
