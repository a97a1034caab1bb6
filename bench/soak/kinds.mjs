// The kinds of calls of the soak, and how often each comes.
import { tool } from "../lib/project.mjs";

const SLEEP = "3997.125";
/** In the command lines of what would live on, and of nothing else. */
export const MARK = SLEEP;
const sh = (script) => ["sh", "-c", script];
const status = (wanted) => (result) => result.status === wanted;
const kind = (weight, name, argv, right, more = {}, onEvent = undefined) => ({
  weight,
  tool: tool(name, argv, more),
  right,
  onEvent,
});
const SHORT = { timeout: 0.1, grace: 0.1 };

/** The portable driver holds no limits. */
export const kindsFor = (driver) => KINDS.filter(({ tool }) => driver !== "portable" || tool.limits === undefined);

const KINDS = [
  kind(60, "success", ["true"], status("success")),
  kind(10, "words", ["echo", "a few words"], (result) => result.stdout === "a few words\n"),
  kind(5, "output", ["head", "-c", "200000", "/dev/zero"], (result) => result.output?.stdout.bytes === 200_000),
  kind(5, "failure", sh("echo no >&2; exit 3"), (result) => result.status === "failed" && result.exit_code === 3),
  kind(2, "own_signal", sh("kill -9 $$"), (result) => result.signal === "SIGKILL"),
  kind(3, "missing", ["/no/such/program"], status("error")),
  kind(2, "no_cwd", ["true"], status("error"), { cwd: "/no/such/folder" }),
  kind(3, "temp", sh("echo x > left"), status("success"), { cwd: "temp" }),
  kind(2, "leftover", sh(`sleep ${SLEEP} & echo done`), (result) => result.stdout === "done\n"),
  kind(2, "timeout", sh(`trap "" TERM; sleep ${SLEEP}`), status("timeout"), SHORT),
  kind(2, "flood", ["yes"], status("error"), { max_output: 50_000 }),
  kind(2, "limited", sh("ulimit -n"), (result) => result.stdout === "64\n", { limits: { open_files: 64 } }),
  kind(2, "cancelled", ["sleep", SLEEP], status("cancelled"), {}, (event, abort) => {
    if (event.type === "started") abort.abort();
  }),
];

/** The kind of call number `index`: all in their shares, in an order that is the same each time. */
export function pick(kinds, index) {
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0);
  let at = (index * 37) % total;
  for (const kind of kinds) {
    at -= kind.weight;
    if (at < 0) return kind;
  }
  throw new Error("the weights do not add up");
}
