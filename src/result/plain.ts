import { isUtf8 } from "node:buffer";
import type { Captured, CapturedStream, OutputStreamInfo } from "../contract/index.js";
import type { Presented, PresentOptions } from "./presented.js";
import { readCounts } from "./summary/index.js";
import { surelyFits } from "./tokens/index.js";

const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f\ufeff]/;
/** Bytes a token has on average at most; longer output is not looked at here. */
const TOKEN_BYTES = 8;
/** Output up to this length is searched for a summary as a whole. */
const SUMMARY_CHARACTERS = 4000;

/** The quick way for a success whose output is plain UTF-8 and surely fits, which most calls are; null when it is not. */
export function plainOutput(captured: Captured, { encoding, budget, failed }: PresentOptions): Presented | null {
  if (encoding !== "auto" && encoding !== "utf-8") return null;
  const stdout = plainText(captured.stdout, budget);
  const stderr = stdout === null ? null : plainText(captured.stderr, budget);
  if (stdout === null || stderr === null) return null;
  if (failed && stdout + stderr !== "") return null;
  if (!surelyFits(stdout + stderr, budget)) return null;
  return {
    stdout,
    stderr,
    truncated: false,
    output: { id: captured.outputId, stdout: infoOf(captured.stdout), stderr: infoOf(captured.stderr) },
    keyLines: [],
    counts: stdout + stderr === "" ? null : readCounts(lastLines(stdout).concat(lastLines(stderr))),
    note: null,
  };
}

function plainText(stream: CapturedStream, budget: number): string | null {
  if (stream.omittedBytes > 0 || stream.bytes > budget * TOKEN_BYTES || !isUtf8(stream.head)) return null;
  const text = stream.head.toString();
  return CONTROLS.test(text) ? null : text;
}

const infoOf = ({ bytes, lines }: CapturedStream): OutputStreamInfo => ({
  bytes,
  lines,
  shown_lines: lines,
  encoding: bytes === 0 ? null : "utf-8",
});

const lastLines = (text: string) => text.slice(-SUMMARY_CHARACTERS).split("\n");
