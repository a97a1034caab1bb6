import type { ActorLogic, ActorRefFrom, ActorScope, EventObject, Snapshot } from "xstate";

/** What an event leads to: the first rule that applies is taken, else the event is passed over. */
export interface Rule<Context, Event, State> {
  /** Applies always when absent. */
  readonly when?: (context: Context, event: Event) => boolean;
  readonly do?: (context: Context, event: Event) => void;
  /** The same state, without entering it anew, when absent. */
  readonly to?: State;
}

export type Rules<Context, Event extends EventObject, State> = {
  readonly [Type in Event["type"]]?: readonly Rule<Context, Extract<Event, { readonly type: Type }>, State>[];
};

export interface FlatState<Context, Event extends EventObject, State> {
  readonly enter?: (context: Context) => void;
  readonly on?: Rules<Context, Event, State>;
}

export interface FlatMachine<Context, Event extends EventObject, State extends string, Input> {
  readonly context: (input: Input, send: (event: Event) => void) => Context;
  readonly initial: State;
  /** Entering it completes the actor. */
  readonly final: State;
  /** For every state that has no rule of its own. */
  readonly everywhere: Rules<Context, Event, State>;
  readonly states: { readonly [Name in State]: FlatState<Context, Event, State> };
}

export type FlatSnapshot<Context, State> = Snapshot<undefined> & { readonly context: Context; readonly value: State };

/**
 * Makes the logic of an actor of XState for a machine without nested states, timers or children of its own. Queue,
 * completion and errors are the library's; its own machines also cope with statecharts, which took a third of what a
 * short run costs: they copy the context and make some fifty sets and maps at every step.
 */
export function flatMachine<Context, Event extends EventObject, State extends string, Input>(
  machine: FlatMachine<Context, Event, State, Input>,
): (input: Input) => FlatLogic<Context, Event, State, Input> {
  return (input) => new FlatLogic(machine, input);
}

/** Of one actor. The input is in it, as options make the library copy and look through them for every actor. */
export class FlatLogic<Context, Event extends EventObject, State extends string, Input>
  implements ActorLogic<FlatSnapshot<Context, State>, Event>
{
  constructor(
    private readonly machine: FlatMachine<Context, Event, State, Input>,
    private readonly input: Input,
  ) {}

  getInitialSnapshot({ self }: ActorScope<FlatSnapshot<Context, State>, Event>): FlatSnapshot<Context, State> {
    const send = (event: Event) => (self as ActorRefFrom<FlatLogic<Context, Event, State, Input>>).send(event);
    return this.snapshot("active", this.machine.context(this.input, send), this.machine.initial);
  }

  start({ context, value }: FlatSnapshot<Context, State>): void {
    this.machine.states[value].enter?.(context);
  }

  transition(snapshot: FlatSnapshot<Context, State>, event: Event): FlatSnapshot<Context, State> {
    const { context, value } = snapshot;
    const rule = this.rulesFor(value, event).find(({ when }) => when?.(context, event) ?? true);
    rule?.do?.(context, event);
    if (rule?.to === undefined) return snapshot;
    this.machine.states[rule.to].enter?.(context);
    return this.snapshot(rule.to === this.machine.final ? "done" : "active", context, rule.to);
  }

  getPersistedSnapshot(snapshot: FlatSnapshot<Context, State>): FlatSnapshot<Context, State> {
    return snapshot;
  }

  private rulesFor(value: State, { type }: Event): readonly Rule<Context, Event, State>[] {
    const { states, everywhere } = this.machine;
    const rules = states[value].on?.[type as Event["type"]] ?? everywhere[type as Event["type"]];
    return (rules ?? []) as readonly Rule<Context, Event, State>[];
  }

  private snapshot(status: "active" | "done", context: Context, value: State): FlatSnapshot<Context, State> {
    return { status, output: undefined, error: undefined, context, value } as FlatSnapshot<Context, State>;
  }
}
