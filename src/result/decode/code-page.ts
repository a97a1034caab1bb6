/** Decodes whole runs of bytes from one code page. */
export interface CodePage {
  readonly label: string;
  /** U+FFFD stands for what the code page does not have. */
  decode(bytes: Buffer): string;
  /** For encodings whose characters may be split over chunks. */
  stream(): { write(bytes: Buffer): string; end(): string };
}

/** Those that need no iconv-lite, so that looking one up does not load it. */
const COMMON = /^(?:auto|utf-?8|utf-?16(?:le|be)?|ascii)$/i;

/** Whether output can be decoded from an encoding of this name. */
export async function knowsEncoding(label: string): Promise<boolean> {
  return COMMON.test(label) || (await loadCodePage(label)) !== null;
}

/** Loads iconv-lite when a stream needs it; null when it does not know the label. */
export async function loadCodePage(label: string): Promise<CodePage | null> {
  const { default: iconv } = await import("iconv-lite");
  if (!iconv.encodingExists(label)) return null;
  return {
    label,
    decode: (bytes) => iconv.decode(bytes, label, { stripBOM: false }),
    stream() {
      const decoder = iconv.getDecoder(label, { stripBOM: false });
      return { write: (bytes) => decoder.write(bytes), end: () => decoder.end() ?? "" };
    },
  };
}
