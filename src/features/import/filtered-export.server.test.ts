import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { inputs } from "../../../test/catalogue.ts";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { openTestImport } from "../../../test/import.ts";

const CARS = inputs(
  { make: "Kia", model: "EV6", trim: "Far", range: 400, price: 50_000, acceleration: 5 },
  { make: "Kia", model: "EV6", trim: "Near", range: 200, price: 45_000, zeroToSixty: 0 },
  { make: "Fiat", model: "500e", trim: "Cheap", range: 150, price: 30_000 },
  { make: "Audi", model: "Q4", trim: "=Base", range: 0, price: 45_000, taxCreditEligible: true },
);

async function lines(app: FastifyInstance, query: string): Promise<string[]> {
  const answer = await app.inject(`/api/evs.csv?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers["cache-control"]).toBe("no-store");
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
      const sorted = await lines(app, `sort=range&order=${order}&columns=model,range`);
      expect(sorted.at(-1)).toBe("Q4,");
    }
    expect(await lines(app, "columns=price,model,price&minRange=300")).toEqual([
      "price,model",
      "50000,EV6",
    ]);
    expect(await lines(app, "minRange=1900&columns=make")).toEqual(["make"]);
    expect(await lines(app, "minRange=390&missing=range&columns=model")).toEqual([
      "model",
      "EV6",
      "Q4",
    ]);
    expect((await lines(app, "quick=cheapest&columns=model")).slice(1)).toEqual(["500e"]);
  });

  test("without columns has every field as it is stored, and can be imported", async () => {
    const { app, upload } = await openTestImport(await open(), CARS);
    const whole = (await app.inject("/api/evs.csv")).body;
    const part = (await app.inject("/api/evs.csv?make=Kia")).body;
    expect(part.split("\r\n")[0]).toBe(whole.split("\r\n")[0]);
    expect(
      parse<{ trim: string; zeroToSixty: string }>(part, { bom: true, columns: true }),
    ).toMatchObject([
      { trim: "Far", acceleration: "5", zeroToSixty: "" },
      { trim: "Near", zeroToSixty: "0" },
    ]);
    expect((await upload(part)).body).toMatchObject({ added: [] });
  });

  test("with columns has the values that shoppers see", async () => {
    const { app } = await openTestImport(await open(), CARS);
    const names = "trim,zeroToSixty,taxCreditEligible,bodyType";
    expect(await lines(app, `sort=make&columns=${names}`)).toEqual([
      names,
      "'=Base,,true,Sedan",
      "Cheap,,,Sedan",
      "Far,5,,Sedan",
      "Near,,,Sedan",
    ]);
  });

  test("is ranked by weights, with the score of each trim", async () => {
    const { app } = await openTestImport(await open(), CARS);
    expect(await lines(app, "rank=range:5&columns=trim,score")).toEqual([
      "trim,score",
      "Far,83.3",
      "Near,50",
      "Cheap,16.7",
      "'=Base,",
    ]);
    const [header = ""] = await lines(app, "rank=range:5");
    expect(header.split(",").at(-1)).toBe("score");
  });

  test("is compressed for clients that accept it", async () => {
    const { app } = await openTestImport(await open(), CARS);
    const url = "/api/evs.csv?make=Kia&columns=model";
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

  test("refuses unknown parameters", async () => {
    const { app } = await openTestImport(await open(), CARS);
    for (const [query, sentence] of [
      ["columns=colour", "columns must be one or more of make, model, trim, year"],
      ["columns=", "columns must be one or more of"],
      ["columns=score", "The score column needs the rank parameter"],
      ["rank=range:5&sort=price", "rank already sets the order"],
      ["rank=range:9", "rank must be weights from 0 to 5"],
      ["sort=charging&order=desc", "order must be asc when sort is charging"],
      ["quick=best", "quick must be one of maxrange, fastest, cheapest"],
      ["limit=5", "Unknown parameter limit"],
      ["minRange=far", "minRange must be a number of miles"],
    ]) {
      const answer = await app.inject(`/api/evs.csv?${query}`);
      expect(answer.statusCode, query).toBe(400);
      expect(answer.json<{ error: string }>().error).toContain(sentence);
    }
  });
});
