/* Which processes belong to a run. */
#ifndef AR_MEMBERS_H
#define AR_MEMBERS_H

#include "../shared/processes.h"
#include "runs.h"

/*
 * Marks what belongs to the run and is alive: the leader, what carries the run's tag, what shares the leader's
 * session, what descends from any of these, and orphans that carry no tag any more. Returns how many. Needs the whole table of processes.
 */
size_t members_mark(struct processes *processes, const struct run *run);

/* Reads the table and marks likewise, again while somebody may have been missed who was forked meanwhile. */
size_t members_find(struct processes *processes, const struct run *run);

/*
 * Whether any process of a run whose leader was reaped is alive. Cheap when the warden has no orphans at all, which
 * is nearly always.
 */
bool members_left(const struct run *run);

/*
 * Reaps the orphans that ended. Orphans are the children of the main thread: the kernel hands a subreaper's orphans to
 * its first thread, while leaders are children of the spawner threads.
 */
void orphans_reap(void);

/* Whether any were reaped since the last question. */
bool orphans_changed(void);

#endif
