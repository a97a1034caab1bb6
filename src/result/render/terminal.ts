import type { DecodedPiece } from "../decode/index.js";
import { act } from "./actions.js";
import { readControl } from "./escape.js";
import type { Row } from "./line.js";
import { NUL_SYMBOL } from "./nul.js";
import { Screen } from "./screen.js";

const SPECIAL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/**
 * Renders text as a terminal without colours would, row by row: returns, backspaces, cursor movement and erasing take
 * effect, every other control sequence is dropped, and overwritten text that reads like an error stays, on a line of
 * its own before the row it stood on.
 */
export class Terminal {
  private readonly screen = new Screen();
  /** A control sequence that is not complete. */
  private open = "";
  private afterNul = false;

  write(piece: DecodedPiece): Row[] {
    if (piece.kind === "text") this.text(piece.text.toWellFormed(), false);
    else {
      this.open = "";
      this.screen.hide(piece.kind, piece.bytes, piece.newlines);
    }
    return this.screen.take();
  }

  end(): Row[] {
    this.text("", true);
    this.screen.end();
    return this.screen.take();
  }

  private text(input: string, final: boolean): void {
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
        this.screen.nextRow();
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
    if (control.action !== null) act(this.screen, control.action, control.parameters);
    return control.next;
  }
}
