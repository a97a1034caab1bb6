import { defineConfig } from "vitest/config";

// The fault campaign (`npm run test:faults`): long, and hard on the machine, so no part of `npm test`.
// FAULT_CALLS sets how many calls each part makes; the default is the short form for CI.
const calls = Number(process.env.FAULT_CALLS ?? 300);

export default defineConfig({
  test: {
    include: ["test/faults/**/*.faults.ts"],
    testTimeout: 60_000 + 300 * calls,
    hookTimeout: 60_000,
    pool: "forks",
    // They exhaust what they share.
    fileParallelism: false,
  },
});
