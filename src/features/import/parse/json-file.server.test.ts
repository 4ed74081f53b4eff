import { describe, expect, test } from "vitest";
import { readUpload } from "../../../../test/spooled-files.ts";

const CAR = { make: "Acme", model: "Json", trim: "One", year: 2025, bodyType: "SUV" };

async function read(json: unknown, mapping: object = {}) {
  return readUpload(typeof json === "string" ? json : JSON.stringify(json), mapping);
}

describe("a list of flat objects is read", () => {
  test("with all of their names as columns, in the order of first appearance", async () => {
    const second = { price: 45.99, taxCreditEligible: true, ...CAR, trim: "Two", range: null };
    const { rows, bad, columns, encoding } = await read([CAR, second]);
    expect(encoding).toBe("JSON");
    expect(bad).toEqual([]);
    const headers = columns.map(({ header }) => header);
    expect(headers).toEqual([...Object.keys(CAR), "price", "taxCreditEligible", "range"]);
    expect(rows.map(({ row, input }) => [row, input.trim, input.price, input.range])).toEqual([
      [1, "One", null, null],
      [2, "Two", 45.99, null],
    ]);
    expect(rows[1]?.input.taxCreditEligible).toBe(true);
  });

  test("whatever its white space and byte-order mark, with other names by a mapping", async () => {
    const { make, ...rest } = CAR;
    const text = `\uFEFF \n ${JSON.stringify([{ Hersteller: `${make}s Größe 🚗`, ...rest }], null, 4)}\n`;
    const { rows } = await read(text, { Hersteller: "make" });
    expect(rows[0]?.input.make).toBe("Acmes Größe 🚗");
  });

  test("also if one name is that of a prototype, and one is empty", async () => {
    const text = JSON.stringify([CAR]).replace("{", '{"constructor":1,"":2,');
    await expect(read(text)).rejects.toThrow(/constructor.*B \(this column has no name\)/);
    const { rows } = await read(text, { constructor: null, B: null });
    expect(rows).toHaveLength(1);
    const proto = JSON.stringify([CAR]).replace("{", '{"__proto__":{"year":1},');
    await expect(read(proto)).rejects.toThrow("__proto__ (there is no field with this name)");
  });
});

describe("a row of a list is bad", () => {
  test("where a value is a list or an object, until it is repaired or left out", async () => {
    const message = "This is a list or an object instead of a value";
    const cars = [
      { ...CAR, price: { usd: [1] } },
      { ...CAR, trim: "Two", price: [] },
    ];
    expect((await read(cars)).bad).toEqual([
      { row: 1, column: "price", message, value: "{…}" },
      { row: 2, column: "price", message, value: "[…]" },
    ]);
    const cells = [{ row: 1, column: "price", text: "30000" }];
    expect((await read(cars, { columns: {}, cells })).rows[0]?.input.price).toBe(30_000);
    expect((await read(cars, { price: null })).rows).toHaveLength(2);
  });

  test("if a value is given twice, or a number does not fit", async () => {
    const twice = JSON.stringify([CAR]).replace("{", '{"make":"Other",');
    expect((await read(twice)).bad).toMatchObject([
      { row: 1, column: "make", message: "This name appears twice" },
    ]);
    for (const number of ["1e999", "-1e999", "123456789012345678901234567890"]) {
      const text = JSON.stringify([CAR]).replace("{", `{"price":${number},`);
      expect((await read(text)).bad).toMatchObject([{ row: 1, column: "price" }]);
    }
  });
});

describe("JSON is refused with its row", () => {
  test.each([
    ["an object", { evs: [CAR] }, 1],
    ["a list of lists", [["Acme"]], 1],
    ["a list of texts", ["Acme"], 1],
    ["one object that is none", [CAR, null], 2],
    ["a list that breaks off", JSON.stringify([CAR, CAR]).slice(0, -20), 2],
    ["a missing comma", JSON.stringify([CAR, CAR]).replace("},", "}"), 2],
    ["a missing colon", JSON.stringify([CAR]).replace(":", " "), 1],
    ["a comma too many", JSON.stringify([CAR]).replace("]", ",]"), 2],
    ["a name without quotation marks", "[{make: 1}]", 1],
    ["text behind it", `${JSON.stringify([CAR])} x`, 2],
    ["a list within a list, 4 million deep", "[".repeat(4_000_000), 1],
    ["a text that never ends", `[{"make":"${"x".repeat(20_000_000)}`, 1],
    ["a number that never ends", `[{"price":${"1".repeat(20_000_000)}`, 1],
  ])("%s", async (_name, json, row) => {
    const refused = read(json);
    await expect(refused).rejects.toMatchObject({ status: 422, rows: [{ row, column: "" }] });
    await expect(refused).rejects.toThrow(`Nothing was added: row ${row} cannot be read as JSON.`);
  });

  test("and without rows or with too many columns", async () => {
    await expect(read([])).rejects.toThrow("The file is empty.");
    const wide = Object.fromEntries(Array.from({ length: 201 }, (_name, at) => [`c${at}`, 1]));
    await expect(read([wide])).rejects.toThrow("The file has more than 200 columns.");
  });

  test("a value that is nested 4 million deep makes a bad row", async () => {
    const deep = "[".repeat(4_000_000) + "]".repeat(4_000_000);
    const { bad } = await read(JSON.stringify([CAR]).replace("{", `{"price":${deep},`));
    expect(bad).toMatchObject([{ row: 1, column: "price" }]);
  });
});
