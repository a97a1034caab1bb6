import type { StreamName } from "../contract/index.js";

/** Which outputs of a run have not come to their end. */
export class OpenStreams {
  #stdout = true;
  #stderr = true;

  get any(): boolean {
    return this.#stdout || this.#stderr;
  }

  has(stream: StreamName): boolean {
    return stream === "stdout" ? this.#stdout : this.#stderr;
  }

  /** False when it had ended before. */
  end(stream: StreamName): boolean {
    const was = this.has(stream);
    if (stream === "stdout") this.#stdout = false;
    else this.#stderr = false;
    return was;
  }
}
