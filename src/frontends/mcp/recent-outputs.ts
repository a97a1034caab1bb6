import type { Result } from "../../contract/index.js";

/** How many are listed as resources; older ones can still be read by id. */
const KEPT = 50;

export interface RecentOutput {
  readonly id: string;
  readonly tool: string;
  readonly bytes: number;
}

/** The outputs that this server's calls stored, newest first. */
export class RecentOutputs {
  private readonly kept: RecentOutput[] = [];

  add(result: Result): void {
    if (result.output === null || result.output.id === null || result.tool === null) return;
    const { id, stdout, stderr } = result.output;
    this.kept.unshift({ id, tool: result.tool, bytes: stdout.bytes + stderr.bytes });
    if (this.kept.length > KEPT) this.kept.pop();
  }

  list(): readonly RecentOutput[] {
    return this.kept;
  }
}
