import { execFileSync } from "node:child_process";
import type { Plugin } from "vite";
import { expect, test } from "vitest";

import { sparingStart } from "./sparing-start.ts";

/** What stands in a module's place in the built server; undefined: the module itself. */
function placedFor(name: string): string | undefined {
  // Vite also allows hooks with filters; these are plain functions that need nothing around them.
  const { resolveId, load } = sparingStart() as Plugin & Record<"resolveId" | "load", Hook>;
  const id = resolveId(name);
  return id === undefined ? undefined : load(id);
}

type Hook = (id: string) => string | undefined;

/** Runs a module in a process of its own and prints a value of it, here in the project's folder. */
function runAlone(module: string, value: string): unknown {
  const code = `${module}\nconsole.log(JSON.stringify(${value}));`;
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", code]);
  return JSON.parse(printed.toString());
}

const LOADED_UNDICI = "process.moduleLoadList.filter((name) => /deps\\/undici/.test(name)).length";

test("Node's HTTP module is itself, without what reading all of it would load", () => {
  const http = placedFor("node:http") ?? "";
  expect(runAlone('import * as http from "node:http";', LOADED_UNDICI)).toBeGreaterThan(0);
  expect(runAlone(http, LOADED_UNDICI)).toBe(0);
  const own = 'process.getBuiltinModule("node:http")';
  expect(runAlone(http, `createServer === ${own}.createServer && Agent === ${own}.Agent`)).toBe(
    true,
  );
});

test("the driver of PostgreSQL is loaded when something of it is asked for", () => {
  const pg = (placedFor("pg") ?? "").replace("export default", "const pg =");
  const isLoaded = 'Object.keys(load.cache).some((path) => path.includes("/pg/"))';
  expect(runAlone(pg, `[${isLoaded}, typeof pg.Pool, ${isLoaded}]`)).toEqual([
    false,
    "function",
    true,
  ]);
});

test("other modules are left as they are", () => {
  expect(placedFor("fastify")).toBeUndefined();
});
