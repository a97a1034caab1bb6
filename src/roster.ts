const FIRST_SLOTS = 16;
const LARGEST_NUMBER = 2 ** 31 - 1;

/**
 * What is under way, each under a number from 1 to 2^31 - 1, which is not given again before all others were. A Map does
 * the same, but each time it grows, the table it leaves behind leads to the next one: once one of them is old, the
 * garbage collector of V8 takes all that ever stood in the later ones for alive, until it looks at everything.
 * Since the numbers are ours to choose, each is chosen so that its place, number modulo size, is free.
 */
export class Roster<T> {
  /** As many as a power of two, at most half of them taken; 0 in `#numbers`: free. */
  #values = new Array<T | undefined>(FIRST_SLOTS).fill(undefined);
  #numbers = new Array<number>(FIRST_SLOTS).fill(0);
  #size = 0;
  #last = 0;

  get size(): number {
    return this.#size;
  }

  /** The number that will be given next. */
  get next(): number {
    if (2 * this.#size >= this.#numbers.length) this.#grow();
    let number = this.#last;
    do number = number === LARGEST_NUMBER ? 1 : number + 1;
    while (this.#numbers[this.#place(number)] !== 0);
    return number;
  }

  /** Gives the number. */
  add(value: T): number {
    this.#last = this.next;
    this.#put(this.#last, value);
    this.#size += 1;
    return this.#last;
  }

  get(number: number): T | undefined {
    const place = this.#place(number);
    return this.#numbers[place] === number ? this.#values[place] : undefined;
  }

  /** False when there is none of that number. */
  remove(number: number): boolean {
    const place = this.#place(number);
    if (number === 0 || this.#numbers[place] !== number) return false;
    this.#numbers[place] = 0;
    this.#values[place] = undefined;
    this.#size -= 1;
    return true;
  }

  /** All, the one of the lowest number first. */
  values(): T[] {
    return this.#numbers
      .filter((number) => number !== 0)
      .sort((a, b) => a - b)
      .map((number) => this.#values[this.#place(number)]!);
  }

  #place(number: number): number {
    return number & (this.#numbers.length - 1);
  }

  #put(number: number, value: T | undefined): void {
    const place = this.#place(number);
    this.#numbers[place] = number;
    this.#values[place] = value;
  }

  /** Numbers whose places differ have different places in twice the size too. */
  #grow(): void {
    const [numbers, values] = [this.#numbers, this.#values];
    this.#numbers = new Array<number>(2 * numbers.length).fill(0);
    this.#values = new Array<T | undefined>(2 * numbers.length).fill(undefined);
    for (const [place, number] of numbers.entries()) if (number !== 0) this.#put(number, values[place]);
  }
}
