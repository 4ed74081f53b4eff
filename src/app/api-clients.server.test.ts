/** The description of the calls as other people's tools read it: a linter and a maker of clients. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openAppBothWays } from "../../test/both-ways.ts";

let folder = "";
let document = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ev-clients-"));
  const both = await openAppBothWays({ STARTER_CATALOGUE: "false" });
  document = (await both.app.inject("/api/openapi.json")).body;
  await both.close();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("a linter finds nothing wrong with the description", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const problems = await lintFromString({ source: document, config });
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
});

test("every call has a name of its own and says who may", () => {
  const { paths } = JSON.parse(document) as {
    paths: Record<string, Record<string, { operationId: string; security: object[] }>>;
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const names = operations.map(({ operationId }) => operationId);
  expect(names).toEqual(names.map(() => expect.stringMatching(/^[a-z][A-Za-z]+$/)));
  expect(new Set(names).size).toBe(names.length);
  expect(operations.every(({ security }) => Array.isArray(security))).toBe(true);
});

/** The maker of types wants the compiler's JavaScript interface, which our own compiler has not. */
const OTHER_COMPILER = `data:text/javascript,import { registerHooks } from "node:module";
registerHooks({
  resolve: (name, context, next) =>
    next(name === "typescript" ? "@ts-morph/common/dist/typescript.js" : name, context),
});`.replaceAll("\n", "");

/** A client as small as one can be; the types of the description do the work. */
const CLIENT = `import type { paths } from "./api.d.ts";
type Sent<Operation> = Operation extends { responses: unknown }
  ? (Operation extends { parameters: { path: infer Path } } ? { path: Path } : unknown) &
      (Operation extends { parameters: { query?: infer Query } } ? { query?: Query } : unknown) &
      (Operation extends { requestBody: { content: infer Content } } ? { body: Content[keyof Content] } : unknown)
  : never;
type Answered<Operation> = Operation extends { responses: infer Responses }
  ? Responses[keyof Responses & (200 | 201)] extends { content: { "application/json": infer Json } }
    ? Json
    : undefined
  : never;
export declare function call<Path extends keyof paths, Method extends keyof paths[Path]>(
  path: Path, method: Method, sent: Sent<paths[Path][Method]>,
): Promise<Answered<paths[Path][Method]>>;
`;

const RIGHT = `import { call } from "./client.ts";
const list = await call("/api/evs", "get", { query: { make: ["Kia"], drive: ["AWD"], sort: "price", limit: 2 } });
if (Array.isArray(list)) for (const { ev, trim } of list) console.log(ev.make.trim(), (trim.price ?? 0).toFixed());
else console.log(list.matches.toFixed(), list.evs[0]?.version);
const ev = await call("/api/evs/{id}", "get", { path: { id: 1 } });
console.log(ev.trims[0]?.zeroToSixty?.toFixed(1), ev.averageRating?.toFixed());
const direct = await call("/api/evs/{id}/direct", "get", { path: { id: 1 }, query: { _: "7" } });
console.log(direct.dbValues["zero_to_sixty"]);
const votes = await call("/api/evs/{id}/votes", "post", { path: { id: 1 }, body: { isUpvote: true } });
console.log(votes.total.toFixed());
const review = await call("/api/evs/{id}/reviews", "post", {
  path: { id: 1 }, body: { userName: "Ada", rating: 5, comment: "Quiet." },
});
console.log(review.createdAt.slice(0, 10));
const [one] = (await call("/api/evs/{id}/reviews", "get", { path: { id: 1 } })).histogram;
console.log(one.toFixed());
const user = await call("/api/login", "post", { body: { username: "Ada", password: "secret" } });
console.log(user.username.trim());
const row = await call("/api/evs", "post", {
  body: { make: "Kia", model: "EV6", trim: "Wind", year: 2026, bodyType: "SUV", zeroToSixty: "5.1" },
});
await call("/api/evs/{id}", "put", { path: { id: row.id }, body: { price: null, zeroToSixty: 5 } });
const dryRun = await call("/api/evs/upload", "post", { query: { dryRun: true }, body: { file: "make,model" } });
console.log(dryRun.counts?.added.toFixed(), dryRun.skipped[0]?.row);
`;

/** One mistake a line. */
const WRONG = `import { call } from "./client.ts";
await call("/api/ev", "get", {});
await call("/api/evs", "patch", {});
await call("/api/evs", "get", { query: { drive: ["4WD"] } });
await call("/api/evs/{id}", "get", { path: { id: "1" } });
await call("/api/evs/{id}/votes", "post", { path: { id: 1 }, body: { isUpvote: "yes" } });
await call("/api/evs/{id}/reviews", "post", { path: { id: 1 }, body: { rating: 5, comment: "" } });
await call("/api/login", "post", { body: { username: "Ada" } });
(await call("/api/evs/{id}", "get", { path: { id: 1 } })).wheels;
`;

test("a generated client type-checks, and each wrong use of it does not", async () => {
  const at = (name: string) => join(folder, name);
  await Promise.all([
    writeFile(at("openapi.json"), document),
    writeFile(at("client.ts"), CLIENT),
    writeFile(at("right.ts"), RIGHT),
    writeFile(at("wrong.ts"), WRONG),
    writeFile(at("package.json"), '{ "type": "module" }'),
  ]);
  const generator = resolve("node_modules/openapi-typescript/bin/cli.js");
  execFileSync(
    process.execPath,
    ["--import", OTHER_COMPILER, generator, at("openapi.json"), "-o", at("api.d.ts")],
    { stdio: "pipe" },
  );
  const check = (name: string) =>
    spawnSync(
      process.execPath,
      [
        resolve("node_modules/typescript/bin/tsc"),
        ..."--strict --noEmit --pretty false --target esnext --module nodenext".split(" "),
        ..."--allowImportingTsExtensions --types  --ignoreConfig".split(" "),
        at(name),
      ],
      { encoding: "utf8", cwd: folder },
    ).stdout;
  expect(check("right.ts")).toBe("");
  const lines = [...check("wrong.ts").matchAll(/^wrong\.ts\((\d+),/gm)].map(([, line]) =>
    Number(line),
  );
  expect([...new Set(lines)]).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
}, 30_000);
