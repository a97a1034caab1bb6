/** Lets other work of the process have its turn whenever some bytes have been worked on. */
export class Turns {
  private since = 0;

  constructor(private readonly bytes: number) {}

  /** To be awaited before the next bytes are worked on. */
  async after(bytes: number): Promise<void> {
    this.since += bytes;
    if (this.since <= this.bytes) return;
    this.since = 0;
    await new Promise(setImmediate);
  }
}
