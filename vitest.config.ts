import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Real processes on two cores: a slow machine is no failure.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: "forks",
  },
});
