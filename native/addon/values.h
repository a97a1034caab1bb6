/* JavaScript values as C ones. What does not fit throws a TypeError there, and returns false or null here. */
#ifndef AR_VALUES_H
#define AR_VALUES_H

#ifndef NAPI_VERSION
#define NAPI_VERSION 8
#endif
#include <node_api.h>
#include <stdbool.h>
#include <stdint.h>

#include "client.h"

/* Both return null, for `return throw_…(…)`. */
napi_value throw_type(napi_env env, const char *message);
napi_value throw_error(napi_env env, const char *message);

/* The first `count` arguments; false, with an exception, when there are fewer. */
bool take_arguments(napi_env env, napi_callback_info info, size_t count, napi_value *args);

/* An integer from 0 to 2³¹−1. */
bool take_number(napi_env env, napi_value value, uint32_t *number);

/* To be freed. */
char *take_string(napi_env env, napi_value value);

/* A Float64Array of AR_LIMITS numbers; a negative one means no limit. */
bool take_limits(napi_env env, napi_value value, uint64_t limits[AR_LIMITS]);

/* Null, having thrown, when it is no client or one that was closed. */
struct client *take_client(napi_env env, napi_value value);

#endif
