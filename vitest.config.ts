import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
    globalSetup: ["src/server/test-postgres.ts"],
    maxWorkers: 2,
    restoreMocks: true,
    css: { modules: { classNameStrategy: "non-scoped" } },
  },
});
