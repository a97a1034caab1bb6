import type { StreamName } from "../../contract/index.js";
import type { HiddenRow } from "../render/index.js";
import type { TemplateCounts } from "./counts.js";
import type { Entry } from "./entry.js";

/** What is known of one rendered stream when lines are chosen. */
export interface StreamLog {
  readonly stream: StreamName;
  /** In order. Everything there is when `complete`, else the lines worth choosing from. */
  readonly entries: readonly Entry[];
  readonly complete: boolean;
  readonly counts: TemplateCounts;
  /** Lines without text, in order. */
  readonly hidden: readonly HiddenRow[];
  /** Lines of the whole rendered stream. */
  readonly lines: number;
  /** Characters of its last line. */
  readonly lastLength: number;
  readonly encoding: string | null;
}
