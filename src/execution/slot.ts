import type { Admission, Fault, Permit, Ticket } from "../contract/index.js";

export type SlotEvent = { readonly type: "admitted" } | { readonly type: "rejected"; readonly fault: Fault };

/** A run's place in the queue, then its permit, which goes back exactly once whenever it comes. */
export class Slot implements Admission {
  readonly #send: (event: SlotEvent) => void;
  #ticket: Ticket | null = null;
  #permit: Permit | null = null;
  #closed = false;

  constructor(send: (event: SlotEvent) => void) {
    this.#send = send;
  }

  request(enqueue: (admission: Admission) => Ticket): void {
    this.#ticket = enqueue(this);
  }

  admitted(permit: Permit): void {
    if (this.#closed) {
      // Cancelled while the scheduler was about to admit it.
      permit.release();
    } else {
      this.#permit = permit;
      this.#send({ type: "admitted" });
    }
  }

  rejected(fault: Fault): void {
    if (!this.#closed) this.#send({ type: "rejected", fault });
  }

  /** Leaves the queue, or gives the permit back. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#permit === null) this.#ticket?.cancel();
    else this.#permit.release();
  }
}
