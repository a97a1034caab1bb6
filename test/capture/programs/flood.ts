// Captures what the shell command argv[3] prints, storing 16 MiB of it in the store at argv[2]; prints what came of it
// and by how much memory grew.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createCapture, createOutputStore } from "../../../src/capture/index.js";

const [dir, command] = process.argv.slice(2);
const store = createOutputStore({ dir: dir!, keepBytes: 2 ** 28 });
const before = process.memoryUsage.rss();
let peak = before;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 10);

const capture = createCapture({ store, spoolBytes: 16 * 2 ** 20 });
const child = spawn("sh", ["-c", command!], { stdio: ["ignore", "pipe", "inherit"] });
capture.onDrain(() => child.stdout.resume());
child.stdout.on("data", (chunk: Buffer) => {
  if (!capture.write("stdout", chunk)) child.stdout.pause();
});
await once(child, "close");
const { stdout, outputId } = await capture.finish();
clearInterval(watch);
await store.close();

let storedBytes = 0;
let leftOut = 0;
for await (const piece of store.read(outputId!)!.pieces()) {
  if (piece.kind === "bytes") storedBytes += piece.data.length;
  else leftOut += piece.bytes;
}
const { bytes, lines, head, tail } = stdout;
const text = { head: head.subarray(0, 4).toString(), tail: tail.subarray(-4).toString() };
process.stdout.write(JSON.stringify({ grownBytes: peak - before, bytes, lines, ...text, storedBytes, leftOut }));
