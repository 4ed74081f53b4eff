import { describe, expect, test } from "vitest";
import { readUpload } from "../../../../test/spooled-files.ts";

const HEADER = "make,model,trim,year,bodyType,price";
const MERGED = `${HEADER}
Acme,Merged,One,2025,SUV,30000
,,Two,2025,SUV,31000

,,Three,2025,SUV,32000
Other,,Four,2025,SUV,33000
`;

async function read(text: string, mapping: object) {
  const { rows, ...file } = await readUpload(text, mapping);
  const cars = rows.map(({ row, input }) => [row, input.make, input.model, input.trim]);
  return { cars, ...file };
}

const fill = (field: string | null) => ({ field, fillDown: true });

describe("an empty cell takes the value above when the mapping says so", () => {
  test("over blank lines, each column by itself", async () => {
    const { cars, bad, columns } = await read(MERGED, { make: fill("make"), model: fill("model") });
    expect(bad).toEqual([]);
    expect(cars).toEqual([
      [1, "Acme", "Merged", "One"],
      [2, "Acme", "Merged", "Two"],
      [4, "Acme", "Merged", "Three"],
      [5, "Other", "Merged", "Four"],
    ]);
    expect(columns[0]).toMatchObject({ header: "make", fillDown: true });
  });

  test("but not otherwise, or if there is nothing above", async () => {
    const { cars, bad } = await read(MERGED, {});
    expect(cars).toHaveLength(1);
    expect(bad.map(({ row, column }) => [row, column])).toEqual([
      [2, "make"],
      [2, "model"],
      [4, "make"],
      [4, "model"],
      [5, "model"],
    ]);
    const first = await read(`${HEADER}\n,Merged,One,2025,SUV,1\n`, { make: fill("make") });
    expect(first.bad).toMatchObject([{ row: 1, column: "make" }]);
  });

  test("also from a row that is bad, left out or repaired, and of whole names", async () => {
    const text = `${HEADER}\nAcmé Merged,x,One,1999,SUV,1\n,x,Two,2025,SUV,2\n,x,Three,2025,Truck,3\n`;
    const mapping = {
      columns: { make: { split: ["make", "model"], fillDown: true }, model: null },
      makes: { Acmé: "Acmé", Acme: "Acme" },
      rules: [{ column: "bodyType", is: ["truck"] }],
    };
    const { cars, bad, badRows, leftOut } = await read(text, mapping);
    expect(cars).toEqual([[2, "Acmé", "Merged", "Two"]]);
    expect(bad).toMatchObject([{ row: 1, column: "year" }]);
    expect(badRows[0]?.cells).toMatchObject({ make: { text: "Acmé" }, model: { text: "Merged" } });
    expect(leftOut).toBe(1);
    const cells = [{ row: 1, column: "make", text: "Acme Merged" }];
    const repaired = await read(text, { ...mapping, cells });
    expect(repaired.cars).toEqual([[2, "Acme", "Merged", "Two"]]);
  });

  test("and passes over a total between the cars, on the screen", async () => {
    const text = `${HEADER}\nAcme,M,One,2025,SUV,1\n,,Two,2025,SUV,2\nSubtotal,,,,,3\n,,Three,2025,SUV,4\n`;
    const columns = { make: fill("make"), model: fill("model") };
    const { cars, bad } = await read(text, { columns, usualWords: true });
    expect(bad).toEqual([]);
    expect(cars.map(([, make, , trim]) => [make, trim])).toEqual([
      ["Acme", "One"],
      ["Acme", "Two"],
      ["Acme", "Three"],
    ]);
  });

  test("so that a rule sees it and a bad row has it", async () => {
    const mapping = {
      columns: { make: fill("make"), model: fill("model") },
      rules: [{ column: "make", is: ["other"] }],
    };
    const text = `${MERGED},,Five,2025,SUV,34000\n,Merged,Six,1999,SUV,1\n`;
    expect((await read(text, mapping)).leftOut).toBe(3);
    const { badRows } = await read(text, { columns: mapping.columns });
    const texts = badRows.map(({ cells: { make, model, trim } }) => [make, model, trim]);
    expect(texts).toMatchObject([[{ text: "Other" }, { text: "Merged" }, { text: "Six" }]]);
  });
});

