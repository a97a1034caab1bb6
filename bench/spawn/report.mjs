// Medians, ratios, the table, and what must hold.

export const median = (numbers) => {
  const known = numbers.filter((number) => number !== null && number !== undefined).sort((a, b) => a - b);
  return known.length === 0 ? null : known[Math.floor(known.length / 2)];
};

/**
 * One line for each subject, number in flight and size of heap. Ratios are to the C loop of the same round, since the
 * machine's speed changes from round to round.
 */
export function summarize(rounds) {
  const rates = (round, key) => round[key] && round[key].runs / round[key].seconds;
  const keys = [...new Set(rounds.flatMap((round) => Object.keys(round)))];
  return keys.map((key) => {
    const [subject, inFlight, heap] = key.split(" ");
    const column = (name) => median(rounds.map((round) => round[key]?.[name]));
    return {
      subject,
      in_flight: Number(inFlight),
      heap_mb: Number(heap),
      per_second: median(rounds.map((round) => rates(round, key))),
      of_c: median(rounds.map((round) => rates(round, key) / rates(round, `c ${inFlight} 0`))),
      p50_ms: column("p50"),
      p99_ms: column("p99"),
      loop_delay_p99_ms: column("loop_delay_p99"),
      cpu_us: column("cpu_us"),
    };
  });
}

const COLUMNS = [
  ["subject", (line) => line.subject],
  ["in flight", (line) => String(line.in_flight)],
  ["heap MB", (line) => String(line.heap_mb)],
  ["runs/s", (line) => line.per_second.toFixed(0)],
  ["of C", (line) => number(line.of_c, 2)],
  ["p50 ms", (line) => number(line.p50_ms, 2)],
  ["p99 ms", (line) => number(line.p99_ms, 2)],
  ["loop delay p99 ms", (line) => number(line.loop_delay_p99_ms, 2)],
  ["CPU µs/run", (line) => number(line.cpu_us, 0)],
];

const number = (value, digits) => (value === null || Number.isNaN(value) ? "–" : value.toFixed(digits));

export function table(lines) {
  const rows = [COLUMNS.map(([name]) => name), ...lines.map((line) => COLUMNS.map(([, show]) => show(line)))];
  const widths = COLUMNS.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map((row) => row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join("  "))
    .join("\n");
}

/** The promises of docs/containment.md, each with what was measured; those that cannot be told are left out. */
export function promises(lines) {
  const find = (subject, inFlight, heap) =>
    lines.find((line) => line.subject === subject && line.in_flight === inFlight && line.heap_mb === heap);
  const rate = (subject, heap = 0) => find(subject, 8, heap)?.per_second;
  const ratio = (a, b) => (a && b ? a / b : null);
  return [
    promise("native driver, of the C loop", find("native", 8, 0)?.of_c, 0.85),
    promise("broker.execute, of the C loop", find("broker", 8, 0)?.of_c, 0.6),
    promise("broker.execute, of Python asyncio", ratio(rate("broker"), rate("asyncio")), 1.2),
    promise("broker.execute, of execa with p-limit", ratio(rate("broker"), rate("execa")), 4),
    promise("native driver with 1000 MB of heap, of that without", ratio(rate("native", 1000), rate("native")), 0.85),
    promise("broker.execute with 1000 MB of heap, of that without", ratio(rate("broker", 1000), rate("broker")), 0.85),
    atMost("event loop delay p99 under the native driver, ms", find("native", 8, 0)?.loop_delay_p99_ms, 8),
    atMost("event loop delay p99 under the broker, ms", find("broker", 8, 0)?.loop_delay_p99_ms, 8),
  ].filter(({ measured }) => measured !== null && measured !== undefined);
}

const promise = (what, measured, least) => ({ what, measured, bound: `≥ ${least}`, holds: measured >= least });
const atMost = (what, measured, most) => ({ what, measured, bound: `< ${most}`, holds: measured < most });
