/**
 * Runs the measurements: `npm run bench`, or some of them: `npm run bench -- reads votes`.
 * With `--write` what they print replaces their part of docs/performance.md. Nothing else should
 * run on the machine meanwhile.
 */
import { spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { notMet } from "./findings.ts";

interface Measurement {
  name: string;
  /** programs with their arguments, which print tables of findings */
  programs: readonly (readonly string[])[];
}

const MEASUREMENTS: readonly Measurement[] = [
  { name: "reads", programs: [["bench/reads.ts", "1000", "10000"]] },
  { name: "votes", programs: [["bench/votes.ts"]] },
  { name: "rebuild", programs: [["bench/rebuild.ts", "1000", "10000", "100000"]] },
  { name: "instances", programs: [["bench/instances.ts"]] },
  { name: "cache", programs: [["bench/cache.ts"]] },
  { name: "browser", programs: [["bench/browser.ts"]] },
  { name: "lighthouse", programs: [["bench/lighthouse.ts"]] },
  { name: "start", programs: [["bench/start.ts"]] },
  {
    name: "import",
    programs: [
      ["bench/import.ts", "10000"],
      ["bench/import.ts", "100000"],
    ],
  },
];
const WRITE = "--write";
const PAGE = "docs/performance.md";

/** Runs one program; it prints as it goes. @throws Error when it fails */
async function run(program: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, program, { stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  child.stdout.on("data", (text: Buffer) => {
    printed += text.toString();
    process.stdout.write(text);
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`${program.join(" ")} ended with ${String(code)}`);
  return printed.trim();
}

/** The page with the tables between the comments that name the measurement. */
function withTables(page: string, name: string, tables: string): string {
  const [start, end] = [`<!-- measured: ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${PAGE} has no place for ${name}`);
  return `${page.slice(0, from + start.length)}\n\n${tables}\n\n${page.slice(to)}`;
}

function write(name: string, tables: string): void {
  writeFileSync(PAGE, withTables(readFileSync(PAGE, "utf8"), name, tables));
  spawnSync("node_modules/.bin/oxfmt", [PAGE], { stdio: "inherit" });
}

function chosen(names: readonly string[]): readonly Measurement[] {
  const unknown = names.filter((name) => !MEASUREMENTS.some((each) => each.name === name));
  if (unknown.length > 0) {
    const known = MEASUREMENTS.map(({ name }) => name).join(", ");
    console.error(`There is no measurement named ${unknown.join(", ")}. There are: ${known}.`);
    process.exit(2);
  }
  return MEASUREMENTS.filter(({ name }) => names.length === 0 || names.includes(name));
}

const args = process.argv.slice(2);
const missed: string[] = [];
for (const { name, programs } of chosen(args.filter((argument) => argument !== WRITE))) {
  console.log(`\n== ${name} ==\n`);
  const tables: string[] = [];
  try {
    for (const program of programs) tables.push(await run(program));
    if (args.includes(WRITE)) write(name, tables.join("\n\n"));
    missed.push(...notMet(tables.join("\n")));
  } catch (error) {
    // What failed to measure must not cost the others.
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
console.log(missed.length === 0 ? "\nEvery goal is met." : `\nNot met:\n- ${missed.join("\n- ")}`);
