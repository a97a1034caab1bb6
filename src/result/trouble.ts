/** Blocks that are read for each word of trouble, the first ones: one that is everywhere tells nothing. */
const BLOCKS_A_WORD = 8;

/** Words of trouble in any tool's mouth. */
const TELLING = [
  "fatal",
  "panic",
  "exception",
  "traceback",
  "critical",
  "segmentation",
  "out of memory",
  "killed",
  "abort",
  "denied",
  "refused",
  "no such",
  "not found",
  "undefined",
  "timed? ?out",
  "cannot",
  "unable",
  "error",
  "fail",
  "warning",
];
/** Looks for words of trouble, each until it was found often enough. */
export class Trouble {
  private readonly left = new Map(TELLING.map((word) => [word, BLOCKS_A_WORD]));
  /** The words that still count. */
  private telling: RegExp | null = anyOf(TELLING);

  /** Whether a block has a word that not enough blocks had before. */
  isIn(text: string): boolean {
    const found = this.telling?.exec(text)?.[0].toLowerCase();
    if (found === undefined) return false;
    const word = TELLING.find((one) => new RegExp(`^${one}$`).test(found))!;
    const left = this.left.get(word)! - 1;
    if (left > 0) this.left.set(word, left);
    else {
      this.left.delete(word);
      this.telling = this.left.size === 0 ? null : anyOf([...this.left.keys()]);
    }
    return true;
  }
}

const anyOf = (words: readonly string[]) => new RegExp(words.join("|"), "i");
