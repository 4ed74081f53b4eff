/** Checks that third-party tools, a linter and a client generator, can read the API description. */
import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { generateSource } from "oazapfts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppBothWays, openAppBothWays } from "../../test/both-ways.ts";

let folder = "";
let document = "";
let both: AppBothWays;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ev-clients-"));
  both = await openAppBothWays();
  document = (await both.app.inject("/api/openapi.json")).body;
});

afterAll(async () => {
  await both.close();
  await rm(folder, { recursive: true, force: true });
});

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

const RIGHT = `import * as api from "./client.ts";
const list = await api.listEvs({ make: ["Kia"], drive: ["AWD"], sort: "price", limit: 2 });
if (Array.isArray(list)) for (const { ev, trim } of list) console.log(ev.make.trim(), (trim.price ?? 0).toFixed());
else console.log(list.matches.toFixed(), list.evs[0]?.version);
const ev = await api.getEv({ id: 1 });
console.log(ev.trims[0]?.zeroToSixty?.toFixed(1), ev.averageRating?.toFixed());
const direct = await api.getDirectEv({ id: 1 });
console.log(direct.dbValues["zero_to_sixty"]);
const votes = await api.vote({ id: 1, body: { isUpvote: true } });
console.log(votes.total.toFixed());
const review = await api.addReview({ id: 1, body: { userName: "Ada", rating: 5, comment: "Quiet." } });
console.log(review.createdAt.slice(0, 10));
const [one] = (await api.listReviews({ id: 1 })).histogram;
console.log(one.toFixed());
const user = await api.signIn({ body: { username: "Ada", password: "secret" } });
console.log(user.username.trim());
const row = await api.addRow({
  body: { make: "Kia", model: "EV6", trim: "Wind", year: 2026, bodyType: "SUV", zeroToSixty: "5.1" },
});
await api.changeRow({ id: row.id, body: { price: null, zeroToSixty: 5 } });
const dryRun = await api.importRows({ dryRun: true, body: { file: new Blob(["make,model"]) } });
console.log(dryRun.counts?.added.toFixed(), dryRun.skipped[0]?.row);
`;

/** What a visitor does, written against the generated client. */
const PROGRAM = `import * as api from "./client.ts";
export async function run(baseUrl: string): Promise<object> {
  api.defaults.baseUrl = baseUrl;
  const list = await api.listEvs({});
  const found = await api.listEvs({ make: ["Kia", "Ford"], drive: ["AWD"], maxPrice: 60_000, sort: "price" });
  if (!Array.isArray(list) || !Array.isArray(found) || !found[0]) throw new Error("not the public list");
  const [{ ev, trim }] = [found[0]];
  const { trims } = await api.getEv({ id: ev.id });
  const claims = await api.listClaims({ id: ev.id });
  const { upvotes } = await api.vote({ id: ev.id, body: { isUpvote: true } });
  const review = await api.addReview({ id: ev.id, body: { userName: "Ada", rating: 5, comment: "Quiet." } });
  const { token } = await api.sendCorrection({ body: { rowId: trim.rowId, field: "range", value: 299 } });
  const { status } = await api.getCorrectionState({ token });
  const { fields } = await api.listFields({});
  return {
    isFiltered: found.length < list.length,
    isTrim: trims.some(({ rowId }) => rowId === trim.rowId),
    hasSource: (claims.trims[0]?.fields.range?.claims[0]?.source ?? "") !== "",
    upvotes,
    stars: review.rating,
    status,
    unit: fields.find(({ names }) => names.file === "range")?.unit,
  };
}
`;

const RUNNER = `import { run } from "./program.ts";
console.log(JSON.stringify(await run(process.argv[2])));
`;

/** The linter prints one mistake per line. */
const WRONG = `import * as api from "./client.ts";
await api.getEvByName({ make: "Kia" });
await api.getEv();
await api.listEvs({ drive: ["4WD"] });
await api.getEv({ id: "1" });
await api.vote({ id: 1, body: { isUpvote: "yes" } });
await api.addReview({ id: 1, body: { rating: 5, comment: "" } });
await api.signIn({ body: { username: "Ada" } });
(await api.getEv({ id: 1 })).wheels;
`;

test("a generated client type-checks and works, and each wrong use of it does not", async () => {
  const at = (name: string) => join(folder, name);
  await writeFile(at("openapi.json"), document);
  // Calls return the body of a success and throw otherwise.
  const client = await generateSource(at("openapi.json"), {
    optimistic: true,
    argumentStyle: "object",
  });
  await Promise.all([
    writeFile(at("client.ts"), client),
    writeFile(at("right.ts"), RIGHT),
    writeFile(at("wrong.ts"), WRONG),
    writeFile(at("program.ts"), PROGRAM),
    writeFile(at("runner.mjs"), RUNNER),
    writeFile(at("package.json"), '{ "type": "module" }'),
    symlink(resolve("node_modules"), at("node_modules"), "junction"),
  ]);
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
  expect(check("program.ts")).toBe("");
  const origin = `http://127.0.0.1:${both.port}`;
  const { stdout } = await promisify(execFile)(process.execPath, [at("runner.mjs"), origin]);
  expect(JSON.parse(stdout)).toEqual({
    isFiltered: true,
    isTrim: true,
    hasSource: true,
    upvotes: 1,
    stars: 5,
    status: "received",
    unit: "miles",
  });
  const lines = [...check("wrong.ts").matchAll(/^wrong\.ts\((\d+),/gm)].map(([, line]) =>
    Number(line),
  );
  expect([...new Set(lines)]).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
}, 30_000);
