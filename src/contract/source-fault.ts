/** One fault in a config or registry file. Lines and columns count from 1. */
export interface SourceFault {
  /** Absolute path, or `<definitions>` for an object given to the library. */
  readonly file: string;
  /** Null when the fault has no place, e.g. a file that is missing. */
  readonly line: number | null;
  readonly column: number | null;
  /** Dotted key, e.g. `tools[2].params.limit.type`; null when the fault is in the syntax or the file. */
  readonly key: string | null;
  readonly message: string;
  /** What was probably meant or what to do; null when there is no good guess. */
  readonly suggestion: string | null;
}
