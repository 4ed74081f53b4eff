import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AppBothWays, openAppBothWays } from "../../../test/both-ways.ts";
import { sampleQuery } from "../../../test/sample-filters.ts";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import { COLUMN_NAMES } from "../../domain/field-shapes.ts";
import { FILTER_BY_FIELD_NAME, toFieldName } from "../../domain/field-names.ts";
import { FIELD_NAMES } from "../../domain/fields.ts";
import type { FilterName } from "../../domain/filters/filters.ts";
import { readEnv } from "../../base/env.server.ts";
import { CountQuery } from "../catalogue/catalogue.schema.ts";
import { CLAIM_FIELDS } from "../claims/claims.ts";
import type { Dictionary } from "./open-data.schema.ts";

let both: AppBothWays;
let dictionary: Dictionary;

beforeAll(async () => {
  both = await openAppBothWays();
  dictionary = (await both.app.inject("/api/fields")).json();
});
afterAll(() => both.close());

const get = (path: string) => both.app.inject(path);
const namesOf = (use: "row" | "file" | "claim") =>
  dictionary.fields.flatMap(({ names }) => names[use] ?? []);

test("the dictionary has every field, under its names in rows, files and claims", async () => {
  expect(namesOf("row").slice(0, FIELD_NAMES.length)).toEqual(FIELD_NAMES);
  expect(FIELD_NAMES).toEqual(expect.arrayContaining(COLUMN_NAMES.map(([name]) => name)));
  expect(namesOf("claim").toSorted()).toEqual([...CLAIM_FIELDS].toSorted());
  const [header] = parse((await get("/api/evs.csv")).body, { bom: true, to: 1 });
  expect(namesOf("file")).toEqual(expect.arrayContaining(header as string[]));
  for (const { label, meaning } of dictionary.fields) {
    expect([label, meaning]).toEqual([label, expect.stringMatching(/^\S.*[^.]$/)]);
  }
});

test("the dictionary has every name in a public answer", async () => {
  const [entry] = (await get("/api/evs?limit=1&rank=range:5")).json<Record<string, object>[]>();
  const { ev = {}, trim = {} } = entry ?? {};
  const names = dictionary.fields.flatMap(({ names: { call } }) => call ?? []);
  const known = [...names, "index", "drawing"];
  for (const name of [...Object.keys(ev), ...Object.keys(trim)]) expect(known).toContain(name);
});

test("every filter belongs to a field, except names, row ids and the newest year", () => {
  const filters = new Set(dictionary.fields.flatMap(({ names }) => names.filters));
  const parameters = Object.keys(CountQuery.shape).filter(
    (name) => !["search", "ids", "newest", "_"].includes(name),
  );
  expect([...filters]).toEqual(expect.arrayContaining(parameters));
  for (const [name, filter] of FILTER_BY_FIELD_NAME) {
    expect(filters).toContain(name);
    expect(parameters).toContain(filter);
  }
});

test("a filter means the same under each name of its field", async () => {
  for (const [name, filter] of FILTER_BY_FIELD_NAME) {
    const query = sampleQuery(filter as FilterName);
    const renamed = query.replaceAll(`${filter}=`, `${name}=`);
    expect(renamed).not.toBe(query);
    for (const path of ["/api/evs", "/api/evs/count", "/api/evs.csv"]) {
      const [one, other] = [await get(`${path}?${query}`), await get(`${path}?${renamed}`)];
      expect([name, path, other.statusCode, other.headers.etag]).toEqual([
        name,
        path,
        200,
        one.headers.etag,
      ]);
    }
  }
});

test("a repeated list means the same as commas", async () => {
  for (const path of ["/api/evs", "/api/evs/count", "/api/evs.csv"]) {
    const one = await get(`${path}?make=Kia,Ford&drive=AWD,RWD`);
    const other = await get(`${path}?make=Kia&drive=AWD&make=Ford&driveType=RWD`);
    expect(other.statusCode).toBe(400);
    const repeated = await get(`${path}?make=Kia&drive=AWD&make=Ford&drive=RWD`);
    expect([repeated.statusCode, repeated.headers.etag]).toEqual([200, one.headers.etag]);
  }
  const columns = await get("/api/evs.csv?columns=make&columns=model");
  expect(columns.body).toBe((await get("/api/evs.csv?columns=make,model")).body);
});

test.each([
  ["cargoCapacity", "cargoSpace"],
  ["drive", "driveType"],
  ["taxCredit", "taxCreditEligible"],
  ["testedRange", "testedRange"],
  ["colour", "colour"],
])("%s in a claim or a correction is %s", (name, field) => {
  expect(toFieldName(name)).toBe(field);
});

