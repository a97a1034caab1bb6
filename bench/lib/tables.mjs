/** A table: `{ title, head, rows, notes }`, cells as text. */

/** For a terminal. */
export function formatTable({ title, head, rows, notes = [] }) {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column].length)));
  const lines = all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join("  ")
      .trimEnd(),
  );
  return [title, ...lines, ...notes.map((note) => `  ${note}`), ""].join("\n");
}

/** For a page of the documentation. */
export function markdownTable({ title, head, rows, notes = [] }) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [
    `**${title}**`,
    "",
    line(head),
    line(head.map(() => "---")),
    ...rows.map(line),
    "",
    ...notes.flatMap((note) => [note, ""]),
  ].join("\n");
}
