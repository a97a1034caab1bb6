#include "control.h"

#include <errno.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "ending.h"
#include "signals.h"

void report_with(const struct ar_report *fields, const void *tail, size_t length) {
  struct iovec parts[2] = {{(void *)fields, sizeof *fields}, {(void *)tail, length}};
  struct msghdr message = {.msg_iov = parts, .msg_iovlen = length > 0 ? 2 : 1};
  while (sendmsg(AR_CONTROL_FD, &message, MSG_NOSIGNAL) < 0 && errno == EINTR) continue;
}

static void list(struct run *run, const struct ar_order *order) {
  static int32_t pids[AR_MOST_PIDS];
  int32_t count = run == NULL ? 0 : list_run(run, pids, AR_MOST_PIDS);
  struct ar_report answer = {.kind = AR_LISTED, .run = order->run, .a = (int32_t)order->sequence, .b = count};
  report_with(&answer, pids, (size_t)count * sizeof *pids);
}

static void signal_(struct run *run, const struct ar_order *order) {
  int32_t reached = run == NULL ? 0 : signal_run(run, order->signal);
  if (run != NULL && order->signal == SIGKILL) return kill_answer_when_empty(run, order->sequence, reached);
  report((struct ar_report){.kind = AR_SIGNALLED, .run = order->run, .a = (int32_t)order->sequence, .b = reached});
}

static void obey(const struct ar_order *order) {
  runs_lock();
  struct run *run = run_find(order->run);
  if (order->kind == AR_LIST) list(run, order);
  else if (order->kind == AR_SIGNAL) signal_(run, order);
  else if (order->kind == AR_DISPOSE && run != NULL) run_dispose(run);
  runs_unlock();
}

bool control_ready(void) {
  for (;;) {
    struct ar_order order;
    ssize_t length = recv(AR_CONTROL_FD, &order, sizeof order, MSG_DONTWAIT);
    if (length == sizeof order) obey(&order);
    else if (length < 0 && errno == EINTR) continue;
    else return length < 0 && errno == EAGAIN;
  }
}
