// What each mode of containment costs, and what limits do on top: the native driver in each, as ratios to `none`.
import { median } from "./report.mjs";

const MODES = ["none", "subreaper", "namespace", "cgroup"];
const LIMITED = [false, true];
const IN_FLIGHT = [1, 8];

/**
 * Measures every mode once a round, in turns. `measure(subject, inFlight, heap, environment)` gives runs and seconds; what
 * it throws means that this machine does not have the mode.
 */
export function measureModes(rounds, measure, say) {
  const lines = new Map();
  for (let round = 1; round <= rounds; round++) {
    say(`round ${round} of ${rounds}`);
    for (const inFlight of IN_FLIGHT) {
      const rates = new Map();
      for (const mode of MODES) {
        for (const limited of LIMITED) {
          const rate = rateOf(measure, inFlight, mode, limited);
          if (rate === null) continue;
          rates.set(mode, rates.get(mode) ?? rate);
          const key = `${inFlight} ${mode} ${limited}`;
          if (!lines.has(key)) lines.set(key, []);
          lines.get(key).push({ rate, ofNone: rate / rates.get("none"), ofUnlimited: rate / rates.get(mode) });
        }
      }
    }
  }
  return summarize(lines);
}

function rateOf(measure, inFlight, mode, limited) {
  try {
    const { runs, seconds } = measure("native", inFlight, 0, { BENCH_MODE: mode, BENCH_LIMITS: limited ? "1" : "" });
    return runs / seconds;
  } catch (error) {
    if (mode === "none") throw error;
    return null;
  }
}

function summarize(lines) {
  return [...lines].map(([key, measured]) => {
    const [inFlight, mode, limited] = key.split(" ");
    const column = (name) => median(measured.map((one) => one[name]));
    return {
      mode,
      in_flight: Number(inFlight),
      limits: limited === "true",
      per_second: column("rate"),
      of_none: column("ofNone"),
      of_unlimited: column("ofUnlimited"),
    };
  });
}

/** The table, as text. */
export function modesTable(lines) {
  const rows = lines.map((line) => [
    line.mode,
    String(line.in_flight),
    line.limits ? "all five" : "none",
    line.per_second.toFixed(0),
    line.of_none.toFixed(2),
    line.of_unlimited.toFixed(2),
  ]);
  const head = ["mode", "in flight", "limits", "runs/s", "of none", "of itself without limits"];
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at].length)));
  return [head, ...rows].map((row) => row.map((cell, at) => cell.padEnd(widths[at])).join("  ")).join("\n");
}
