import type { Admission, Fault, Permit } from "../contract/index.js";

/**
 * What one job is told, once at most. It is told in a microtask, so never from inside `submit`, `release`, `cancel`
 * or `close`: who calls those is not called back meanwhile.
 */
export class Answer {
  #admission: Admission | null;
  #permit: Permit | null = null;

  constructor(admission: Admission) {
    this.#admission = admission;
  }

  /** A permit that the job cannot take, because its callback throws, goes back: nobody else could release it. */
  admit(permit: Permit): void {
    this.#permit = permit;
    this.#tell((admission) => {
      try {
        admission.admitted(permit);
      } catch (error) {
        permit.release();
        throw error;
      }
    });
  }

  reject(fault: Fault): void {
    this.#tell((admission) => admission.rejected(fault));
  }

  /** True: nothing will be told, and the permit, if there was one on its way, is back. False: it has been told. */
  withdraw(): boolean {
    if (this.#admission === null) return false;
    this.#admission = null;
    this.#permit?.release();
    return true;
  }

  #tell(tell: (admission: Admission) => void): void {
    queueMicrotask(() => {
      const admission = this.#admission;
      this.#admission = null;
      if (admission !== null) tell(admission);
    });
  }
}
