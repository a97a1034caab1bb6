import type { CodePage } from "./code-page.js";

/** Decodes UTF-16 and UTF-32 over chunks, and after a gap at a whole code unit. */
export class WideDecoder {
  private decoder: ReturnType<CodePage["stream"]>;
  private skip = 0;
  private fresh = false;
  private readonly unit: number;

  /** @param start offset in the stream of the first code unit */
  constructor(
    private readonly page: CodePage,
    private readonly start: number,
  ) {
    this.unit = /32|4/.test(page.label) ? 4 : 2;
    this.decoder = page.stream();
  }

  get encoding(): string {
    return this.page.label.toLowerCase();
  }

  write(bytes: Buffer): string {
    const text = this.decoder.write(bytes.subarray(this.skip));
    this.skip = Math.max(0, this.skip - bytes.length);
    if (!this.fresh || text === "") return text;
    this.fresh = false;
    return text.replace(/^[\udc00-\udfff]/, "");
  }

  /** What is written next begins at this offset of the stream; half a character before it is dropped. */
  skipTo(offset: number): void {
    this.decoder = this.page.stream();
    this.skip = (this.unit - ((offset - this.start) % this.unit)) % this.unit;
    this.fresh = true;
  }

  end(): string {
    return this.decoder.end();
  }
}
