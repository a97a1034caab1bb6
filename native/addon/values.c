#include "values.h"

#include <stdlib.h>

#include "delivery.h"

/* The largest integer a double holds exactly. */
#define MOST 9007199254740991.0

napi_value throw_type(napi_env env, const char *message) {
  napi_throw_type_error(env, NULL, message);
  return NULL;
}

napi_value throw_error(napi_env env, const char *message) {
  napi_throw_error(env, NULL, message);
  return NULL;
}

bool take_arguments(napi_env env, napi_callback_info info, size_t count, napi_value *args) {
  size_t given = count;
  if (napi_get_cb_info(env, info, &given, args, NULL, NULL) == napi_ok && given >= count) return true;
  throw_type(env, "too few arguments");
  return false;
}

bool take_number(napi_env env, napi_value value, uint32_t *number) {
  double wide;
  if (napi_get_value_double(env, value, &wide) == napi_ok && wide >= 0 && wide <= INT32_MAX && wide == (uint32_t)wide) {
    *number = (uint32_t)wide;
    return true;
  }
  throw_type(env, "an integer from 0 to 2147483647 is needed");
  return false;
}

char *take_string(napi_env env, napi_value value) {
  size_t length;
  if (napi_get_value_string_utf8(env, value, NULL, 0, &length) != napi_ok) return NULL;
  char *text = malloc(length + 1);
  if (text != NULL) napi_get_value_string_utf8(env, value, text, length + 1, NULL);
  return text;
}

bool take_limits(napi_env env, napi_value value, uint64_t limits[AR_LIMITS]) {
  napi_typedarray_type type;
  size_t length;
  void *data;
  bool typed = false;
  if (napi_is_typedarray(env, value, &typed) != napi_ok || !typed ||
      napi_get_typedarray_info(env, value, &type, &length, &data, NULL, NULL) != napi_ok || type != napi_float64_array ||
      length != AR_LIMITS) {
    throw_type(env, "limits: a Float64Array of five numbers is needed");
    return false;
  }
  for (int i = 0; i < AR_LIMITS; i++) {
    double number = ((const double *)data)[i];
    limits[i] = number >= 0 && number <= MOST ? (uint64_t)number : AR_NO_LIMIT;
  }
  return true;
}

struct client *take_client(napi_env env, napi_value value) {
  struct client *client = delivery_client(env, value);
  if (client == NULL) throw_type(env, "an open client is needed");
  return client;
}
