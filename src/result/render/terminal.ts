import { type DecodedPiece, LONG_LINE_CHARACTERS } from "../decode/index.js";
import { act } from "./actions.js";
import { readControl } from "./escape.js";
import type { Row } from "./line.js";
import { Screen } from "./screen.js";
import { NUL_SYMBOL, withSymbols } from "./symbols.js";

const SPECIAL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/**
 * Renders text as a terminal without colours would, row by row: returns, backspaces, cursor movement and erasing take
 * effect, every other control sequence is dropped, and overwritten text that reads like an error stays, on a line of
 * its own before the row it stood on. Once the stream has settled, lines are what line feeds make them: the cursor stays
 * in its line, what is kept too, and in a line that is very long control characters are symbols and do nothing.
 */
export class Terminal {
  private readonly screen = new Screen();
  /** A control sequence that is not complete. */
  private open = "";
  private afterNul = false;
  private settled = false;
  /** Characters, and bytes without any, of the line so far, once settled. */
  private inLine = 0;

  write(piece: DecodedPiece): Row[] {
    if (piece.kind === "text") this.text(piece.text.toWellFormed());
    else if (piece.kind === "settled") this.settle();
    else {
      this.open = "";
      this.afterNul = false;
      const { kind, bytes, newlines: lines } = piece;
      this.screen.hide({ kind, bytes, lines, characters: kind === "skipped" ? piece.characters : 0 });
      this.inLine = lines > 0 || kind === "gap" ? 0 : this.inLine + bytes;
    }
    return this.screen.take();
  }

  private settle(): void {
    this.settled = true;
    this.inLine = 0;
    this.screen.settle();
  }

  end(): Row[] {
    this.render("", true);
    this.screen.end();
    return this.screen.take();
  }

  private text(text: string): void {
    if (!this.settled) {
      this.render(text, false);
      return;
    }
    for (let at = 0; at < text.length; ) {
      const end = text.indexOf("\n", at) + 1 || text.length;
      const long = Math.min(end, at + Math.max(0, LONG_LINE_CHARACTERS - this.inLine));
      if (long > at || this.open !== "") this.render(text.slice(at, long), long < end);
      if (end > long) {
        this.screen.print(withSymbols(text.slice(long, end)));
        this.afterNul = false;
      }
      this.inLine = text[end - 1] === "\n" ? 0 : this.inLine + end - at;
      at = end;
    }
  }

  private render(input: string, final: boolean): void {
    // Joined, not added: reading an addition character by character is slow.
    const text = this.open === "" ? input : [this.open, input].join("");
    this.open = "";
    for (let at = 0; at < text.length; ) {
      SPECIAL.lastIndex = at;
      const special = SPECIAL.test(text) ? SPECIAL.lastIndex - 1 : text.length;
      if (special > at) {
        this.screen.print(text.slice(at, special));
        this.afterNul = false;
      }
      if (special === text.length) return;
      at = this.control(text, special, final);
    }
  }

  /** Carries out the control at `at`; returns where the text goes on. */
  private control(text: string, at: number, final: boolean): number {
    const character = text[at]!;
    const nul = character === "\0";
    if (nul && !this.afterNul) this.screen.print(NUL_SYMBOL);
    this.afterNul = nul;
    switch (character) {
      case "\r":
        this.screen.carriageReturn();
        return at + 1;
      case "\b":
        this.screen.move(0, -1);
        return at + 1;
      case "\v":
      case "\f":
      case "\x85":
        if (!this.settled) this.screen.nextRow();
        return at + 1;
      case "\x1b":
      case "\x9b":
      case "\x9d":
      case "\x90":
      case "\x98":
      case "\x9e":
      case "\x9f":
        return this.sequence(text, at, final);
      default:
        return at + 1;
    }
  }

  private sequence(text: string, at: number, final: boolean): number {
    const control = readControl(text, at, final);
    if (control === null) {
      this.open = text.slice(at);
      return text.length;
    }
    if (control.action !== null) act(this.screen, control.action, control.parameters, this.settled);
    return control.next;
  }
}
