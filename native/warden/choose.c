#include "choose.h"

#include <stdio.h>
#include <string.h>

#include "cgroup.h"
#include "namespace.h"
#include "warden.h"

#define REASON 256

static const char *const names[] = {"none", "subreaper", "namespace", "cgroup", "auto"};

int mode_named(const char *name) {
  for (int mode = 0; mode <= AR_MODE_AUTO; mode++) {
    if (strcmp(names[mode], name) == 0) return mode;
  }
  return -1;
}

static void add_reason(char *why, size_t size, const char *mode, const char *reason) {
  size_t length = strlen(why);
  snprintf(why + length, size - length, "%s%s: %s", length == 0 ? "" : "\n", mode, reason);
}

void choose_mode(enum ar_mode wanted, char *why, size_t size) {
  char reason[REASON] = "";
  why[0] = 0;
  if (wanted == AR_MODE_AUTO || wanted == AR_MODE_CGROUP) {
    if (cgroups_open(&warden.controllers, reason, sizeof reason)) {
      warden.mode = AR_MODE_CGROUP;
      return;
    }
    add_reason(why, size, "cgroup", reason);
  }
  if (wanted != AR_MODE_SUBREAPER && wanted != AR_MODE_NONE) {
    if (namespaces_open(wanted == AR_MODE_NAMESPACE, reason, sizeof reason)) {
      warden.mode = AR_MODE_NAMESPACE;
      return;
    }
    add_reason(why, size, "namespace", reason);
  }
  warden.mode = wanted == AR_MODE_NONE ? AR_MODE_NONE : AR_MODE_SUBREAPER;
}

/* As a JSON string; reasons hold nothing but what the C library and this code say, and paths. */
static void print_string(FILE *to, const char *text) {
  fputc('"', to);
  for (; *text != 0; text++) {
    if (*text == '"' || *text == '\\') fputc('\\', to);
    if ((unsigned char)*text >= 0x20) fputc(*text, to);
  }
  fputc('"', to);
}

static void print_mode(FILE *to, const char *name, int available, const char *reason) {
  fprintf(to, "\"%s\":{\"available\":%s,\"reason\":", name, available ? "true" : "false");
  if (available && reason[0] == 0) fputs("null", to);
  else print_string(to, reason);
  fputc('}', to);
}

void print_modes(int fd) {
  char reason[REASON] = "";
  unsigned controllers = 0;
  FILE *to = fdopen(fd, "w");
  if (to == NULL) return;
  fputc('{', to);
  print_mode(to, "cgroup", cgroups_open(&controllers, reason, sizeof reason), reason);
  cgroups_close();
  fprintf(to, ",\"memory\":%s,\"processes\":%s,", controllers & AR_CONTROLS_MEMORY ? "true" : "false",
          controllers & AR_CONTROLS_PROCESSES ? "true" : "false");
  reason[0] = 0;
  int plain = namespaces_open(0, reason, sizeof reason);
  int user = plain || namespaces_open(1, reason, sizeof reason);
  if (user && !plain) snprintf(reason, sizeof reason, "only inside a user namespace, where set-user-id programs lose their power");
  else if (plain) reason[0] = 0;
  print_mode(to, "namespace", user, reason);
  fputs("}\n", to);
  fclose(to);
}
