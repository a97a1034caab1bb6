// 500 runs through the addon given, with the warden given, and calls that it has to refuse: for sanitize.test.ts.
import { createRequire } from "node:module";

const [addon, warden] = process.argv.slice(2);
const binding = createRequire(import.meta.url)(addon);
const words = new Int32Array(6 * 32);
const NO_LIMITS = new Float64Array(5).fill(-1);
const KINDS = [
  ["/bin/true\0/\0true\0A=1\0", 1, 1],
  ["/bin/sh\0/\0sh\0-c\0echo out; echo err >&2; exit 3\0", 3, 0],
  ["/no/such\0/\0x\0", 1, 0],
  ["/bin/sh\0/\0sh\0-c\0head -c 300000 /dev/zero; sleep 600\0", 3, 0],
  [`/bin/true\0/\0true\0${"x".repeat(100_000)}\0`, 2, 0],
  // Hostile: nearly 8 MiB in one argument, a hundred thousand arguments, half of a surrogate pair.
  [`/bin/true\0/\0true\0${"x".repeat(8 * 2 ** 20 - 100)}\0`, 2, 0],
  [`/bin/true\0/\0true\0${"x\0".repeat(100_000)}`, 100_001, 0],
  ["/bin/true\0/\0\ud83d\0", 1, 0],
];
/** More than 8 MiB, a NUL in an argument, no NUL at the end, nothing. */
const REFUSED = [
  [`/bin/true\0/\0true\0${"x".repeat(8 * 2 ** 20)}\0`, 2, 0],
  ["/bin/true\0/\0true\0a\0b\0", 2, 0],
  ["/bin/true\0/\0true", 1, 0],
  ["", 0, 0],
];
const [SPAWNED, FAILED, EXITED, OUTPUT, CLOSED] = [1, 2, 3, 100, 103];
const RUNS = 500;
let started = 0;
let ended = 0;
let over = false;

const onEvents = (count, bytes) => {
  let next = 0;
  for (let at = 0; at < count * 6; at += 6) {
    const kind = words[at] & 0xffff;
    const run = words[at + 1];
    const chunk = words[at] >> 16 ? bytes[next++] : null;
    if (kind === OUTPUT && chunk.length > 1000) {
      binding.pause(client, run);
      binding.resume(client, run);
      binding.signal(client, run, run, 9);
    }
    if (kind === SPAWNED) binding.list(client, run, run);
    if (kind === EXITED || kind === FAILED) {
      ended += 1;
      binding.closeOutput(client, run);
      binding.dispose(client, run);
      more();
    }
    if (kind === CLOSED) over = true;
  }
};
const client = binding.open(warden, "subreaper", words, onEvents);
binding.hold(client, true);

function more() {
  while (started < RUNS && started - ended < 8) {
    const [strings, argc, envc] = KINDS[started % KINDS.length];
    started += 1;
    binding.spawn(client, started, argc, envc, strings, NO_LIMITS);
  }
  if (ended === RUNS) binding.close(client);
}

const turn = () => {
  if (over) process.stdout.write(`${ended} runs ended\n`);
  else {
    binding.turn(client, onEvents);
    setImmediate(turn);
  }
};
for (const bad of [undefined, -1, "x", {}]) {
  try {
    binding.spawn(client, bad, bad, bad, bad, bad);
  } catch {
    continue;
  }
  throw new Error("took what it has to refuse");
}
for (const [strings, argc, envc] of REFUSED) {
  if (binding.spawn(client, 1, argc, envc, strings, NO_LIMITS) === 0) throw new Error("took what it has to refuse");
}
more();
turn();
