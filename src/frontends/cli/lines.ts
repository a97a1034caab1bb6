const LINE_FEED = 0x0a;

/**
 * Splits bytes at line feeds alone (U+2028 may stand in a JSON string), blank lines left out. A line above `limit`
 * bytes is read past without being kept and given as "too_long".
 */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  limit: number,
): AsyncGenerator<Buffer | "too_long", void, undefined> {
  let parts: Buffer[] = [];
  let bytes = 0;
  const take = (): Buffer | "too_long" | null => {
    const line = bytes > limit ? "too_long" : Buffer.concat(parts);
    parts = [];
    bytes = 0;
    return line === "too_long" || !isBlank(line) ? line : null;
  };
  for await (const chunk of chunks) {
    let start = 0;
    while (start < chunk.length) {
      const feed = chunk.indexOf(LINE_FEED, start);
      const end = feed === -1 ? chunk.length : feed;
      bytes += end - start;
      if (bytes <= limit) parts.push(chunk.subarray(start, end));
      else parts = [];
      start = end + 1;
      if (feed === -1) continue;
      const line = take();
      if (line !== null) yield line;
    }
  }
  if (bytes > 0) {
    const line = take();
    if (line !== null) yield line;
  }
}

const isBlank = (line: Buffer) => line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
