import type { BrokenKeys, Document, FindingOptions, Findings, KeyPath } from "../toml/index.js";

/** One `[[tools]]` table while it is read: where its faults go. */
export class ToolScope {
  #faulty: boolean;

  constructor(
    readonly document: Document,
    readonly index: number,
    private readonly broken: BrokenKeys,
    private readonly findings: Findings,
  ) {
    this.#faulty = broken.touches(this.at([]));
  }

  /** Nothing may be made of a tool with a fault. */
  get faulty(): boolean {
    return this.#faulty;
  }

  /** Where a key of the tool is in its document. */
  at(path: KeyPath): KeyPath {
    return ["tools", this.index, ...path];
  }

  /** @param path from the tool on: `["params", "limit", "default"]` */
  report(path: KeyPath, message: string, options?: FindingOptions): void {
    this.#faulty = true;
    this.findings.add(this.document, this.at(path), message, options);
  }

  /** Whether the value of a key was taken out as unusable; rules that need it cannot say anything then. */
  isBroken(path: KeyPath): boolean {
    return this.broken.has(this.at(path));
  }
}
