import { defineConfig } from "vitest/config";
import type { Reporter } from "vitest/node";

/** Names what passed only at its second try. */
const flaky: Reporter = {
  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return;
    const [error] = test.result().errors ?? [];
    console.log(`\nFLAKY ${test.module.relativeModuleId} > ${test.fullName}\n${error?.message}`);
  },
};

export default defineConfig({
  test: {
    // A busy machine must not fail a test.
    testTimeout: 30_000,
    // As in the browser's tests: the report names what needed another try.
    retry: process.env["CI"] ? 1 : 0,
    reporters: ["default", flaky],
    environment: "node",
    include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
    globalSetup: ["test/postgres.ts"],
    maxWorkers: 2,
    restoreMocks: true,
    css: { modules: { classNameStrategy: "non-scoped" } },
  },
});
