import fc from "fast-check";
import { expect, test } from "vitest";
import { IndexedHeap } from "../../src/scheduler/indexed-heap.js";

interface Value {
  key: number;
  readonly id: number;
}
const inOrder = (a: Value, b: Value) => a.key - b.key || a.id - b.id;

const step = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), key: fc.nat(20) }),
  fc.record({ kind: fc.constant("remove" as const), pick: fc.nat(100) }),
  fc.record({ kind: fc.constant("move" as const), pick: fc.nat(100), key: fc.nat(20) }),
);

test("its first is always the least, whatever is taken out or moved", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const heap = new IndexedHeap<Value>((a, b) => inOrder(a, b) < 0);
      const inside: Value[] = [];
      steps.forEach((step, id) => {
        const value = step.kind === "add" ? { key: step.key, id } : inside[step.pick % inside.length];
        if (value === undefined) return;
        if (step.kind === "add") {
          inside.push(value);
          heap.add(value);
        } else if (step.kind === "remove") {
          inside.splice(inside.indexOf(value), 1);
          expect(heap.remove(value)).toBe(true);
          expect(heap.remove(value)).toBe(false);
        } else {
          value.key = step.key;
          heap.moved(value);
        }
        expect(heap.size).toBe(inside.length);
        expect(heap.first).toBe([...inside].sort(inOrder)[0]);
      });
    }),
  );
});

test("an operation compares O(log n) values", () => {
  let comparisons = 0;
  const heap = new IndexedHeap<Value>((a, b) => {
    comparisons += 1;
    return inOrder(a, b) < 0;
  });
  const count = 100_000;
  const values = Array.from({ length: count }, (_, id) => ({ key: (id * 7_919) % count, id }));
  for (const value of values) heap.add(value);
  for (const value of values) {
    value.key = (value.key * 31) % count;
    heap.moved(value);
  }
  for (const value of values) heap.remove(value);
  // Down and up again: at most two comparisons a level, then one.
  expect(comparisons).toBeLessThan(3 * count * 3 * Math.ceil(Math.log2(count)));
});
