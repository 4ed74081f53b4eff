import { describe, expect, test } from "vitest";
import { readUpload, refusalOf } from "../../../../test/spooled-files.ts";
import { columnLetter } from "./header-line.server.ts";

async function read(text: string, mapping: object = {}) {
  const { rows, bad, columns, facts } = await readUpload(text, mapping);
  return {
    cars: rows.map(({ row, input }) => `${row} ${input.model} ${input.price}`),
    bad,
    columns: columns.map(({ header, field }) => [header, field]),
    facts,
  };
}

test("columns have the letters of a spreadsheet", () => {
  const letters = [0, 25, 26, 51, 52, 199, 701, 702].map(columnLetter);
  expect(letters.join(" ")).toBe("A Z AA AZ BA GR ZZ AAA");
});

const UNNAMED = `make,model,trim,year,bodyType,,price,
Acme,One,A,2025,SUV,2.1,30000,
Acme,Two,B,2025,SUV,2.4,31000,
`;

describe("a column without a name", () => {
  test("that has values is refused by its letter, with its samples", async () => {
    const { message, rows, columns } = await refusalOf(UNNAMED);
    expect(message).toBe(
      "Nothing was added: the columns of the file do not fit: F (this column has no name).",
    );
    expect(rows).toEqual([{ row: 0, column: "F", message: "This column has no name" }]);
    const unnamed = { header: "F", field: "unknown", isUnnamed: true, samples: ["2.1", "2.4"] };
    expect(columns?.[5]).toEqual(unnamed);
    expect(columns?.[7]).toEqual({ header: "", field: "unknown" });
  });

  test("is mapped or left out by its letter", async () => {
    const cars = ["1 One 30000", "2 Two 31000"];
    expect(await read(UNNAMED, { F: null })).toMatchObject({ cars, bad: [] });
    const mapped = await read(UNNAMED, { F: "acceleration" });
    expect(mapped).toMatchObject({ cars, bad: [] });
    expect(mapped.columns[5]).toEqual(["F", "acceleration"]);
  });

  test("is refused wherever its first value is, unless a rule leaves that row out", async () => {
    const row = (at: number, note = "") => `Acme,Model ${at},A,2025,SUV,${note},1,\n`;
    const [header] = UNNAMED.split("\n");
    const rows = Array.from({ length: 500 }, (_row, at) => row(at)).join("");
    const text = `${header}\n${rows}${row(500, "late")}${rows}`;
    const { columns } = await refusalOf(text);
    expect(columns?.[5]).toMatchObject({ header: "F", samples: ["late"] });
    const rules = [{ column: "model", is: ["model 500"] }];
    expect((await read(text, { columns: {}, rules })).cars).toHaveLength(1000);
    const early = `${header}\n${row(500, "early")}${rows}`;
    expect((await read(early, { columns: {}, rules })).cars).toHaveLength(500);
  });

  test("gets another name if a column is already called like its letter", async () => {
    const text = "make,model,trim,year,bodyType,,f\nAcme,One,A,2025,SUV,2.1,3\n";
    const { rows } = await refusalOf(text, { f: null });
    expect(rows).toEqual([{ row: 0, column: "Column F", message: "This column has no name" }]);
    expect((await read(text, { f: null, "Column F": null })).cars).toHaveLength(1);
  });

  test("is ignored while it is empty; a row longer than the header is bad", async () => {
    const [header, ...rows] = UNNAMED.replaceAll(/2\.[14]/g, "").split("\n");
    expect((await read([header, ...rows].join("\n"))).cars).toHaveLength(2);
    const { bad } = await read(`${header}\nAcme,One,A,2025,SUV,,1,,2\n`);
    expect(bad).toMatchObject([{ row: 1, message: "Cell 9 is in a column without a name" }]);
  });
});

const HEADERLESS = "Acme,No Header,One,2025,SUV,30000\n\nAcme,No Header,Two,2025,SUV,31000\n";
const NO_HEADER = ["1 No Header 30000", "3 No Header 31000"];
const LETTERS = { A: "make", B: "model", C: "trim", D: "year", E: "bodyType", F: "price" };

