import { closeSync, openSync } from "node:fs";
import type { Capture, Captured } from "../../src/contract/index.js";
import { runReal } from "./real-run.js";

/** Runs the jobs given as JSON, one after the other, and prints what became of them as one line. */
export interface Job {
  readonly argv: readonly string[];
  readonly cwd?: string;
  readonly timeoutMs?: number;
  /** How many descriptors are left for it; all when absent. */
  readonly descriptorsLeft?: number;
}

const SHOWN_BYTES = 10_000;

/** Keeps the beginning and counts the rest. */
class ShortCapture implements Capture {
  bytes = 0;
  head = Buffer.alloc(0);

  write(_stream: unknown, chunk: Buffer): boolean {
    this.bytes += chunk.length;
    if (this.head.length < SHOWN_BYTES) this.head = Buffer.concat([this.head, chunk.subarray(0, SHOWN_BYTES)]);
    return true;
  }

  onDrain(): void {}

  async finish(): Promise<Captured> {
    const none = { bytes: 0, lines: 0, head: this.head, tail: this.head, omittedBytes: 0, omittedNewlines: 0 };
    return { stdout: none, stderr: none, outputId: null, spoolNote: null };
  }
}

/** Takes all descriptors but so many; gives what lets them go. */
function holdDescriptors(left: number): () => void {
  const held: number[] = [];
  try {
    for (;;) held.push(openSync("/dev/null", "r"));
  } catch {
    for (const descriptor of held.splice(0, left)) closeSync(descriptor);
  }
  return () => {
    for (const descriptor of held) closeSync(descriptor);
  };
}

const executions = [];
for (const { argv, cwd = "/tmp", timeoutMs = 20_000, descriptorsLeft } of JSON.parse(process.argv[2]!) as Job[]) {
  const capture = new ShortCapture();
  const more = { cwd: { kind: "folder", path: cwd } as const, timeoutMs, openCapture: () => capture };
  const letGo = descriptorsLeft === undefined ? () => {} : holdDescriptors(descriptorsLeft);
  const execution = await runReal(argv, more).done;
  letGo();
  executions.push({ ...execution, captured: undefined, stdout: capture.head.toString(), bytes: capture.bytes });
}
const answer = JSON.stringify({ executions, maxRssKb: process.resourceUsage().maxRSS });
process.stdout.write(`${answer}\n`);
