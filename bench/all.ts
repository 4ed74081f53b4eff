/**
 * Runs all measurements (`npm run bench`) or some of them (`npm run bench -- reads start`).
 * With `--write`, their output replaces their part of docs/performance.md. Run nothing else on the machine in
 * the meantime.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { notMet } from "./findings.ts";

/** Programs in this folder that print tables of findings. */
const MEASUREMENTS = ["reads", "changes", "interaction", "table", "lighthouse", "start"];
const PAGE = "docs/performance.md";

/** Runs one program and prints its output as it comes. @throws Error when it fails */
async function run(name: string): Promise<string> {
  const child = spawn(process.execPath, [`bench/${name}.ts`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  child.stdout.pipe(process.stdout, { end: false });
  const tables = await text(child.stdout);
  const [code] = (await closed) as [number | null];
  if (code !== 0) throw new Error(`${name} was not measured: the program ended with ${code}.`);
  return tables.trim();
}

/** Returns the page with new tables between the comments that name the measurement. */
function withTables(page: string, name: string, tables: string): string {
  const [start, end] = [`<!-- measured: ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${PAGE} has no place for ${name}.`);
  return `${page.slice(0, from + start.length)}\n\n${tables}\n\n${page.slice(to)}`;
}

const { values, positionals } = parseArgs({
  options: { write: { type: "boolean", default: false } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !MEASUREMENTS.includes(name));
if (unknown.length > 0) {
  console.error(
    `There is no measurement named ${unknown.join(", ")}. There are: ${MEASUREMENTS.join(", ")}.`,
  );
  process.exit(2);
}

const missed: string[] = [];
for (const name of positionals.length > 0 ? positionals : MEASUREMENTS) {
  console.log(`\n== ${name} ==\n`);
  try {
    const tables = await run(name);
    if (values.write) writeFileSync(PAGE, withTables(readFileSync(PAGE, "utf8"), name, tables));
    missed.push(...notMet(tables));
  } catch (error) {
    // A measurement that fails must not stop the others.
    missed.push(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
if (values.write) spawnSync("node_modules/.bin/oxfmt", [PAGE], { stdio: "inherit" });
console.log(missed.length === 0 ? "\nEvery goal is met." : `\nNot met:\n- ${missed.join("\n- ")}`);
