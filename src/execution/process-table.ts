/** One process as the system lists it. */
export interface ProcessRow {
  readonly pid: number;
  readonly ppid: number;
  readonly pgid: number;
  /** 0 where the system does not tell. */
  readonly session: number;
  /** With the pid it names one process for good. Only comparisons mean anything: ticks on Linux, ms elsewhere. */
  readonly startTime: number;
  /** A zombie, or a process in the middle of its own exit: it runs no code any more. */
  readonly dead: boolean;
}

export interface Listing {
  readonly rows: readonly ProcessRow[];
  /** Processes were seen that were gone before they could be read: others may have been missed. */
  readonly torn: boolean;
}

/** The processes of this system. No method throws. */
export interface ProcessTable {
  /** Null: no such process, or this system shows no single one. */
  read(pid: number): ProcessRow | null;
  /** Whether the pid still names the process it was listed for, as far as can be told. */
  isStill(row: ProcessRow): boolean;
  /** At least every process that may descend from `root`, all when it is null. Null: the table cannot be read now. */
  list(root: ProcessRow | null, rootAgeMs: number): Promise<Listing | null>;
  /**
   * Whether the environment the process was started with holds `text`. False where the system does not tell; null while
   * the process changes its program, which takes a moment, and has no environment.
   */
  environmentHolds(pid: number, text: string): boolean | null;
}
