// Captures 8 MiB into the store at argv[2] and prints what came of it.
import { createCapture, createOutputStore } from "../../../src/capture/index.js";

const store = createOutputStore({ dir: process.argv[2]!, keepBytes: 2 ** 28 });
const capture = createCapture({ store, spoolBytes: 2 ** 26 });
for (let chunk = 1; chunk <= 128; chunk++) {
  const bytes = Buffer.alloc(65536, "line\n");
  if (chunk === 128) bytes.write("END\n", bytes.length - 4);
  if (!capture.write("stdout", bytes)) await new Promise<void>((resolve) => capture.onDrain(resolve));
}
const { stdout, outputId, spoolNote } = await capture.finish();
await store.close();
process.stdout.write(
  JSON.stringify({ outputId, spoolNote, bytes: stdout.bytes, tail: stdout.tail.subarray(-4).toString() }),
);
