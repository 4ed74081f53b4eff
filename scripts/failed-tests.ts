/**
 * Reads failed and flaky tests from the JSON reports of Vitest and Playwright: the location of each, what it
 * expected, and the command that runs only that test.
 */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

export interface FailedTest {
  /** such as `src/domain/names.test.ts:12` */
  where: string;
  title: string;
  /** passed on a retry */
  isFlaky: boolean;
  /** the expected and the actual value, without colours */
  message: string;
  /** runs only this test */
  command: string;
}

interface VitestReport {
  testResults: {
    name: string;
    message: string;
    status: string;
    assertionResults: {
      status: string;
      fullName: string;
      failureMessages: string[];
      location?: { line: number } | null;
    }[];
  }[];
}

interface PlaywrightReport {
  config: { rootDir: string };
  suites: PlaywrightSuite[];
  errors: { message?: string }[];
}
interface PlaywrightSuite {
  file: string;
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    file: string;
    line: number;
    tests: {
      projectName: string;
      status: "expected" | "unexpected" | "flaky" | "skipped";
      results: { errors: { message?: string }[] }[];
    }[];
  }[];
}

const MESSAGE_LINES = 12;

function firstLines(text: string): string {
  const lines = stripVTControlCharacters(text).split("\n");
  return lines.slice(0, MESSAGE_LINES).join("\n").trimEnd();
}

/** Quotes a word for a POSIX shell. */
function quote(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // An interrupted run writes no report.
    return undefined;
  }
}

/** @param path of the file that Vitest's `json` reporter wrote */
export function readVitestFailures(path: string): FailedTest[] {
  const report = readReport(path) as VitestReport | undefined;
  return (report?.testResults ?? []).flatMap((file): FailedTest[] => {
    const name = relative(process.cwd(), file.name);
    const failed = file.assertionResults.filter(({ status }) => status === "failed");
    if (failed.length === 0 && file.status === "failed") {
      const command = `npx vitest run ${name}`;
      const message = firstLines(file.message);
      return [{ where: name, title: "the whole file", isFlaky: false, message, command }];
    }
    return failed.map(({ fullName, failureMessages, location }) => ({
      where: location ? `${name}:${location.line}` : name,
      title: fullName,
      isFlaky: false,
      message: firstLines(failureMessages[0] ?? ""),
      command: `npx vitest run ${name} -t ${quote(fullName)}`,
    }));
  });
}

/** @param path of the file that Playwright's `json` reporter wrote */
export function readPlaywrightFailures(path: string): FailedTest[] {
  const report = readReport(path) as PlaywrightReport | undefined;
  const withNested = (suite: PlaywrightSuite): PlaywrightSuite[] => [
    suite,
    ...(suite.suites ?? []).flatMap(withNested),
  ];
  const specs = (report?.suites ?? []).flatMap(withNested).flatMap((suite) => suite.specs);
  return specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ projectName, status, results }): FailedTest => {
        const folder = relative(process.cwd(), report?.config.rootDir ?? "e2e");
        const where = `${join(folder, file)}:${line}`;
        const error = results.flatMap(({ errors }) => errors)[0];
        return {
          where,
          title: `${title} (${projectName})`,
          isFlaky: status === "flaky",
          message: firstLines(error?.message ?? ""),
          command: `npx playwright test ${where} --project=${projectName}`,
        };
      }),
  );
}
