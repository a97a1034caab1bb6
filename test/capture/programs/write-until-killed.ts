// Writes output without end into the store at argv[2], as the run of the call "c-dead".
import { setTimeout } from "node:timers/promises";
import { createCapture, createOutputStore } from "../../../src/capture/index.js";

const store = createOutputStore({ dir: process.argv[2]!, keepBytes: 2 ** 40 });
const capture = createCapture({ id: "c-dead", store, spoolBytes: 2 ** 40 });
const line = "0123456789abcdef".repeat(4095);
for (let number = 0; ; number++) {
  const chunk = Buffer.from(`${line}${String(number).padStart(15, "0")}\n`);
  if (!capture.write("stdout", chunk)) await new Promise<void>((resolve) => capture.onDrain(resolve));
  if (number === 100) process.stdout.write("writing\n");
  if (number >= 100) await setTimeout(5);
}
