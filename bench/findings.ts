/** The result of a measurement for one statement: a row of docs/performance.md. */
export interface Finding {
  statement: string;
  /** such as `0.90 or more` or `10 ms or less`; undefined where there is no goal */
  goal?: string;
  /** a ratio to the floor measured in the same run, or a figure with its unit */
  measured: string;
  /** undefined where there is no goal */
  isMet?: boolean;
  /** how the figure came about */
  details?: string;
}

const HEAD = ["statement", "goal", "measured", "met", "details"];
const ALIGNMENT = ["---", "--:", "--:", "---", "---"];
const NOT_MET = "**no**";

const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

/** A ratio within one run that should be at least its goal. */
export function ratio(
  statement: string,
  goal: number,
  measured: number,
  details?: string,
): Finding {
  return {
    statement,
    goal: `${goal.toFixed(2)} or more`,
    measured: measured.toFixed(2),
    isMet: measured >= goal,
    ...(details !== undefined && { details }),
  };
}

/** A figure that should not exceed its goal. @param format formats both with their unit */
export function atMost(
  statement: string,
  goal: number,
  measured: number,
  format: (value: number) => string,
  details?: string,
): Finding {
  return {
    statement,
    goal: `${format(goal)} or less`,
    measured: format(measured),
    isMet: measured <= goal,
    ...(details !== undefined && { details }),
  };
}

/**
 * Prints the findings as a table in the format of docs/performance.md.
 * @param how sizes and rounds, such as `1,000 trims, 32 connections, median of 3 rounds`
 */
export function printFindings(how: string, findings: readonly Finding[]): void {
  const rows = findings.map(({ statement, goal = "", measured, isMet, details = "" }) =>
    line([statement, goal, measured, isMet === undefined ? "" : isMet ? "yes" : NOT_MET, details]),
  );
  console.log([`${how}:`, "", line(HEAD), line(ALIGNMENT), ...rows, ""].join("\n"));
}

/** The statements in these tables that miss their goal. */
export function notMet(tables: string): string[] {
  return tables
    .split("\n")
    .map((text) => text.split("|").map((cell) => cell.trim()))
    .filter((cells) => cells[4] === NOT_MET)
    .map(([, statement = "", goal, measured]) => `${statement}: ${measured}, the goal is ${goal}`);
}

/** The value below which this share of the values lies: 0.5 is the median, 1 the maximum. */
export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil((values.length - 1) * part)] ?? NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** `12,345` */
export function count(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

/** `8.3 ms`, `830 ms`, `8.30 s` */
export function duration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
}

export const megabytes = (value: number): string => `${Math.round(value)} MB`;
