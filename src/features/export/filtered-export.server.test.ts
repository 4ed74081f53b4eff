import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { inputs } from "../../../test/catalogue.ts";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { openTestImport } from "../../../test/import.ts";
import { PUBLIC } from "../../server/response-cache.server.ts";

const CARS = inputs(
  { make: "Kia", model: "EV6", trim: "Far", range: 400, price: 50_000, acceleration: 5 },
  { make: "Kia", model: "EV6", trim: "Near", range: 200, price: 45_000, zeroToSixty: 0 },
  { make: "Fiat", model: "500e", trim: "Cheap", range: 150, price: 30_000 },
  { make: "Audi", model: "Q4", trim: "=Base", range: 0, price: 45_000, taxCreditEligible: true },
);

/** Enough that the files of one moment are not made before all of its requests have come. */
const MANY = inputs(
  ...Array.from({ length: 400 }, (_, at) => ({ trim: `Trim ${at}`, range: 300 })),
);

async function lines(app: FastifyInstance, query: string): Promise<string[]> {
  const answer = await app.inject(`/api/evs.csv?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers["cache-control"]).toBe(PUBLIC);
  expect(answer.body.startsWith("\uFEFF")).toBe(true);
  return answer.body.slice(1).trimEnd().split("\r\n");
}

describeOnEachEngine("a filtered export", ({ open }) => {
  test("has the rows, the order and the columns that are asked for", async () => {
    const { app } = await openTestImport(await open(), CARS);
    expect(await lines(app, "make=Kia,Audi&sort=price&order=asc&columns=trim,price")).toEqual([
      "trim,price",
      // Equal prices are sorted by make; each trim is a separate row.
      "'=Base,45000",
      "Near,45000",
      "Far,50000",
    ]);
    // Unknown values are empty and come last in both directions.
    for (const order of ["asc", "desc"]) {
      const sorted = await lines(app, `sort=range&order=${order}&columns=model,range&values=shown`);
      expect(sorted.at(-1)).toBe("Q4,");
    }
    const priced = await lines(app, "columns=price,model,price&minRange=300");
    expect(priced).toEqual(["price,model", "50000,EV6"]);
    expect(await lines(app, "minRange=1900&columns=make")).toEqual(["make"]);
    const models = await lines(app, "minRange=390&missing=range&columns=model");
    expect(models).toEqual(["model", "Q4", "EV6"]);
    expect((await lines(app, "quick=cheapest&columns=model")).slice(1)).toEqual(["500e"]);
  });

  test("has the rows of a shared list, and counts unknown ids", async () => {
    const { app } = await openTestImport(await open(), CARS);
    const [, first = "", , third = ""] = await lines(app, "columns=id");
    const query = `ids=${third},${first},987654&columns=id`;
    expect(await lines(app, query)).toEqual(["id", first, third]);
    const { headers } = await app.inject(`/api/evs.csv?${query}`);
    expect(headers["x-unknown-ids"]).toBe("1");
    expect(headers["content-disposition"]).toContain("evs-filtered.csv");
    expect((await app.inject("/api/evs.csv?ids=1,x")).statusCode).toBe(400);
  });

  test("has the order and the values of the whole file, whatever its columns", async () => {
    const { app } = await openTestImport(await open(), CARS);
    const names = ["trim", "model", "range", "zeroToSixty", "bodyType", "id"] as const;
    const read = async (query: string) =>
      parse<Record<string, string>>((await app.inject(`/api/evs.csv${query}`)).body, {
        bom: true,
        columns: true,
      });
    const whole = await read("");
    const columnsOf = (row: Record<string, string>) => names.map((name) => row[name]);
    const some = await read(`?columns=${names.join()}`);
    expect(some.map(columnsOf)).toEqual(whole.map(columnsOf));
    const kia = await read("?make=Kia");
    expect(kia).toEqual(whole.filter(({ make }) => make === "Kia"));
    const sorted = await read(`?sort=price&columns=${names.join()}`);
    expect(sorted.map(columnsOf)).toEqual((await read("?sort=price")).map(columnsOf));
  });

  test("has the hours of the long drive where they are asked for and known", async () => {
    const { app } = await openTestImport(
      await open(),
      inputs({ trim: "Known", range: 305, charging: 18 }, { trim: "Unclear", range: 305 }),
    );
    const trips = await lines(app, "columns=trim,trip&sort=trip");
    expect(trips).toEqual(["trim,trip", "Known,9.24", "Unclear,"]);
  });

  test("names the model of each row where it is asked to", async () => {
    const { app, upload } = await openTestImport(await open(), CARS);
    const { body } = await app.inject("/api/evs.csv?columns=modelId,make,model,trim,year,bodyType");
    const rows = parse<Record<string, string>>(body, { bom: true, columns: true });
    const idOf = (trim: string) => rows.find((row) => row["trim"] === trim)?.["modelId"];
    expect(idOf("Far")).toMatch(/^\d+$/);
    expect(idOf("Near")).toBe(idOf("Far"));
    expect(new Set(rows.map(({ modelId }) => modelId)).size).toBe(3);
    expect((await upload(body)).body).toMatchObject({ added: [] });
  });

  test("can have the values that shoppers see", async () => {
    const { app } = await openTestImport(await open(), CARS);
    const names = "trim,zeroToSixty,taxCreditEligible,bodyType";
    expect(await lines(app, `sort=make&values=shown&columns=${names}`)).toEqual([
      names,
      "'=Base,,true,Sedan",
      "Cheap,,,Sedan",
      "Far,5,,Sedan",
      "Near,,,Sedan",
    ]);
  });

  test("is ranked by weights, with the score of each trim", async () => {
    const { app } = await openTestImport(await open(), CARS);
    const scores = await lines(app, "rank=range:5&columns=trim,score");
    expect(scores).toEqual(["trim,score", "Far,83.3", "Near,50", "Cheap,16.7", "'=Base,"]);
    const [header = ""] = await lines(app, "rank=range:5");
    expect(header.split(",").at(-1)).toBe("score");
  });

  test("is compressed for clients that accept it", async () => {
    const { app } = await openTestImport(await open(), MANY);
    const url = "/api/evs.csv?make=Tesla";
    const ask = async (encoding: string) => {
      const answer = await app.inject({ url, headers: { "accept-encoding": encoding } });
      expect([answer.headers["content-encoding"], answer.headers["vary"]]).toEqual([
        encoding,
        "Accept-Encoding",
      ]);
      return answer.rawPayload;
    };
    const plain = (await app.inject(url)).body;
    expect(brotliDecompressSync(await ask("br")).toString()).toBe(plain);
    expect(gunzipSync(await ask("gzip")).toString()).toBe(plain);
  });

  test("has one file for every spelling of a query, made once", async () => {
    const { app } = await openTestImport(await open(), CARS);
    const spellings = [
      "make=Kia,Audi&minRange=100&columns=trim,price&rank=range:5,price:3",
      "rank=price:3,range:5&columns=trim,price,trim&minRange=100&make=audi,Kia",
    ];
    // More at once than are made and wait, were they made one by one.
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) => app.inject(`/api/evs.csv?${spellings[at % 2]}`)),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1);
    // The order of columns is part of what is asked for.
    const other = await app.inject(
      `/api/evs.csv?${spellings[0]?.replace("trim,price", "price,trim")}`,
    );
    expect(other.headers.etag).not.toBe(answers[0]?.headers.etag);
  });

  test("is made for two queries at once, ten more wait, and others come again", async () => {
    const { app } = await openTestImport(await open(), MANY);
    const ask = (minRange: number) => app.inject(`/api/evs.csv?minRange=${minRange}`);
    const kept = await ask(1);
    const asked = Array.from({ length: 20 }, (_, at) => ask(at + 2));
    const [again, ...answers] = await Promise.all([ask(1), ...asked]);
    expect([again.statusCode, again.headers.etag]).toEqual([200, kept.headers.etag]);
    const refused = answers.filter(({ statusCode }) => statusCode === 503);
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(12);
    expect(refused).toHaveLength(8);
    for (const { headers } of refused) expect(headers["retry-after"]).toBe("2");
    expect(refused[0]?.json()).toEqual({
      error: "Other files are being made. Please try again in a moment.",
    });
    expect((await ask(99)).statusCode).toBe(200);
  });

  test("refuses unknown parameters", async () => {
    const { app } = await openTestImport(await open(), CARS);
    for (const [query, sentence] of [
      ["columns=colour", "columns must be one or more of make, model, trim, year"],
      ["columns=", "columns must be one or more of"],
      ["columns=score", "The score column needs the rank parameter"],
      ["quick=best", "quick must be one of maxrange, fastest, cheapest"],
      ["limit=5", "Unknown parameter limit"],
    ]) {
      const answer = await app.inject(`/api/evs.csv?${query}`);
      expect(answer.statusCode, query).toBe(400);
      expect(answer.json<{ error: string }>().error).toContain(sentence);
    }
  });
});
