import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runWithCompiledCode } from "./compiled-code.server.ts";

const PROGRAM = `exports.here = __filename;
exports.twice = (number) => number * require("./two.js").two;
`;

let folder = "";
let file = "";
const { extensions } = createRequire(import.meta.url);
const runByItself = extensions[".js"];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "ev-code-"));
  file = join(folder, "program.js");
  await writeFile(file, PROGRAM);
  await writeFile(join(folder, "two.js"), "exports.two = 2;");
});

afterEach(async () => {
  extensions[".js"] = runByItself;
  await rm(folder, { recursive: true, force: true });
});

/** Runs the program as a start does, which has run nothing before. */
function start(keepsCode: boolean) {
  const require = createRequire(join(folder, "main.js"));
  for (const known of Object.keys(require.cache)) delete require.cache[known];
  extensions[".js"] = runByItself;
  const { writeCode } = runWithCompiledCode(folder, keepsCode);
  const { twice, ...program } = require(file) as {
    twice(number: number): number;
    here: string;
  };
  return { ...program, twice: twice(21), writeCode };
}

it("keeps what was called, and runs the same with it and without", async () => {
  const expected = { twice: 42, here: file };
  expect(start(false)).toMatchObject(expected);
  expect(existsSync(`${file}.code`)).toBe(false);

  const { writeCode } = start(true);
  writeCode();
  const code = await readFile(`${file}.code`);
  expect(code.length).toBeGreaterThan(0);
  expect(existsSync(join(folder, "two.js.code"))).toBe(true);
  expect(start(false)).toMatchObject(expected);
});

it("compiles by itself what the code beside it does not fit", async () => {
  start(true).writeCode();
  await writeFile(`${file}.code`, "of another engine");
  expect(start(false).twice).toBe(42);

  start(true).writeCode();
  await writeFile(file, `${PROGRAM}exports.twice = () => 1;`);
  expect(start(false).twice).toBe(1);
});
