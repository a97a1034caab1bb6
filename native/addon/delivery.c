#include "delivery.h"

#include <stdlib.h>
#include <string.h>

#include "values.h"

/* In the word of the kind: the next Buffer belongs to it. */
#define WITH_BYTES (1 << 16)

/* Bytes in one call of JavaScript that only a flood has. */
#define MUCH (64 * 1024)
/* Measured with a flood of 1 GB: 15 MB less at the peak; with 8 MB more it was read a quarter slower. */
#define CLAIM (44 * 1024 * 1024)

static const napi_type_tag TAG = {0x6167656e742d7265, 0x6163682d6e617469};

struct client *delivery_client(napi_env env, napi_value handle) {
  void *data = NULL;
  bool ours = false;
  if (napi_check_object_type_tag(env, handle, &TAG, &ours) != napi_ok || !ours) return NULL;
  if (napi_unwrap(env, handle, &data) != napi_ok || ((struct delivery *)data)->joined) return NULL;
  return &((struct delivery *)data)->client;
}

void delivery_hold(napi_env env, struct client *client, bool yes) {
  struct delivery *delivery = (struct delivery *)client;
  if (yes) napi_ref_threadsafe_function(env, delivery->function);
  else napi_unref_threadsafe_function(env, delivery->function);
}

/* Ends the thread and the warden, if they have not ended yet; what JavaScript holds stays valid until it is collected. */
static void finish(void *data) {
  struct delivery *delivery = data;
  if (delivery->joined) return;
  delivery->joined = true;
  client_join(&delivery->client);
  napi_release_threadsafe_function(delivery->function, napi_tsfn_abort);
}

static void finish_early(napi_env env, struct delivery *delivery) {
  if (!delivery->joined) napi_remove_env_cleanup_hook(env, finish, delivery);
  finish(delivery);
}

static void collected(napi_env env, void *data, void *hint) {
  (void)hint;
  struct delivery *delivery = data;
  finish_early(env, delivery);
  napi_delete_reference(env, delivery->words_ref);
  free(delivery);
}

static void tell(void *context) {
  struct delivery *delivery = context;
  napi_call_threadsafe_function(delivery->function, NULL, napi_tsfn_nonblocking);
}

/* Writes `count` events to the words and returns their bytes as an array of Buffers, in order. */
static napi_value lay_out(napi_env env, struct delivery *delivery, struct event *events, size_t count) {
  napi_value list;
  uint32_t next = 0;
  if (napi_create_array(env, &list) != napi_ok) return NULL;
  for (size_t i = 0; i < count; i++) {
    memcpy(delivery->words + i * EVENT_WORDS, events[i].words, sizeof events[i].words);
    if (events[i].bytes == NULL) continue;
    delivery->words[i * EVENT_WORDS] |= WITH_BYTES;
    napi_value buffer;
    if (napi_create_buffer_copy(env, events[i].length, events[i].bytes, NULL, &buffer) != napi_ok ||
        napi_set_element(env, list, next++, buffer) != napi_ok) {
      return NULL;
    }
    free(events[i].bytes);
    events[i].bytes = NULL;
  }
  return list;
}

/*
 * The bytes that JavaScript is done with stay until V8 collects them, which it begins when 64 MB lie outside of its heap.
 * A claim to more, taken back at once, has it begin with what is left of that.
 */
static void hasten_collection(napi_env env) {
  int64_t claimed;
  napi_adjust_external_memory(env, CLAIM, &claimed);
  napi_adjust_external_memory(env, -CLAIM, &claimed);
}