describe("a file without a header", () => {
  test("is refused with a sentence that says so, its letters and samples", async () => {
    const { message, columns, facts, rows } = await refusalOf(HEADERLESS);
    expect(message).toBe(
      "The file has no line with column names. Add one as its first line, or match its columns by letter (A, B, …).",
    );
    expect(facts).toEqual({ headerless: true });
    expect(rows.every(({ row }) => row === 0)).toBe(true);
    const texts = columns?.map(({ header, samples = [] }) => `${header}: ${samples.join(", ")}`);
    expect(texts?.join("; ")).toBe(
      "A: Acme; B: No Header; C: One, Two; D: 2025; E: SUV; F: 30000, 31000",
    );
  });

  test("is read whole when the mapping names its columns by letters", async () => {
    const { cars, bad, columns, facts } = await read(HEADERLESS, LETTERS);
    expect({ cars, bad }).toEqual({ cars: NO_HEADER, bad: [] });
    expect(columns).toEqual(Object.entries(LETTERS));
    expect(facts).toEqual({ headerless: true });
    const texts = HEADERLESS.replaceAll(/,\d+\n/g, ",x\n");
    expect((await read(texts, { ...LETTERS, F: null })).cars).toHaveLength(2);
  });

  test("is refused by the letters that are not mapped", async () => {
    const { F: _price, ...mapping } = LETTERS;
    expect((await refusalOf(HEADERLESS, mapping)).rows).toEqual([
      { row: 0, column: "F", message: "This column has no name" },
    ]);
  });

  test("is not one whose names are only unknown", async () => {
    const { facts, columns } = await refusalOf("Marke,Modell,Baujahr\nAcme,One,2025\n");
    expect(facts).toEqual({});
    expect(columns?.map(({ header }) => header)).toEqual(["Marke", "Modell", "Baujahr"]);
  });

  test("does have one if the letters are names in its first line", async () => {
    const text = `A,B,C,D,E,F\n${HEADERLESS}`;
    expect(await read(text, LETTERS)).toMatchObject({ cars: NO_HEADER, facts: {} });
  });
});

test("a column of versions is ours in an export only", async () => {
  const text = "make,model,trim,year,bodyType,version\nAcme,One,A,2025,SUV,Sport\n";
  expect((await refusalOf(text)).rows).toEqual([
    { row: 0, column: "version", message: "There is no field with this name" },
  ]);
  const own = text
    .replaceAll(/version|Sport/g, (word) => `${word},x`)
    .replace(",x\n", ",isModelHeader\n");
  expect((await read(own)).cars).toHaveLength(1);
  const trims = "make,model,Version,year,bodyType\nAcme,One,A,2025,SUV\n";
  expect((await read(trims, { Version: "trim" })).cars).toHaveLength(1);
});

test.each([
  [
    "Make;Model;Size;;Drive;\n;;Length (mm);Width (mm);Power (kW);Drive type",
    "Length (mm);Width (mm);Power (kW);Drive type",
  ],
  [
    "Make;Model;Range;;Price;Body\n;;WLTP (km);City (km);€;Body style",
    "Range WLTP (km);Range City (km);Price [€];Body style",
  ],
  [
    "Make;Model;Range;;Size\n;;km;mi;Length (cm);Width (cm);Cargo (L)",
    "Range [km];Range [mi];Length (cm);Width (cm);Cargo (L)",
  ],
  [
    "Make;Model;Motor;Fuel;Use;;CO2 ;Range;MSRP\n;;(kW);kind;City (Le/100 km);Highway (Le/100 km);rating;(km);(CAD)",
    "Motor [kW];Fuel kind;Use City (Le/100 km);Use Highway (Le/100 km);CO2 rating;Range [km];MSRP [CAD]",
  ],
])("names in a second line belong to headings of merged cells: %s", async (lines, names) => {
  const { columns } = await refusalOf(`${lines}\nAcme;One;4500;1800;150;AWD\n`);
  expect(columns?.slice(2).map(({ header }) => header)).toEqual(names.split(";"));
});

describe("units in a line of their own", () => {
  const UNITS = "make;model;trim;year;bodyType;Range;Price\n;;;;-;(km);€\n";
  const CAR = "Acme;One;A;2025;SUV;500;30000\n";
  const mapping = {
    columns: {
      "Range [km]": { field: "range", unit: "km" },
      "Price [€]": { field: "price", unit: "euros", rate: 1.1 },
    },
  };

  test("belong to the names above them", async () => {
    const { columns } = await refusalOf(UNITS + CAR);
    expect(columns?.slice(-2).map(({ header }) => header)).toEqual(["Range [km]", "Price [€]"]);
    expect((await read(UNITS + CAR, mapping)).cars).toEqual(["1 One 33000"]);
  });

  test("are not recognized if the line has any other text", async () => {
    const columns = { Range: "range", Price: "price" };
    const { bad } = await read(`${UNITS.replace(";-;", ";SUV;")}${CAR}`, columns);
    expect(bad).not.toEqual([]);
  });
});

test("of two columns with one name, the mapping tells the second by its letter", async () => {
  const file = "make,model,trim,year,bodyType,range,Range\nKia,EV4,Wind,2026,Sedan,330,531\n";
  const miles = { "Range (column G)": { field: null } };
  const kilometers = { range: null, "Range (column G)": { field: "range", unit: "km" } };
  for (const [mapping, range] of [
    [miles, 330],
    [kilometers, 329.9],
  ] as const) {
    expect((await readUpload(file, mapping)).rows[0]?.input.range).toBe(range);
  }
});
