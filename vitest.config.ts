import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // A busy machine must not fail a test.
    testTimeout: 30_000,
    environment: "node",
    include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
    globalSetup: ["test/postgres.ts"],
    maxWorkers: 2,
    restoreMocks: true,
    css: { modules: { classNameStrategy: "non-scoped" } },
  },
});