static void deliver(napi_env env, struct delivery *delivery, napi_value on_events, struct batch *batch) {
  for (size_t done = 0; done < batch->count;) {
    size_t count = batch->count - done < delivery->events ? batch->count - done : delivery->events;
    napi_handle_scope scope;
    napi_value args[2], global;
    if (napi_open_handle_scope(env, &scope) != napi_ok) return;
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++) bytes += batch->events[done + i].length;
    args[1] = lay_out(env, delivery, batch->events + done, count);
    if (args[1] != NULL && napi_create_uint32(env, (uint32_t)count, &args[0]) == napi_ok &&
        napi_get_global(env, &global) == napi_ok &&
        napi_call_function(env, global, on_events, 2, args, NULL) == napi_pending_exception) {
      napi_value error;
      napi_get_and_clear_last_exception(env, &error);
      napi_fatal_exception(env, error);
    }
    napi_close_handle_scope(env, scope);
    done += count;
    if (bytes >= MUCH) hasten_collection(env);
  }
}

/* The thread's last event. */
static bool is_last(const struct batch *batch) {
  int32_t kind = batch->events[batch->count - 1].words[0];
  return kind == AR_CLOSED || kind == AR_LOST;
}

bool delivery_turn(struct client *client, napi_value on_events) {
  struct delivery *delivery = (struct delivery *)client;
  napi_env env = delivery->env;
  struct batch *batch = client_take(client);
  bool some = batch != NULL, last = false;
  for (struct batch *next; batch != NULL; batch = next) {
    next = batch->next;
    last |= is_last(batch);
    deliver(env, delivery, on_events, batch);
    client_taken(client, batch);
  }
  if (last) finish_early(env, delivery);
  return some && !last;
}

/* On the main thread, after `tell`. */
static void arrive(napi_env env, napi_value on_events, void *context, void *data) {
  (void)data;
  struct delivery *delivery = context;
  if (env != NULL && on_events != NULL && !delivery->joined) delivery_turn(&delivery->client, on_events);
}

static bool take_words(napi_env env, struct delivery *delivery, napi_value words) {
  napi_typedarray_type type;
  size_t length;
  void *data;
  bool typed = false;
  if (napi_is_typedarray(env, words, &typed) != napi_ok || !typed ||
      napi_get_typedarray_info(env, words, &type, &length, &data, NULL, NULL) != napi_ok || type != napi_int32_array ||
      length < EVENT_WORDS) {
    return false;
  }
  delivery->words = data;
  delivery->events = length / EVENT_WORDS;
  return napi_create_reference(env, words, 1, &delivery->words_ref) == napi_ok;
}

static bool make_function(napi_env env, struct delivery *delivery, napi_value on_events) {
  napi_value name;
  return napi_create_string_utf8(env, "agent-reach", NAPI_AUTO_LENGTH, &name) == napi_ok &&
         napi_create_threadsafe_function(env, on_events, NULL, name, 0, 1, NULL, NULL, delivery, arrive,
                                         &delivery->function) == napi_ok &&
         napi_unref_threadsafe_function(env, delivery->function) == napi_ok;
}

static napi_value abandon(struct delivery *delivery) {
  free(delivery->client.warden_path);
  free(delivery->client.mode);
  free(delivery);
  return NULL;
}

napi_value delivery_open(napi_env env, struct delivery *delivery, napi_value words, napi_value on_events) {
  napi_valuetype type;
  napi_value handle;
  if (napi_typeof(env, on_events, &type) != napi_ok || type != napi_function || !take_words(env, delivery, words)) {
    throw_type(env, "open: an Int32Array and a function are needed");
    return abandon(delivery);
  }
  if (!make_function(env, delivery, on_events)) {
    throw_error(env, "open: no way from the thread to JavaScript");
    return abandon(delivery);
  }
  delivery->env = env;
  delivery->client.tell = tell;
  delivery->client.context = delivery;
  if (!client_start(&delivery->client)) {
    napi_release_threadsafe_function(delivery->function, napi_tsfn_abort);
    throw_error(env, "open: no thread could be started");
    return abandon(delivery);
  }
  napi_add_env_cleanup_hook(env, finish, delivery);
  if (napi_create_object(env, &handle) != napi_ok || napi_type_tag_object(env, handle, &TAG) != napi_ok ||
      napi_wrap(env, handle, delivery, collected, NULL, NULL) != napi_ok) {
    return throw_error(env, "open: out of memory");
  }
  return handle;
}
