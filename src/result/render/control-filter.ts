import { readControl } from "./escape.js";
import { NUL_SYMBOL } from "./symbols.js";

const SPECIAL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/**
 * Takes control sequences out of text that comes in pieces. Line feeds, tabs and lone returns stay, so that a progress
 * line still overwrites itself on a terminal; a return before a line feed goes. What may be the start of a sequence is
 * held back until the rest comes.
 */
export class ControlFilter {
  private open = "";
  private afterNul = false;

  write(input: string): string {
    return this.filter(input, false);
  }

  private filter(input: string, final: boolean): string {
    // Joined, not added: reading an addition character by character is slow.
    const text = this.open === "" ? input : [this.open, input].join("");
    this.open = "";
    let clean = "";
    for (let at = 0; at < text.length; ) {
      SPECIAL.lastIndex = at;
      const special = SPECIAL.test(text) ? SPECIAL.lastIndex - 1 : text.length;
      if (special > at) this.afterNul = false;
      clean += text.slice(at, special);
      if (special === text.length) break;
      const character = text[special]!;
      if (character === "\r" && special + 1 === text.length && !final) {
        this.open = character;
        break;
      }
      const control = readControl(text, special, final);
      if (control === null) {
        this.open = text.slice(special);
        break;
      }
      clean += this.visible(character, text[special + 1]);
      at = control.next;
    }
    return clean;
  }

  /** What was held back; it is no sequence, as nothing more comes. */
  end(): string {
    return this.filter("", true);
  }

  private visible(character: string, next: string | undefined): string {
    if (character === "\r") return next === "\n" ? "" : "\r";
    if (character !== "\0") return "";
    const first = !this.afterNul;
    this.afterNul = true;
    return first ? NUL_SYMBOL : "";
  }
}
