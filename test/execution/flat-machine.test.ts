import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AnyActor, createActor, createMachine } from "xstate";
import { flatMachine } from "../../src/execution/flat-machine.js";

type Event = { readonly type: "a" | "b" | "c"; readonly n: number };
type State = "s0" | "s1" | "s2" | "end";
const TYPES = ["a", "b", "c"] as const;
const STATES = ["s0", "s1", "s2", "end"] as const;

interface DrawnRule {
  readonly least: number;
  readonly to: State | undefined;
}
type Drawn = Record<State, Record<Event["type"], readonly DrawnRule[]>>;

const rules = fc.array(
  fc.record({ least: fc.integer({ min: 0, max: 3 }), to: fc.option(fc.constantFrom(...STATES), { nil: undefined }) }),
  { maxLength: 3 },
);
const reactions = fc.record({ a: rules, b: rules, c: rules });
const drawn = fc.record({ s0: reactions, s1: reactions, s2: reactions, end: fc.constant({ a: [], b: [], c: [] }) });
const events = fc.array(fc.record({ type: fc.constantFrom(...TYPES), n: fc.nat(4) }), { maxLength: 20 });

const byType = <T>(of: (type: Event["type"]) => T) =>
  Object.fromEntries(TYPES.map((type) => [type, of(type)])) as Record<Event["type"], T>;
const byState = <T>(of: (state: State) => T) =>
  Object.fromEntries(STATES.map((state) => [state, of(state)])) as Record<State, T>;

/** What a machine did, in order. */
type Trace = string[];

function flat(machine: Drawn, trace: Trace) {
  return createActor(
    flatMachine<Trace, Event, State, undefined>({
      context: () => trace,
      initial: "s0",
      final: "end",
      everywhere: {},
      states: byState((state) => ({
        enter: (seen) => void seen.push(`enter ${state}`),
        on: byType((type) =>
          machine[state][type].map(({ least, to }, i) => ({
            when: (_: Trace, { n }: Event) => n >= least,
            do: (seen: Trace, { n }: Event) => void seen.push(`${state} ${type} ${i} ${n}`),
            to,
          })),
        ),
      })),
    })(undefined),
  );
}

/** The same as one of the library's own machines. */
function chart(machine: Drawn, trace: Trace) {
  return createActor(
    createMachine({
      types: {} as { events: Event },
      initial: "s0",
      states: byState((state) => ({
        entry: () => void trace.push(`enter ${state}`),
        ...(state === "end" ? { type: "final" as const } : {}),
        on: byType((type) =>
          machine[state][type].map(({ least, to }, i) => ({
            guard: ({ event }: { event: Event }) => event.n >= least,
            actions: ({ event }: { event: Event }) => void trace.push(`${state} ${type} ${i} ${event.n}`),
            ...(to === undefined ? {} : { target: to, reenter: true }),
          })),
        ),
      })),
    }),
  );
}

describe("a flat machine", () => {
  it("does what a machine of XState does", () => {
    fc.assert(
      fc.property(drawn, events, (machine, sent) => {
        const seen = [flat, chart].map((make) => {
          const trace: Trace = [];
          const actor: AnyActor = make(machine, trace);
          actor.subscribe({ complete: () => trace.push("complete") });
          actor.start();
          for (const event of sent) {
            if (actor.getSnapshot().status === "active") actor.send(event);
          }
          return [trace, actor.getSnapshot().value, actor.getSnapshot().status];
        });
        expect(seen[0]).toEqual(seen[1]);
      }),
    );
  });

  it("takes an event that a step sends after that step", () => {
    const trace: Trace = [];
    const actor = createActor(
      flatMachine<(event: Event) => void, Event, State, undefined>({
        context: (_, send) => send,
        initial: "s0",
        final: "end",
        everywhere: { c: [{ do: () => void trace.push("c anywhere") }] },
        states: {
          s0: { enter: (send) => send({ type: "a", n: 1 }), on: { a: [{ to: "s1" }] } },
          s1: {
            enter: (send) => {
              send({ type: "c", n: 1 });
              send({ type: "b", n: 1 });
              trace.push("entered s1");
            },
            on: { b: [{ do: () => void trace.push("b"), to: "end" }] },
          },
          s2: {},
          end: { enter: () => void trace.push("end") },
        },
      })(undefined),
    ).start();
    expect(trace).toEqual(["entered s1", "c anywhere", "b", "end"]);
    expect(actor.getSnapshot()).toMatchObject({ status: "done", value: "end" });
  });

  it("ends with the error that a step throws", () => {
    const errors: unknown[] = [];
    const actor = createActor(
      flatMachine<null, Event, State, undefined>({
        context: () => null,
        initial: "s0",
        final: "end",
        everywhere: {
          a: [
            {
              do: () => {
                throw new Error("broken");
              },
            },
          ],
        },
        states: { s0: {}, s1: {}, s2: {}, end: {} },
      })(undefined),
    );
    actor.subscribe({ error: (error) => errors.push(error) });
    actor.start().send({ type: "a", n: 0 });
    expect(errors).toEqual([new Error("broken")]);
    expect(actor.getSnapshot().status).toBe("error");
  });
});
