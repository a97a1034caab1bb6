/** A plain table, columns two spaces apart. `width`: columns of the terminal, the last column is cut to it; null = not cut. */
export function formatTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  width: number | null,
): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all
    .map((row) => {
      const line = row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd();
      return width !== null && line.length > width ? `${line.slice(0, width - 1)}…` : line;
    })
    .map((line) => `${line}\n`)
    .join("");
}
