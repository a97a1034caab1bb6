/** `text`, or its beginning and how many characters were left out. Never ends inside a surrogate pair. */
export function shortText(text: string, most: number): string {
  if (text.length <= most) return text;
  const inPair = /[\ud800-\udbff]/.test(text[most - 1]!);
  const kept = text.slice(0, inPair ? most - 1 : most);
  return `${kept}[+${text.length - kept.length} characters]`;
}

export interface ShortList {
  readonly items: readonly string[];
  readonly leftOut: number;
}

/** The first items, each shortened to `mostEach`, while their characters stay within `mostTogether`. */
export function shortList(texts: readonly string[], mostEach: number, mostTogether: number): ShortList {
  const items: string[] = [];
  let characters = 0;
  for (const text of texts) {
    const item = shortText(text, mostEach);
    // Each costs its quotes and comma too, or a hundred thousand empty ones would fit.
    characters += item.length + 3;
    if (characters > mostTogether) break;
    items.push(item);
  }
  return { items, leftOut: texts.length - items.length };
}
