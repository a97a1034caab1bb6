/* Events on the way from the client's thread to JavaScript. */
#ifndef AR_DELIVERY_H
#define AR_DELIVERY_H

#ifndef NAPI_VERSION
#define NAPI_VERSION 8
#endif
#include <node_api.h>
#include <stdbool.h>

#include "client.h"

/* A client and its way into JavaScript. */
struct delivery {
  struct client client;
  napi_env env;
  napi_threadsafe_function function;
  /* The array that events are written to, and how many fit. */
  napi_ref words_ref;
  int32_t *words;
  size_t events;
  /* The thread was joined. */
  bool joined;
};

/* Starts it; returns what JavaScript knows it by, or null having thrown. Owns `delivery` in either case. */
napi_value delivery_open(napi_env env, struct delivery *delivery, napi_value words, napi_value on_events);

/* The client behind what JavaScript knows it by; null when it is none or has ended. */
struct client *delivery_client(napi_env env, napi_value handle);

/* Passes on what is ready; true when there may be more. */
bool delivery_turn(struct client *client, napi_value on_events);

void delivery_hold(napi_env env, struct client *client, bool yes);

#endif
