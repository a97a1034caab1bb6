import { isUtf8 } from "node:buffer";
import {
  type CodePage,
  decodeLines,
  detectByPattern,
  likelyCodePage,
  loadCodePage,
  openBytes,
  splitLines,
} from "../decode/index.js";

/** Bytes of one line, or bytes that wait for a code page to load, that are held back at most. */
const MOST_HELD = 256 * 1024;
/** Bytes that are waited for where a NUL among the first four may mean UTF-16: fewer show too little of a text. */
const ENOUGH_TO_TELL = 32;
const LF = 0x0a;
const UTF8 = /^(?:auto|utf-?8|(?:us-)?ascii)$/i;

/**
 * Decodes output while it comes, without waiting for more than the rest of a character where it is UTF-8 or UTF-16.
 * Other encodings are decoded by whole lines, once their code page is loaded; what is held until then comes with a
 * later chunk or with `end`.
 */
export class LiveDecoder {
  private held: Buffer = Buffer.alloc(0);
  private wide: InstanceType<typeof TextDecoder> | null = null;
  private page: CodePage | null = null;
  private loading: Promise<void> | null = null;
  private begun = false;
  private readonly declared: boolean;

  constructor(encoding: string) {
    this.declared = !UTF8.test(encoding);
    if (this.declared) this.load(loadCodePage(encoding));
  }

  write(chunk: Buffer): string {
    this.held = this.held.length === 0 ? chunk : Buffer.concat([this.held, chunk]);
    if (!this.begun && !this.begin()) return "";
    if (this.wide !== null) return this.wide.decode(this.take(this.held.length), { stream: true });
    if (this.loading !== null && this.held.length < MOST_HELD) return "";
    const whole = this.held.length - openBytes(this.held, this.page);
    if (isUtf8(this.held.subarray(0, whole)) && !(this.declared && this.page !== null))
      return this.take(whole).toString();
    const lines = this.held.lastIndexOf(LF) + 1;
    if (lines === 0 && this.held.length < MOST_HELD) return "";
    if (this.page === null && this.loading === null) {
      this.load(likelyCodePage(splitLines(this.held.subarray(0, lines)).filter((line) => !isUtf8(line))));
      return "";
    }
    return this.decode(this.take(lines === 0 ? whole : lines));
  }

  async end(): Promise<string> {
    await this.loading;
    if (!this.begun) this.settle();
    if (this.wide !== null) return this.wide.decode(this.take(this.held.length));
    const rest = this.take(this.held.length);
    if (isUtf8(rest) && this.page === null) return rest.toString();
    this.page ??= await likelyCodePage(splitLines(rest).filter((line) => !isUtf8(line)));
    return this.decode(rest);
  }

  /** Settles the encoding; false while there are too few bytes to tell. */
  private begin(): boolean {
    const [first] = this.held;
    const mayBeWide = this.held.includes(0) || first! >= 0xef || (first! < 0x80 && !this.held.includes(LF));
    if (this.held.length < 4 && mayBeWide) return false;
    if (this.held.length < ENOUGH_TO_TELL && this.held.subarray(0, 4).includes(0)) return false;
    this.settle();
    return true;
  }

  /** Looks for a byte order mark and for UTF-16 in what has come. */
  private settle(): void {
    this.begun = true;
    const detected = detectByPattern(this.held);
    if (detected?.encoding.startsWith("utf-16")) this.wide = new TextDecoder(detected.encoding);
    this.take(detected?.bom ?? 0);
  }

  private load(page: Promise<CodePage | null>): void {
    this.loading = page.then((loaded) => {
      this.page = loaded;
      this.loading = null;
    });
  }

  private take(bytes: number): Buffer {
    const taken = this.held.subarray(0, bytes);
    this.held = this.held.subarray(bytes);
    return taken;
  }

  private decode(bytes: Buffer): string {
    const pieces = decodeLines(splitLines(bytes), this.page, this.declared, new Set());
    return pieces.map((piece) => (piece.kind === "text" ? piece.text : "")).join("");
  }
}
