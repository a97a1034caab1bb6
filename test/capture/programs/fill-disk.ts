// Captures 8 MiB into the store at argv[2], in large and small pieces with a pause at the end, and prints what came of it.
import { setTimeout as wait } from "node:timers/promises";
import { createCapture, createOutputStore } from "../../../src/capture/index.js";

const store = createOutputStore({ dir: process.argv[2]!, keepBytes: 2 ** 28 });
const capture = createCapture({ store, spoolBytes: 2 ** 26 });
for (let chunk = 1; chunk <= 128; chunk++) {
  const bytes = Buffer.alloc(65536, "line\n");
  if (chunk === 128) bytes.write("END\n", bytes.length - 4);
  // The small one comes while the large one before is written.
  capture.write("stdout", bytes.subarray(0, 1));
  if (!capture.write("stdout", bytes.subarray(1))) await new Promise<void>((resolve) => capture.onDrain(resolve));
}
await wait(300);
const { stdout, outputId, spoolNote } = await capture.finish();
await store.close();
process.stdout.write(
  JSON.stringify({ outputId, spoolNote, bytes: stdout.bytes, tail: stdout.tail.subarray(-4).toString() }),
);
