// The work that every contestant gets, and what is right for each job.
//
// A job: { id, argv, timeoutMs, graceMs, right }. `right`: { code } or { signal } or { timeout: true }, and { bytes } of
// standard output. `timeoutMs` is null where the job ends by itself.

const MEGABYTE_OF_NUMBERS = 1_000_000;
/** What `seq 1 1000000` prints. */
const BYTES_OF_NUMBERS = 6_888_896;

/** `token`: a number of seconds that nothing else on this machine sleeps, to find what was left alive. */
export function workOf(kind, { quick, token }) {
  const make = KINDS[kind];
  return make(quick, token).map((job, id) => ({ id, timeoutMs: null, graceMs: 300, ...job }));
}

const repeat = (count, make) => Array.from({ length: count }, (_, index) => make(index));

const KINDS = {
  short: (quick) => repeat(quick ? 24 : 400, () => ({ argv: ["/bin/true"], right: { code: 0, bytes: 0 } })),

  mix: (quick) =>
    repeat(quick ? 20 : 160, (index) => {
      const ms = [5, 10, 20, 40, 150][index % 5];
      if (index % 20 === 19) return { argv: ["sh", "-c", "kill -9 $$"], right: { signal: "SIGKILL", bytes: 0 } };
      if (index % 7 === 6) {
        return { argv: ["sh", "-c", `sleep ${ms / 1000}; echo wrong >&2; exit 3`], right: { code: 3, bytes: 0 } };
      }
      const argv = ["sh", "-c", `sleep ${ms / 1000}; seq 1 ${100 + index}`];
      return { argv, right: { code: 0, bytes: 292 + 4 * index } };
    }),

  floods: (quick) =>
    repeat(quick ? 2 : 16, (index) =>
      index % 4 === 3
        ? {
            argv: ["sh", "-c", `seq 1 ${MEGABYTE_OF_NUMBERS}; seq 1 ${MEGABYTE_OF_NUMBERS} >&2`],
            right: { code: 0, bytes: BYTES_OF_NUMBERS },
          }
        : { argv: ["seq", "1", String(MEGABYTE_OF_NUMBERS)], right: { code: 0, bytes: BYTES_OF_NUMBERS } },
    ),

  stubborn: (quick, token) =>
    repeat(quick ? 6 : 24, (index) => {
      const kinds = [
        // Ignores SIGTERM, and so does its child, which holds the output open.
        {
          argv: ["sh", "-c", `trap '' TERM; echo up; sleep ${token} & while :; do sleep 0.1; done`],
          right: { timeout: true, bytes: 3 },
        },
        // Ends at once, but leaves a child that holds the output open.
        { argv: ["sh", "-c", `echo done; sleep ${token} & exit 0`], right: { code: 0, bytes: 5 } },
        // Leaves a child in a session of its own, which no signal to the group reaches.
        { argv: ["sh", "-c", `echo up; setsid sleep ${token} & sleep ${token}`], right: { timeout: true, bytes: 3 } },
      ];
      return { timeoutMs: 500, ...kinds[index % kinds.length] };
    }),
};

export const WORK = Object.keys(KINDS);
