import fc from "fast-check";
import { expect, it } from "vitest";
import { BrokerError } from "../../src/errors/index.js";
import { defineTools, toolObject } from "./support.js";

const half = fc.integer({ min: -12, max: 12 }).map((twice) => twice / 2);
const bounds = fc.record(
  {
    minimum: half,
    maximum: half,
    exclusiveMinimum: half,
    exclusiveMaximum: half,
    multipleOf: fc.integer({ min: 1, max: 7 }),
  },
  { requiredKeys: [] },
);

it("bounds of an integer are refused exactly when no integer meets them", async () => {
  await fc.assert(
    fc.asyncProperty(bounds, async (words) => {
      const meets = (n: number) =>
        n >= (words.minimum ?? n) &&
        n <= (words.maximum ?? n) &&
        n > (words.exclusiveMinimum ?? n - 1) &&
        n < (words.exclusiveMaximum ?? n + 1) &&
        n % (words.multipleOf ?? 1) === 0;
      const some = Array.from({ length: 61 }, (_, n) => n - 30).some(meets);
      const params = { p: { type: "integer", description: "d", ...words } };
      const loading = defineTools({ tools: [toolObject({ command: ["true", "{p}"], params })] });
      if (some) expect((await loading).tools.size).toBe(1);
      else await expect(loading).rejects.toBeInstanceOf(BrokerError);
    }),
    { numRuns: 500 },
  );
});
