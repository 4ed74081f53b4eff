import { defineConfig } from "vitest/config";
import type { Reporter } from "vitest/node";

/**
 * Tests that need minutes, other programs or modules of their own: proxies, failover, killed processes,
 * commands, backups, hostile files, floods and clients that wait.
 */
const INTEGRATION = [
  "src/app/{failover,nginx,pgbouncer,power-loss}.server.test.ts",
  "src/app/{backup,invite,password,starter}-main.server.test.ts",
  "src/app/{api-clients,earlier-backup,restore}.server.test.ts",
  "src/app/{backup,failures,home-ahead,hostile-texts,known-device,one-address,page-isolation}.server.test.ts",
  "src/db/engine/postgres.server.test.ts",
  "src/features/pictures/{hostile-pictures,many-drawings}.server.test.ts",
  "src/features/import/import-killed.server.test.ts",
  "src/features/import/parse/{abandoned-uploads,hostile-workbooks,import-slow-reader,refused-uploads}.server.test.ts",
];

/** Names the tests that passed only on their second try. */
const flaky: Reporter = {
  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return;
    const [error] = test.result().errors ?? [];
    console.log(`\nFLAKY ${test.module.relativeModuleId} > ${test.fullName}\n${error?.message}`);
  },
};

/** `scripts/test.ts` reads the failed tests from this report. */
const report = process.env["TEST_REPORT"];

export default defineConfig({
  test: {
    // A busy machine must not fail a test.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // As in the browser tests, the report names the tests that needed a retry.
    retry: process.env["CI"] ? 1 : 0,
    reporters: ["default", flaky, ...(report ? ["json"] : [])],
    outputFile: { ...(report && { json: report }) },
    // The summary of all checks gives the line of a failed test.
    includeTaskLocation: true,
    environment: "node",
    globalSetup: ["test/setup.ts"],
    maxWorkers: 2,
    restoreMocks: true,
    css: { modules: { classNameStrategy: "non-scoped" } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          // Loading the server's modules again for each file took half of the run. Their process-wide state,
          // such as metrics, is reset by the tests that check it.
          isolate: false,
          include: ["src/**/*.test.{ts,tsx}", "scripts/**/*.test.ts"],
          exclude: INTEGRATION,
        },
      },
      { extends: true, test: { name: "integration", include: INTEGRATION } },
    ],
  },
});