describe("empty cells below a value are reported", () => {
  const blankBelow = (columns: readonly { header: string; isBlankBelow?: true }[]) =>
    columns.flatMap(({ header, isBlankBelow }) => (isBlankBelow ? [header] : []));

  test("of columns that every row needs, also of a file with unknown names", async () => {
    expect(blankBelow((await read(MERGED, {})).columns)).toEqual(["make", "model"]);
    const unknown = MERGED.replace(HEADER, "Brand,Model name,trim,year,bodyType,MSRP");
    const refusal = read(unknown, {});
    await expect(refusal).rejects.toHaveProperty("columns");
    const { columns } = await refusal.catch((error: { columns: [] }) => error);
    expect(blankBelow(columns)).toEqual(["Brand", "Model name"]);
  });

  test.each([
    ["a single gap", `Acme,M,One,2025,SUV,1\n,M,Two,2025,SUV,2\n`],
    ["totals", `Acme,M,One,2025,SUV,1\n,,,,,1\n,,,,,2\n`],
    ["totals with a word", `Acme,M,One,2025,SUV,1\nTotal,,,,,1\nAcme,,Average,,,1\n`],
  ])("but not of %s", async (_name, rows) => {
    expect(blankBelow((await read(`${HEADER}\n${rows}`, {})).columns)).toEqual([]);
  });

  test("but not in columns that may be empty, nor if the cell above is empty too", async () => {
    const text = `${HEADER}\n,M,One,2025,SUV,1\nAcme,M,Two,2025,SUV,\n`;
    expect(blankBelow((await read(text, {})).columns)).toEqual([]);
  });
});

describe("on the screen, a line of merged cells with one value is no note", () => {
  const usualWords = true;
  test("but waits for its car, and is one with the values above", async () => {
    const text = `${HEADER}\nKia,EV6,Wind,2025,SUV,45000\n,,GT,,,\n,,GT-Line,,,\nKia,EV9,Land,2025,SUV,60000\n`;
    const some = { make: fill("make"), model: fill("model") };
    const all = { ...some, year: fill("year"), bodyType: fill("bodyType") };
    const rowsOf = async (columns: object) => {
      const { cars, badRows, notes } = await read(text, { columns, usualWords });
      expect(notes).toEqual([]);
      return [cars.length, badRows.map(({ row }) => row)];
    };
    expect(await rowsOf({})).toEqual([2, [2, 3]]);
    expect(await rowsOf(some)).toEqual([2, [2, 3]]);
    expect(await rowsOf(all)).toEqual([4, []]);
  });

  test("nor is one with a price that cannot be read", async () => {
    const text = `${HEADER}\nKia,EV6,Wind,2025,SUV,45000\n,,,,,soon\n`;
    const names = HEADER.split(",").filter((name) => name !== "price");
    const columns = Object.fromEntries(names.map((name) => [name, fill(name)]));
    const { bad } = await read(text, { columns, usualWords });
    expect(bad).toMatchObject([{ row: 2, column: "price" }]);
  });

  test("nor a whole name, or a car of a make like a total", async () => {
    const names = "name,bodyType,price,range,seats";
    const car = "Kia EV6 Wind,SUV,45000,300,5";
    const columns = { name: { split: ["make", "model", "trim"] }, seats: "seatingCapacity" };
    const mapping = { columns, constants: { year: 2025 }, usualWords };
    const text = `${names}\n${car}\nKia EV9,,,,\nZora One,,,,\nSUVs,,,,\n* with VAT,,,,\n`;
    const whole = await read(text, mapping);
    expect(whole.badRows.map(({ row }) => row)).toEqual([1, 2, 3]);
    expect(whole.notes).toMatchObject([{ count: 2, cells: [{ row: 4 }, { row: 5 }] }]);
    const lines = ["Sum,T1,X,2019,SUV,50000", "Total,12,,,,50000", "Average,,,,,48000"];
    const sums = await read([HEADER, ...lines].join("\n"), { columns: {}, usualWords });
    expect(sums.badRows.map(({ row }) => row)).toEqual([1]);
    expect(sums.notes).toMatchObject([{ count: 2, cells: [{ row: 2 }, { row: 3 }] }]);
  });

  test("and lines that are left out are limited like bad cells", async () => {
    const text = `${HEADER}\n${"SUVs,,,,,\n".repeat(5)}`;
    const given = readUpload(text, { columns: {}, usualWords }, { limits: { badCells: 4 } });
    await expect(given).rejects.toThrow("more than 4 cells are wrong");
  });
});
