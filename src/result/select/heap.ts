interface Item {
  readonly index: number;
  readonly key: number;
}

/** A binary heap of indices, largest key first, equal keys in order of index. */
export class Heap {
  private readonly items: Item[] = [];

  push(index: number, key: number): void {
    const { items } = this;
    const item = { index, key };
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!before(item, items[parent]!)) break;
      items[at] = items[parent]!;
      at = parent;
    }
    items[at] = item;
  }

  pop(): Item | null {
    const { items } = this;
    const top = items[0];
    const last = items.pop();
    if (top === undefined || last === undefined) return null;
    if (items.length === 0) return top;
    let at = 0;
    for (let child = 1; child < items.length; child = 2 * at + 1) {
      if (child + 1 < items.length && before(items[child + 1]!, items[child]!)) child++;
      if (!before(items[child]!, last)) break;
      items[at] = items[child]!;
      at = child;
    }
    items[at] = last;
    return top;
  }
}

const before = (a: Item, b: Item) => a.key > b.key || (a.key === b.key && a.index < b.index);
