import { defineConfig } from "vitest/config";
import type { Reporter } from "vitest/node";

/** Tests of what stands around the product, which need minutes or programs of their own. */
const INFRASTRUCTURE = ["failover", "nginx", "pgbouncer", "power-loss"].map(
  (name) => `src/app/${name}.server.test.ts`,
);

/** Names what passed only at its second try. */
const flaky: Reporter = {
  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return;
    const [error] = test.result().errors ?? [];
    console.log(`\nFLAKY ${test.module.relativeModuleId} > ${test.fullName}\n${error?.message}`);
  },
};

/** `scripts/test.ts` reads the failed tests from it. */
const report = process.env["TEST_REPORT"];

export default defineConfig({
  test: {
    // A busy machine must not fail a test.
    testTimeout: 30_000,
    // As in the browser's tests: the report names what needed another try.
    retry: process.env["CI"] ? 1 : 0,
    reporters: ["default", flaky, ...(report ? ["json"] : [])],
    outputFile: { ...(report && { json: report }) },
    // The summary of all checks names the line of a failed test.
    includeTaskLocation: true,
    environment: "node",
    globalSetup: ["test/postgres.ts"],
    maxWorkers: 2,
    restoreMocks: true,
    css: { modules: { classNameStrategy: "non-scoped" } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
          exclude: INFRASTRUCTURE,
        },
      },
      { extends: true, test: { name: "infrastructure", include: INFRASTRUCTURE } },
    ],
  },
});
