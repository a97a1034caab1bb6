/*
 * What the addon (inside the broker) and the warden (its helper process) say to each other.
 *
 * Two SOCK_SEQPACKET pairs, so that every message arrives whole: on the spawn socket any of the warden's spawner
 * threads takes the next request; orders and reports go over the control socket. When the control socket ends, the
 * other side is dead. Both programs are built together from one tree, so plain structs will do.
 */
#ifndef AR_PROTOCOL_H
#define AR_PROTOCOL_H

#include <stdint.h>

/* Descriptors the warden finds its sockets at. */
#define AR_CONTROL_FD 3
#define AR_SPAWN_FD 4

/* A payload above this travels in a memfd: a packet must fit a socket buffer of the kernel's default size. */
#define AR_INLINE_PAYLOAD (64 * 1024)
/* The kernel takes at most 6 MiB of arguments and environment (fs/exec.c, bprm_stack_limits). */
#define AR_LARGEST_PAYLOAD (8 * 1024 * 1024)
#define AR_MOST_PIDS 4096
#define AR_HELLO_TEXT 1024

enum ar_limit { AR_MEMORY, AR_CPU, AR_PROCESSES, AR_OPEN_FILES, AR_FILE_SIZE, AR_LIMITS };
#define AR_NO_LIMIT UINT64_MAX

/* How runs are contained, weakest first: what docs/containment.md describes. */
enum ar_mode { AR_MODE_NONE, AR_MODE_SUBREAPER, AR_MODE_NAMESPACE, AR_MODE_CGROUP, AR_MODE_AUTO };

/*
 * A spawn request; the write ends of stdout and stderr, and the memfd of a large payload, come along as SCM_RIGHTS.
 * The payload is NUL-terminated strings: program, cwd, argv…, environment….
 */
struct ar_spawn {
  uint32_t run;
  uint32_t argc;
  uint32_t envc;
  uint32_t payload;
  uint64_t limits[AR_LIMITS];
};

/* Broker to warden, on the control socket. */
enum ar_order_kind { AR_SIGNAL, AR_LIST, AR_DISPOSE };

/* Sequence of an order whose answer is a sign of life and nothing else. */
#define AR_PROBE 0

struct ar_order {
  uint32_t kind;
  uint32_t run;
  uint32_t sequence; /* comes back in the answer */
  int32_t signal;
};

/* Warden to broker. */
enum ar_report_kind {
  AR_HELLO,    /* a: mode · b: controllers · c: processes, d: folders that dead brokers left · text: why not better */
  AR_SPAWNED,  /* a: pid */
  AR_FAILED,   /* a: stage · b: errno */
  AR_EXITED,   /* a: exit code or -1 · b: signal or 0 · c: limit hit or -1 · d: 1 when processes of the run are left */
  AR_EMPTIED,  /* the last process of a run whose leader is gone has ended; like AR_EXITED with d 0, its last report */
  AR_SIGNALLED, /* a: sequence · b: processes reached */
  AR_LISTED,   /* a: sequence · b: how many pids follow */
};

enum ar_stage { AR_STAGE_PIPE, AR_STAGE_SEND, AR_STAGE_CONTAIN, AR_STAGE_CLONE, AR_STAGE_CHDIR, AR_STAGE_EXEC };

/* Bits of AR_HELLO's b: what a run's cgroup can limit. */
#define AR_CONTROLS_MEMORY 1
#define AR_CONTROLS_PROCESSES 2

struct ar_report {
  uint32_t kind;
  uint32_t run;
  int32_t a;
  int32_t b;
  int32_t c;
  int32_t d;
};

#endif
