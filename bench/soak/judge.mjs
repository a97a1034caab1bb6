import { median, mib } from "../lib/numbers.mjs";

/** Calls after which nothing may grow any more. */
const WARM_CALLS = 10_000;
const PARTS = 20;
/** Of the median of a part: what garbage that was not collected yet makes it differ by. */
const TOLERANCE = 1.15;

/** What a soak came to: a row for each part of it, and what had to hold. */
export function judge({ calls, samples, left, wrong, twice }) {
  const rows = Array.from({ length: PARTS }, (_, part) => rowOf(samples, calls, part)).filter((row) => row !== null);
  const warm = rows.filter((row) => row.calls > Math.min(WARM_CALLS, calls / 2));
  const findings = [
    flat("memory of the broker", warm, "rss"),
    flat("memory of the warden", warm, "wardenRss"),
    { holds: wrong.length === 0, text: `every call answered rightly: ${wrong.length} were not` },
    { holds: twice === 0, text: `every call settled once: ${twice} did not` },
    ...Object.entries(left).map(([what, count]) => ({ holds: count === 0, text: `${what} left: ${count}` })),
  ];
  return { rows, findings };
}

function rowOf(samples, calls, part) {
  const own = samples.filter((sample) => Math.ceil((sample.calls * PARTS) / calls) === part + 1);
  if (own.length === 0) return null;
  const column = (name) => {
    const known = own.map((sample) => sample[name]).filter((value) => value !== null);
    return known.length === 0 ? null : median(known);
  };
  return {
    calls: Math.round(((part + 1) * calls) / PARTS),
    rss: column("rss"),
    heap: column("heap"),
    wardenRss: column("wardenRss"),
    descriptors: column("descriptors"),
    children: column("children"),
  };
}

/** The last quarter against the first, of what came after the warm-up. */
function flat(what, rows, name) {
  const values = rows.map((row) => row[name]).filter((value) => value !== null);
  if (values.length < 4) return { holds: true, text: `${what}: too few calls to tell` };
  const quarter = Math.ceil(values.length / 4);
  const [first, last] = [median(values.slice(0, quarter)), median(values.slice(-quarter))];
  return { holds: last <= first * TOLERANCE, text: `${what} flat: ${mib(first)} → ${mib(last)}` };
}
