import type { Listing, ProcessRow, ProcessTable } from "./process-table.js";
import { procfsTable } from "./procfs.js";
import { psTable } from "./ps.js";
import { signalProcess } from "./signal-process.js";
import { inGroup, type TreeIdentity, treeMembers } from "./tree-members.js";
import { WindowsTree } from "./windows-tree.js";

/** How often a look is repeated when processes vanished while it was taken. */
const LOOKS = 3;
/** How often, a millisecond apart, when a process was changing its program, which on a busy machine may take so long. */
const LOOKS_AT_CHANGING = 40;

/** A process and everything it started: finds what is alive of it and signals it. No method throws. */
export interface ProcessTree {
  /** Signals every live process found, once; resolves to how many took it. */
  signal(signal: NodeJS.Signals): Promise<number>;
  /** Live processes found, the leader among them. */
  alive(): Promise<readonly number[]>;
  /** To be called when the leader was reaped: from then on its pid may name somebody else. */
  leaderReaped(): void;
}

export interface TreeOptions {
  /** Pid of the process that leads a group and a session of its own. */
  readonly leader: number;
  /** A unique name, in the environment the leader was started with. */
  readonly marker: string;
  /** The system's own by default; null on Windows. */
  readonly table?: ProcessTable | null;
}

/** To be called right after the spawn, before the leader can have been reaped. */
export function createProcessTree({ table = systemTable(), ...options }: TreeOptions): ProcessTree {
  return table === null ? new WindowsTree(options.leader) : new PosixTree(table, options);
}

let cachedTable: ProcessTable | null | undefined;

/** Windows has neither process groups nor a table to read. */
function systemTable(): ProcessTable | null {
  if (cachedTable === undefined) cachedTable = process.platform === "win32" ? null : (procfsTable() ?? psTable());
  return cachedTable;
}

class PosixTree implements ProcessTree {
  readonly #table: ProcessTable;
  readonly #marker: string;
  readonly #bornAt = process.uptime() * 1000;
  #root: ProcessRow | null;
  #identity: TreeIdentity;

  constructor(table: ProcessTable, { leader, marker }: Omit<TreeOptions, "table">) {
    this.#table = table;
    this.#marker = marker;
    this.#root = table.read(leader);
    this.#identity = {
      leader,
      leaderStart: this.#root?.startTime ?? null,
      leaderHeld: true,
      // Whatever a broken driver hands in: 0 and 1 would mean our own group and everybody.
      groupHeld: leader > 1 && leader !== process.pid,
      known: new Map(),
      excluded: new Set([0, 1, process.pid]),
    };
  }

  leaderReaped(): void {
    this.#identity = { ...this.#identity, leaderHeld: false };
  }

  async alive(): Promise<readonly number[]> {
    const members = await this.#find();
    if (members !== null) return members.map((row) => row.pid);
    return this.#reachesGroup(0) ? [this.#identity.leader] : [];
  }

  async signal(signal: NodeJS.Signals): Promise<number> {
    const members = await this.#find();
    // A table that cannot be read (out of descriptors) leaves the group, which can still be stopped.
    if (members === null) return this.#reachesGroup(signal) ? 1 : 0;
    let reached = 0;
    // The kernel signals a group in one step, so no member escapes by forking meanwhile.
    const grouped = members.filter((row) => row.pgid === this.#identity.leader);
    if (grouped.length > 0 && this.#reachesGroup(signal)) reached += grouped.length;
    for (const row of members) {
      if (row.pgid === this.#identity.leader || !this.#table.isStill(row)) continue;
      if (signalProcess(row.pid, signal)) reached += 1;
    }
    return reached;
  }

  /** Live members; null when the table cannot be read. */
  async #find(): Promise<ProcessRow[] | null> {
    for (let look = 1; ; look++) {
      const listing = await this.#table.list(this.#root, process.uptime() * 1000 - this.#bornAt);
      if (listing === null) return null;
      const { live, changing } = this.#members(listing);
      const looks = changing ? LOOKS_AT_CHANGING : LOOKS;
      if (live.length > 0 || !(listing.torn || changing) || look >= looks) return live;
      if (changing) await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  /** Live members; `changing` when there may be others, whose mark cannot be read yet. */
  #members({ rows }: Listing): { live: ProcessRow[]; changing: boolean } {
    this.#learnLeader(rows);
    let changing = false;
    const members = treeMembers(rows, this.#identity, (row) => {
      const holds = this.#table.environmentHolds(row.pid, this.#marker);
      if (holds === null) changing = true;
      return holds === true;
    });
    const { leaderHeld } = this.#identity;
    const groupHeld = this.#identity.groupHeld && (leaderHeld || members.some((row) => inGroup(row, this.#identity)));
    const live = members.filter((row) => !row.dead);
    this.#identity = { ...this.#identity, groupHeld, known: new Map(live.map((row) => [row.pid, row.startTime])) };
    return { live, changing };
  }

  /** Where a single process cannot be read, the first listing tells when the leader started. */
  #learnLeader(rows: readonly ProcessRow[]): void {
    const row = rows.find(({ pid }) => pid === this.#identity.leader);
    if (row === undefined) return;
    if (!this.#identity.leaderHeld) {
      // The number is in use again, which the kernel allows only when our group is gone.
      if (row.startTime !== this.#identity.leaderStart) this.#identity = { ...this.#identity, groupHeld: false };
    } else if (this.#root === null) {
      this.#root = row;
      this.#identity = { ...this.#identity, leaderStart: row.startTime };
    }
  }

  #reachesGroup(signal: NodeJS.Signals | 0): boolean {
    return this.#identity.groupHeld && signalProcess(-this.#identity.leader, signal);
  }
}
