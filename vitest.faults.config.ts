import { defineConfig } from "vitest/config";

// The fault campaign (`npm run test:faults`): long, and hard on the machine, so no part of `npm test`.
// FAULT_CALLS sets how many calls each part makes; the default is the short form for CI.
export default defineConfig({
  test: {
    include: ["test/faults/**/*.faults.ts"],
    testTimeout: 1_800_000,
    hookTimeout: 60_000,
    pool: "forks",
    // They exhaust what they share.
    fileParallelism: false,
  },
});
