import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Real processes on two cores: a slow machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
    // Half of the tests wait for processes; by default two cores get one worker.
    maxWorkers: Math.max(2, availableParallelism()),
  },
});
