import { writeXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import { readUpload } from "../../../../test/spooled-files.ts";
import type { ImportRefusal } from "./import-file.server.ts";

async function read(content: string | Buffer, mapping: object = {}, isSideways = true) {
  const { rows, bad, facts } = await readUpload(content, mapping, { isSideways });
  return { cars: rows.map(({ row, input }) => [row, input.model, input.price]), bad, facts };
}

async function refusalOf(...asked: Parameters<typeof read>): Promise<ImportRefusal> {
  return read(...asked).then(
    () => expect.unreachable(),
    (error: ImportRefusal) => error,
  );
}

const SIDEWAYS = `Cars of 2025,,
make,Acme,Acme
model,One,Two
trim,A,"B ""Sport"""
year,2025,2025
bodyType,SUV,Boat
price,30000,31000
`;

describe("a file that lies sideways", () => {
  test("is recognized, and the answer says how to turn it", async () => {
    const { message, facts } = await refusalOf(SIDEWAYS, {}, false);
    expect(message).toBe(
      "This file looks transposed: its first column names the fields. Send it with sideways=true.",
    );
    expect(facts).toMatchObject({ sideways: true });
    const names = "Spec;Kia EV6 GT;Kia EV9 Air\nPrice (EUR);1;2\nRange (km);3;4\nTop speed;5;6\n";
    expect((await refusalOf(names, {}, false)).facts).toMatchObject({ sideways: true });
  });

  test("is turned: each column is a row, bad cells are named by it", async () => {
    const { cars, bad, facts } = await read(SIDEWAYS);
    expect(cars).toEqual([[1, "One", 30_000]]);
    expect(bad).toMatchObject([{ row: 2, column: "bodyType", value: "Boat" }]);
    expect(facts).toEqual({ turned: true });
  });

  test("of a workbook keeps its figures and dates", async () => {
    const rows = [
      ["make", "Acme"],
      ["model", "One"],
      ["trim", "A"],
      ["year", 2025],
      ["bodyType", "SUV"],
      ["checkedOn", new Date("2026-11-23T00:00:00Z")],
      ["price", 30_000],
    ];
    const book = Buffer.from(await writeXlsx({ sheets: [{ name: "Cars", rows }] }));
    expect(await read(book)).toMatchObject({ bad: [] });
  });

  test("has units in a column of their own", async () => {
    const text = "make;;Acme\nmodel;;One\ntrim;;A\nyear;;2025\nbodyType;;SUV\nprice;EUR;30000\n";
    const mapping = { "price [EUR]": { field: "price", unit: "euros", rate: 1.1 } };
    expect((await read(text, mapping)).cars).toEqual([[1, "One", 33_000]]);
  });

  test.each([
    ["columns", "x,1\n".repeat(201), "Turned, the file has more than 200 columns."],
    ["cells", `x${",1".repeat(1_001)}\n`, "The file is too large to be turned. Please split it."],
    ["cars in JSON", '[{"make":"Acme"}]', "A JSON file cannot be turned."],
    ["values", "make,\nmodel,\n", "The file is empty."],
  ])("is limited in its %s", async (_what, text, message) => {
    expect(await refusalOf(text)).toMatchObject({ status: 422, message });
  });
});

test.each([
  ["a file of our own names", "make,model,trim,year,bodyType,colour\nAcme,One,A,2025,SUV,red\n"],
  ["one of other names", "Marke;Modell;Farbe\nAcme;One;rot\n"],
  ["a list of words", "make,1\nyear,2\nx,3\n"],
])("%s does not lie sideways", async (_what, text) => {
  expect((await refusalOf(text, {}, false)).facts).not.toHaveProperty("sideways");
});
