const DATE = String.raw`\d{4}[-/]\d\d[-/]\d\d|\d\d[-/]\d\d[-/]\d{2,4}|[A-Z][a-z]{2} [ \d]\d`;
const TIME = String.raw`\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?`;
const ZONE = String.raw`(?:Z| ?[+-]\d\d:?\d\d| (?:UTC|GMT|[CEWAJIBPM][EA]?[SD]?T|MSK)\b)`;
/** A time stamp, with or without a date; seconds since the start, as kernels print them; both may stand in brackets. */
const STAMP = String.raw`\[?(?:(?:${DATE})[T ] ?${TIME}${ZONE}?|${TIME}${ZONE}?|[ \d]{0,6}\d\.\d{3,})\]?`;
/** What follows a stamp in system logs: host and unit; in containers the service stands before a bar. */
const UNIT = String.raw`(?: [\w.-]+ [\w./@-]+(?:\[\d+\])?:(?= ))?`;
const SERVICE = String.raw`[\w.-]{1,40} *\| ?`;
const STAMPED = new RegExp(`^${STAMP}${UNIT}(?= |$) ?`);
const SERVED = new RegExp(`^${SERVICE}(?!\\|)(?:${STAMP}(?= |$) ?)?`);
/** Where the bar after a service name stands at most. */
const FARTHEST_BAR = 42;
const BRACKET = 0x5b;

/** Length of what a log writes before each line: time, host, service. Indentation and labels count from there. */
export function prefixLength(line: string): number {
  const first = line.charCodeAt(0);
  const stamped = (first >= 0x30 && first <= 0x39) || first === BRACKET || line[3] === " ";
  if (stamped) {
    const length = STAMPED.exec(line)?.[0].length;
    if (length !== undefined) return length;
  }
  const bar = line.indexOf("|");
  return bar > 0 && bar <= FARTHEST_BAR ? (SERVED.exec(line)?.[0].length ?? 0) : 0;
}
