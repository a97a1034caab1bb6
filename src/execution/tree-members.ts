import type { ProcessRow } from "./process-table.js";

/** What is known of a run's tree before a look at the process table. */
export interface TreeIdentity {
  /** The leader's pid is also the id of its group and its session. */
  readonly leader: number;
  /** Null where the system did not tell; then the pid alone names the leader. */
  readonly leaderStart: number | null;
  /** False once the leader's pid may belong to somebody else. */
  readonly leaderHeld: boolean;
  /** False once nobody is left in the leader's group and session: their number may belong to somebody else. */
  readonly groupHeld: boolean;
  /** Start times, by pid, of members seen earlier: they stay members when their parent is gone. */
  readonly known: ReadonlyMap<number, number>;
  /** Never members: the broker itself and the first process. */
  readonly excluded: ReadonlySet<number>;
}

/**
 * The rows that belong to a tree: the leader, its group and session, members seen earlier, whatever `isMarked`
 * recognises, and all their descendants. Dead rows are among them. Pure but for `isMarked`, which is asked last and
 * only for rows that nothing else decides.
 */
export function treeMembers(
  rows: readonly ProcessRow[],
  tree: TreeIdentity,
  isMarked: (row: ProcessRow) => boolean,
): ProcessRow[] {
  const candidates = rows.filter((row) => !tree.excluded.has(row.pid) && startedWithin(row, tree));
  const members = new Map<number, ProcessRow>();
  const join = (row: ProcessRow) => members.set(row.pid, row);

  candidates.filter((row) => isKnown(row, tree)).forEach(join);
  joinDescendants(candidates, members);
  candidates.filter((row) => !members.has(row.pid) && !row.dead && isMarked(row)).forEach(join);
  joinDescendants(candidates, members);
  return [...members.values()];
}

/** Whether a row is in the leader's group or session, which only the leader's descendants can join. */
export function inGroup(row: ProcessRow, tree: TreeIdentity): boolean {
  return tree.groupHeld && (row.pgid === tree.leader || row.session === tree.leader);
}

function startedWithin(row: ProcessRow, tree: TreeIdentity): boolean {
  return tree.leaderStart === null || row.startTime >= tree.leaderStart;
}

function isKnown(row: ProcessRow, tree: TreeIdentity): boolean {
  if (row.pid === tree.leader) return tree.leaderHeld && (tree.leaderStart ?? row.startTime) === row.startTime;
  return inGroup(row, tree) || tree.known.get(row.pid) === row.startTime;
}

function joinDescendants(candidates: readonly ProcessRow[], members: Map<number, ProcessRow>): void {
  for (let grown = true; grown; ) {
    grown = false;
    for (const row of candidates) {
      if (members.has(row.pid) || !members.has(row.ppid)) continue;
      members.set(row.pid, row);
      grown = true;
    }
  }
}
