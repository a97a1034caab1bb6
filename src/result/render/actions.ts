import type { Screen } from "./screen.js";

/** What a sequence does, by its parameters: `count` is the first, at least 1; `first` and `second` are as given. */
type Action = (screen: Screen, count: number, first: number, second: number) => void;

const forward: Action = (screen, count) => screen.move(0, count);
const down: Action = (screen, count) => screen.move(count, 0);
const toColumn: Action = (screen, count) => screen.toColumn(count - 1);
const position: Action = (screen, count, _first, second) => screen.position(count - 1, Math.max(1, second) - 1);
const save: Action = (screen) => screen.save();
const restore: Action = (screen) => screen.restore();

/** By the final byte of a CSI sequence (ECMA-48, xterm). */
const WITHIN_LINE: ReadonlyMap<string, Action> = new Map<string, Action>([
  ["C", forward],
  ["a", forward],
  ["D", (screen, count) => screen.move(0, -count)],
  ["G", toColumn],
  ["`", toColumn],
  ["K", (screen, _count, first) => screen.eraseLine(first === 0 ? "after" : first === 1 ? "before" : "all")],
  ["X", (screen, count) => screen.eraseCharacters(count)],
  ["P", (screen, count) => screen.deleteCharacters(count)],
]);

/** By the final byte of a CSI sequence, or `E` and the letter of a short escape. */
const ACROSS_LINES: ReadonlyMap<string, Action> = new Map<string, Action>([
  ["A", (screen, count) => screen.move(-count, 0)],
  ["B", down],
  ["e", down],
  ["E", (screen, count) => screen.lineStart(count)],
  ["F", (screen, count) => screen.lineStart(-count)],
  ["H", position],
  ["f", position],
  ["J", (screen, _count, first) => (first === 0 ? screen.eraseBelow() : first === 1 ? undefined : screen.clear())],
  ["s", save],
  ["u", restore],
  ["E7", save],
  ["E8", restore],
  ["ED", down],
  ["EM", (screen) => screen.move(-1, 0)],
  ["EE", (screen) => screen.nextRow()],
  ["Ec", (screen) => screen.clear()],
]);

/**
 * Carries out a control sequence; on a settled screen only one that stays in its line. Colours, modes and whatever else
 * moves no text do nothing.
 */
export function act(screen: Screen, action: string, parameters: string, settled: boolean): void {
  const carryOut = WITHIN_LINE.get(action) ?? (settled ? undefined : ACROSS_LINES.get(action));
  if (carryOut === undefined) return;
  const [first = 0, second = 0] = parameters.split(";").map((word) => Number.parseInt(word, 10) || 0);
  carryOut(screen, Math.max(1, first), first, second);
}
