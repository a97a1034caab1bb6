// Stores RUNS outputs of SIZE bytes each in the store at DIR, one after the other, as short-lived processes do.
import { createCapture, createOutputStore } from "../../../src/capture/index.js";

const [dir, keepBytes, maxFiles, runs, size] = process.argv.slice(2);
const store = createOutputStore({ dir: dir!, keepBytes: Number(keepBytes), maxFiles: Number(maxFiles) });
for (let run = 0; run < Number(runs); run++) {
  const capture = createCapture({ store, spoolBytes: 2 ** 30 });
  if (!capture.write("stdout", Buffer.alloc(Number(size), "x")))
    await new Promise<void>((done) => capture.onDrain(done));
  const { outputId, spoolNote } = await capture.finish();
  if (outputId === null) throw new Error(spoolNote ?? "nothing stored");
}
await store.close();