test("CSV on the Web describes the columns of the file, in its order", async () => {
  const { headers, body } = await get("/api/evs.csv-metadata.json");
  expect(headers["content-type"]).toBe("application/csvm+json");
  const metadata = JSON.parse(body) as {
    url: string;
    "dc:license": object;
    tableSchema: { primaryKey: string; columns: { name: string; datatype: unknown }[] };
  };
  expect(metadata).toMatchObject({
    "@context": ["http://www.w3.org/ns/csvw", { "@language": "en" }],
    url: "evs.csv",
    "dc:license": { "@id": "https://creativecommons.org/licenses/by/4.0/" },
    tableSchema: { primaryKey: "id" },
  });
  const [header] = parse((await get("/api/evs.csv")).body, { bom: true, to: 1 });
  expect(metadata.tableSchema.columns.map(({ name }) => name)).toEqual(header);
  for (const { name, datatype } of metadata.tableSchema.columns) {
    expect([name, datatype]).toEqual([name, expect.anything()]);
  }
});

test("a page of the list says how many models there are and links to the pages beside it", async () => {
  const { headers } = await get("/api/evs?limit=10&offset=10&drive=AWD&sort=price");
  const total = Number(headers["x-total-count"]);
  const all = (await get("/api/evs?drive=AWD")).json<{ ev: { id: number } }[]>();
  expect(total).toBe(new Set(all.map(({ ev }) => ev.id)).size);
  const links = (text: unknown) =>
    new Map([...String(text).matchAll(/<([^>]+)>; rel="(\w+)"/g)].map(([, to, rel]) => [rel, to]));
  expect(links(headers.link)).toEqual(
    new Map([
      ["license", "/data"],
      ["next", "/api/evs?limit=10&offset=20&drive=AWD&sort=price"],
      ["prev", "/api/evs?limit=10&offset=0&drive=AWD&sort=price"],
    ]),
  );
  for (const query of ["sort=price", "sort=votes", "rank=range:5"]) {
    const seen: number[] = [];
    let next: string | undefined = `/api/evs?limit=40&${query}`;
    while (next !== undefined) {
      const page = await get(next);
      const entries = page.json<{ ev: { id: number } }[]>();
      seen.push(...new Set(entries.map(({ ev }) => ev.id)));
      next = links(page.headers.link).get("next");
    }
    const count = Number((await get(`/api/evs?limit=1&${query}`)).headers["x-total-count"]);
    expect([query, seen.length, new Set(seen).size]).toEqual([query, count, count]);
  }
  expect((await get("/api/evs")).headers["x-total-count"]).toBeUndefined();
});

test("the license is told where the figures are", async () => {
  const description = (await get("/api/openapi.json")).json<Record<string, unknown>>();
  const license = { name: "CC BY 4.0", url: "https://creativecommons.org/licenses/by/4.0/" };
  expect(description["info"]).toMatchObject({ license });
  const told = { ...license, attribution: expect.stringContaining("open-ev-data"), page: "/data" };
  expect(description["x-data-license"]).toEqual(told);
  expect(dictionary).toMatchObject({ license });
  expect((await get("/changes.atom")).body).toContain(`<rights>CC BY 4.0, ${license.url}</rights>`);
});

test.each([
  [
    { DATA_LICENSE: "ODbL 1.0 https://opendatacommons.org/licenses/odbl/1-0/" },
    { name: "ODbL 1.0", url: "https://opendatacommons.org/licenses/odbl/1-0/" },
  ],
  [{ DATA_LICENSE: "All rights reserved" }, { name: "All rights reserved", url: null }],
  [
    { DATA_LICENSE: "https://cars.example/terms" },
    { name: "https://cars.example/terms", url: "https://cars.example/terms" },
  ],
])("%o is the license %o", (variables, license) => {
  expect(readEnv(variables).dataTerms.license).toEqual(license);
});

test("the terms are texts on one line", () => {
  expect(readEnv({ DATA_ATTRIBUTION: "Figures by Ada." }).dataTerms.attribution).toBe(
    "Figures by Ada.",
  );
  expect(() => readEnv({ DATA_ATTRIBUTION: "two\nlines" })).toThrow(/^DATA_ATTRIBUTION must be/);
  expect(() => readEnv({ DATA_LICENSE: "x".repeat(201) })).toThrow(/^DATA_LICENSE must be/);
});

const PYTHON = `
import csv, sys
with open(sys.argv[1], encoding="utf-8-sig", newline="") as file:
    rows = list(csv.DictReader(file, strict=True))
assert all(None not in row and None not in row.values() for row in rows)
print(len(rows))
`;
const has = (program: string) => spawnSync(program, ["--version"]).status === 0;

test.runIf(has("python3") || has("sqlite3"))("other programs read the files", async () => {
  const folder = await temporaryFolder();
  for (const name of ["evs.csv", "claims.csv"]) {
    const { body } = await get(`/api/${name}`);
    const rows = parse(body, { bom: true, columns: true }).length;
    const file = join(folder, name);
    await writeFile(file, body);
    if (has("python3")) {
      const { stdout, stderr } = spawnSync("python3", ["-c", PYTHON, file], { encoding: "utf8" });
      expect([name, stdout.trim(), stderr]).toEqual([name, String(rows), ""]);
    }
    if (has("sqlite3")) {
      const input = `.import --csv ${file} rows\nselect count(*) from rows;\n`;
      const { stdout, stderr } = spawnSync("sqlite3", [":memory:"], { input, encoding: "utf8" });
      expect([name, stdout.trim(), stderr]).toEqual([name, String(rows), ""]);
    }
  }
});
