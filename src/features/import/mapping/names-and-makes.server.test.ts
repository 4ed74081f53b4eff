import { describe, expect, test } from "vitest";
import { inputs } from "../../../../test/catalogue.ts";
import { describeOnEachEngine } from "../../../../test/databases.ts";
import { openTestImport } from "../../../../test/import.ts";
import { readUpload } from "../../../../test/spooled-files.ts";
import { modelWithout } from "../columns/split-name.server.ts";
import { readMapping } from "./import-mapping.server.ts";

const MODELS = [
  { make: "Volkswagen", model: "ID.4" },
  { make: "MINI", model: "Cooper SE" },
  { make: "Mercedes-Benz", model: "EQE SUV" },
  { make: "Citroën", model: "ë-Berlingo" },
  { make: "Citroën", model: "ë-Berlingo XL" },
  { make: "Tesla", model: "Model 3" },
  { make: "Land Rover", model: "Range Rover" },
  { make: "Land Rover", model: "Range Rover Sport" },
  { make: "Citroën", model: "ë-C4" },
  { make: "Zeekr", model: "001" },
];

async function readNames(lines: readonly string[], mapping: object) {
  const { rows, bad } = await readUpload(lines.join("\n"), mapping, { models: MODELS });
  const names = rows.map(({ input: { make, model, trim } }) => `${make} | ${model} | ${trim}`);
  return { names, bad };
}

const ALL = { split: ["make", "model", "trim"] };
const REST = { constants: { year: 2025, bodyType: "SUV" } };
const WITH_TRIM = { constants: { ...REST.constants, trim: "Base" } };
const whole = (name: string, more: object = {}) =>
  readNames(["Name,Note", `${name},x`], {
    columns: { Name: ALL, Note: null },
    ...WITH_TRIM,
    ...more,
  });

describe("a whole name is divided", () => {
  test.each([
    ["VW ID.4 Pro", "Volkswagen | ID.4 | Pro"],
    ["Mercedes EQE SUV 350+", "Mercedes-Benz | EQE SUV | 350+"],
    ["Mini Cooper SE Trim 2", "MINI | Cooper SE | Trim 2"],
    ["VW ID4 Pro", "Volkswagen | ID4 | Pro"],
    ["Citroen e-Berlingo XL 50 kWh", "Citroën | e-Berlingo XL | 50 kWh"],
    ["Citroen e-Berlingo M 50 kWh", "Citroën | e-Berlingo | M 50 kWh"],
    ["Hyundai IONIQ Electric", "Hyundai | IONIQ Electric | Base"],
    ["skoda Elroq Edition 85", "Škoda | Elroq Edition 85 | Base"],
    ["Lynk & Co 02 More", "Lynk & Co | 02 More | Base"],
    ["Alfa Romeo Junior Veloce", "Alfa Romeo | Junior Veloce | Base"],
    ["  tesla  model 3   Long Range", "Tesla | Model 3 | Long Range"],
    ["Land Rover Range Rover Sport P400", "Land Rover | Range Rover Sport | P400"],
    ["Citroe\u0308n e\u0308-C4 Shine", "Citroën | ë-C4 | Shine"],
    ["Zeekr 001 Performance", "Zeekr | 001 | Performance"],
    ["Tesla Model 3", "Tesla | Model 3 | Base"],
    ["Tesla Model 3 – Long Range", "Tesla | Model 3 | Long Range"],
  ])("by aliases of makes and known models, never by guess: %s", async (name, parts) => {
    expect((await whole(name)).names).toEqual([parts]);
  });

  test.each([
    ["Kia EV6 Wind (2025)", "EV6 Wind"],
    ["Kia EV6 Wind (MY 2025)", "EV6 Wind"],
    ["2025 Kia EV6 Wind", "EV6 Wind"],
    ["Peugeot 2008 GT (2025)", "2008 GT"],
    ["Peugeot 2008", "2008"],
  ])("with its model year, if it has one: %s", async (name, model) => {
    const { rows, bad } = await readUpload(
      `Name,Note\n${name},x\n`,
      { columns: { Name: { split: [...ALL.split, "year"] }, Note: null }, ...WITH_TRIM },
      { models: MODELS },
    );
    expect(bad).toEqual([]);
    expect(rows[0]?.input).toMatchObject({ model, trim: "Base", year: 2025 });
  });

  test("without the year of another column, and never without a different one", async () => {
    const { names } = await readNames(
      ["Name;Year", "VW ID.4 Pro (2025);2025", "VW ID.4 Pro (2024);2025"],
      { columns: { Name: ALL, Year: "year" }, constants: { bodyType: "SUV" } },
    );
    expect(names).toEqual(["Volkswagen | ID.4 | Pro", "Volkswagen | ID.4 | Pro (2024)"]);
  });

  test.each<[columns: string, mapping: object, header: string, ...rows: [string, string][]]>([
    [
      "a column of models, whose rest is the trim",
      { columns: { Model: ALL, baseModel: "model" } },
      "make,Model,baseModel",
      ["Kia,EV9 Long Range AWD,EV9", "Kia | EV9 | Long Range AWD"],
      ["Ford,F-150 Lightning 4WD,F150", "Ford | F150 | Lightning 4WD"],
      ["Mazda,MX-30,MX-30", "Mazda | MX-30 | Base"],
      ["Fiat,500e All Season,500", "Fiat | 500 | 500e All Season"],
    ],
    [
      "models of a family, by the longer model that the catalogue has",
      { columns: { Model: ALL, baseModel: "model" } },
      "make,Model,baseModel",
      ["Citroën,ë-Berlingo XL 50 kWh,Berlingo", "Citroën | Berlingo | ë-Berlingo XL 50 kWh"],
      ["Citroën,ë-C4 Max,ë-C4", "Citroën | ë-C4 | Max"],
      ["Mercedes-Benz,EQE SUV 350+,EQE", "Mercedes-Benz | EQE SUV | 350+"],
    ],
    [
      "models that repeat their makes",
      { columns: { Model: ALL, GenModel: "model" }, usualWords: true },
      "make,Model,GenModel",
      ["VOLKSWAGEN,ID.3 PRO,VOLKSWAGEN ID.3", "VOLKSWAGEN | ID.3 | PRO"],
      ["MG,MG4 TROPHY,MG MG4", "MG | MG4 | TROPHY"],
      ["MINI,COOPER SE,MINI COOPER SE", "MINI | COOPER SE | Base"],
    ],
    [
      "a column of makes, whether it repeats the make or not",
      // A part with a column of its own is left out.
      { columns: { Brand: "make", Name: ALL } },
      "Brand;Name",
      ["Volkswagen;ID.4 Pro", "Volkswagen | ID.4 | Pro"],
      ["Volkswagen;VW ID.4 GTX", "Volkswagen | ID.4 | GTX"],
      ["Zeekr;001", "Zeekr | 001 | Base"],
      ["Alfa;Romeo Junior", "Alfa Romeo | Junior | Base"],
    ],
  ])("next to %s", async (_columns, mapping, header, ...rows) => {
    const lines = rows.map(([line]) => line);
    const { names, bad } = await readNames([header, ...lines], { ...mapping, ...WITH_TRIM });
    expect(bad).toEqual([]);
    expect(names).toEqual(rows.map(([, divided]) => divided));
  });

  test("by makes that are typed once, also for a column of makes", async () => {
    expect((await whole("Acme Motors Bolt 03 Pro")).bad).toHaveLength(1);
    const makes = { Acme: "Acme Motors", mb: "Mercedes-Benz" };
    const acme = await whole("Acme Motors Bolt 3 Pro", { makes });
    expect(acme.names).toEqual(["Acme Motors | Bolt 3 Pro | Base"]);
    const mapping = { columns: {}, makes, ...REST };
    const { names } = await readNames(["make,model,trim", "MB,EQE,350"], mapping);
    expect(names).toEqual(["Mercedes-Benz | EQE | 350"]);
  });

  test("into make and model if there is a column of trims", async () => {
    const columns = { Name: { split: ["make", "model"] } };
    const { names } = await readNames(["Name,trim", "BYD Seal U,Wind"], { columns, ...REST });
    expect(names).toEqual(["BYD | Seal U | Wind"]);
  });

  test.each([
    ["Nobody X 1", { message: "The name doesn’t begin with a known make" }],
    ["Tesla Model 3", { field: "trim", message: "Trim is required" }],
  ])("never without a known make and a trim: %s", async (value, issue) => {
    const { bad } = await whole(value, REST);
    expect(bad).toEqual([{ row: 1, column: "Name", value, ...issue }]);
  });

  test("and each part of one row can be typed", async () => {
    const cells = [
      { row: 1, field: "make", value: "Nio" },
      { row: 1, field: "model", value: "ET5" },
      { row: 1, field: "trim", value: "75 kWh" },
    ];
    expect((await whole("NIO ET5 75", { cells })).names).toEqual(["Nio | ET5 | 75 kWh"]);
  });
});

test("models of the catalogue settle other spellings, and body types of rows that have none", async () => {
  const { rows, bad, bodyTypes } = await readUpload(
    "make,model,trim,bodyType\nKia,EV 6,A,\nKia,EV6,B,Sedan\nKia,EV9,C,\n",
    { columns: {}, constants: { year: 2025 }, models: { "ev 6": "EV6" }, bodyTypes: "catalogue" },
    { models: [{ make: "KIA", model: "EV6", bodyType: "Crossover" }] },
  );
  const cars = rows.map(({ input: { model, bodyType } }) => `${model} ${bodyType}`);
  expect(cars).toEqual(["EV6 Crossover", "EV6 Sedan"]);
  expect(bodyTypes).toBe(1);
  expect(bad).toMatchObject([{ row: 3, column: "bodyType" }]);
});

test("a body type of the catalogue is that of the nearest year, the newer of two", async () => {
  const leaf = { make: "Nissan", model: "Leaf" };
  const newer = { ...leaf, year: 2026, bodyType: "Crossover" } as const;
  const older = { ...leaf, year: 2022, bodyType: "Hatchback" } as const;
  const { rows } = await readUpload(
    "make,model,trim,year\nNissan,Leaf,A,2021\nNissan,Leaf,B,2024\nNissan,Leaf,C,2027\n",
    { columns: {}, bodyTypes: "catalogue" },
    { models: [newer, older] },
  );
  const types = rows.map(({ input: { bodyType } }) => bodyType);
  expect(types).toEqual(["Hatchback", "Crossover", "Crossover"]);
});

test("a class of body types is one for all rows whose model the catalogue does not have", async () => {
  const { rows } = await readUpload(
    "make,model,trim,bodyType\nKia,EV6,A,Cars\nKia,Niro,B,cars\nKia,EV9,C,\nKia,Ray,D,SUV\n",
    {
      columns: { bodyType: { field: "bodyType", values: { cars: "Hatchback", "": "Minivan" } } },
      constants: { year: 2025 },
      bodyTypes: "catalogue",
      usualWords: true,
    },
    { models: [{ make: "Kia", model: "EV6", bodyType: "Crossover" }] },
  );
  const types = rows.map(({ input: { bodyType } }) => bodyType);
  expect(types).toEqual(["Crossover", "Hatchback", "Minivan", "SUV"]);
});

test("one value for all rows is changed for one of them", async () => {
  const cells = [{ row: 2, field: "year", value: 2024 }];
  const file = "make,model,trim\nKia,EV6,A\nKia,EV6,B\n";
  const { rows } = await readUpload(file, { columns: {}, ...REST, cells });
  expect(rows.map(({ input: { year } }) => year)).toEqual([2025, 2024]);
});

test.each([
  [{ columns: { make: { field: "make", clear: true } } }, "mapping: make: Make cannot be cleared."],
  [
    { columns: {}, cells: [{ row: 1, field: "year", value: 1999 }] },
    "mapping: row 1: Year must be 2020 or later.",
  ],
])("a mapping is refused: %j", (mapping, message) => {
  expect(() => readMapping(JSON.stringify(mapping))).toThrow(message);
});

const query = "?dryRun=true";
const HEADER = "make,model,trim,year,bodyType\n";
const KNOWN = inputs({ make: "MINI", model: "Cooper SE", trim: "A", year: 2025, price: 30_000 });

describeOnEachEngine("the check of names", ({ open }) => {
  test("names other spellings of makes, and words that no make begins with", async () => {
    const { upload, names } = await openTestImport(await open(), KNOWN);
    const file =
      "Name,year,bodyType\nMini Cooper SE Base,2025,SUV\nAcme 001 Long,2025,SUV\nAcme X Long,2025,SUV\n";
    const mapping = { columns: { Name: ALL } };
    const { body } = await upload(file, { query, mapping });
    expect(body.makes).toEqual([{ name: "Acme", rows: 2 }]);
    const others = { year: { text: "2025", value: 2025 }, bodyType: { text: "SUV" } };
    const model = { column: "Name", problem: "The name doesn’t begin with a known make" };
    expect(body.bad).toEqual([
      { row: 2, cells: { ...others, model: { ...model, text: "Acme 001 Long" } } },
      { row: 3, cells: { ...others, model: { ...model, text: "Acme X Long" } } },
    ]);
    const other = `${HEADER}Mini,Aceman,E,2025,SUV\nMercedes,EQE,A,2025,SUV\n`;
    expect((await upload(other, { query })).body.makes).toEqual([
      { name: "Mini", rows: 1, spelling: "MINI" },
      { name: "Mercedes", rows: 1, spelling: "Mercedes-Benz" },
    ]);
    const settled = { ...mapping, makes: { acme: "Acme" }, constants: { trim: "Base" } };
    await upload(file, { mapping: settled });
    expect(await names()).toContain("Acme 001 Long Base 2025");
  });

  test("asks for trims and body types of settled names only, and notes new makes", async () => {
    const { upload } = await openTestImport(await open(), KNOWN);
    const file = "Brand,Model,year\nMini,Aceman,2025\nMINI,CooperSE,2025\nAlpine,A290,2025\n";
    const mapping = { columns: { Brand: "make", Model: "model" }, constants: { trim: "Base" } };
    const given = { ...mapping, bodyTypes: "catalogue" };
    const { body } = await upload(file, { query, mapping: given });
    expect(body.lacking).toEqual([{ field: "bodyType", rows: 1, names: ["Alpine A290"] }]);
    const message = "New makes for your catalogue: Alpine";
    const cells = [{ row: 3, value: "Alpine" }];
    expect(body.notes).toEqual([{ column: "Brand", message, count: 1, cells }]);
    const settled = { ...given, makes: { Mini: "MINI" }, models: { CooperSE: "Cooper SE" } };
    const again = await upload(file, { query, mapping: settled });
    expect(again.body.lacking).toMatchObject([{ rows: 2, names: ["MINI Aceman", "Alpine A290"] }]);
  });

  test("offers the spelling of a model that has the most trims", async () => {
    const models = ["Ioniq 5", "Ioniq 5", "IONIQ-5", "ID.4", "ID 4", "ID 4"];
    const known = models.map((model, at) => ({ make: "Hyundai", model, trim: `${at}` }));
    const { upload } = await openTestImport(await open(), inputs(...known));
    const file = `${HEADER}Hyundai,Ioniq5,C,2025,SUV\nHyundai,ID4,C,2025,SUV\n`;
    const { body } = await upload(file, { query });
    expect(body.models.map(({ spelling }) => spelling)).toEqual(["Ioniq 5", "ID 4"]);
  });

  test("names models that the catalogue has in another spelling", async () => {
    const { upload } = await openTestImport(await open(), KNOWN);
    const file =
      "make,model,trim,year,bodyType\nMini,CooperSE,B,2025,SUV\nMINI,Cooper-SE,C,2025,SUV\nMINI,Aceman,D,2025,SUV\nMINI,cooper.se,E,2025,\n";
    const { body } = await upload(file, { query });
    expect(body.models).toEqual([
      { name: "CooperSE", spelling: "Cooper SE", rows: 1 },
      { name: "Cooper-SE", spelling: "Cooper SE", rows: 1 },
      { name: "cooper.se", spelling: "Cooper SE", rows: 1 },
    ]);
    const models = { CooperSE: "Cooper SE", "cooper-se": "Cooper SE", "Cooper.SE": "Cooper SE" };
    const settled = await upload(file, { query, mapping: { columns: {}, models } });
    expect(settled.body.models).toEqual([]);
    const added = settled.body.added.map(({ model }) => model);
    expect(added).toEqual(["Cooper SE", "Cooper SE", "Aceman"]);
  });

  test("knows models in Japanese, Korean and Chinese", async () => {
    const cars = [
      { make: "Nissan", model: "Leaf", trim: "S" },
      { make: "Mercedes-Benz", model: "EQS Sedan", trim: "450+" },
    ];
    const { upload } = await openTestImport(await open(), inputs(...cars));
    const rest = { constants: { year: 2025, bodyType: "SUV" } };
    const other = "日産,リーフ,A\nNissan,리프,B\nNissan,アリア,C\n";
    const plain = { columns: {}, ...rest };
    const { body } = await upload(`make,model,trim\n${other}`, { query, mapping: plain });
    expect(body.models).toEqual([
      { name: "リーフ", spelling: "Leaf", rows: 1 },
      { name: "리프", spelling: "Leaf", rows: 1 },
    ]);
    const names = "Mercedes EQS 450+ Sedan,1\nMercedes EQS Sedan 580,1\nMercedes EQG,1\n";
    const mapping = { columns: { Name: ALL }, ...rest };
    const check = await upload(`Name,price\n${names}`, { query, mapping });
    expect(check.body.lacking).toEqual([
      { field: "trim", rows: 2, names: ["Mercedes-Benz EQS 450+ Sedan", "Mercedes-Benz EQG"] },
    ]);
  });

  test("a make of several words is typed once and splits all of its names", async () => {
    const { upload, names } = await openTestImport(await open(), KNOWN);
    const file = "Name,year,bodyType\nUnited Cars Bolt 3 Pro,2025,SUV\nUnited Cars Nut,2025,SUV\n";
    const mapping = { columns: { Name: ALL }, constants: { trim: "Base" } };
    const { body } = await upload(file, { query, mapping });
    expect(body.makes).toEqual([{ name: "United", rows: 2 }]);
    const unknown = ["United Cars Bolt 3 Pro", "United Cars Nut"];
    const bare = { columns: { ...mapping.columns, bodyType: null }, bodyTypes: "catalogue" };
    const asked = await upload(file, { query, mapping: bare });
    expect(asked.body.lacking).toEqual(
      ["trim", "bodyType"].map((field) => ({ field, rows: 2, names: unknown })),
    );
    const makes = { United: "United Cars" };
    const { status } = await upload(file, { mapping: { ...mapping, makes } });
    expect(status).toBe(200);
    expect(await names()).toEqual([
      "MINI Cooper SE A 2025",
      "United Cars Bolt 3 Pro Base 2025",
      "United Cars Nut Base 2025",
    ]);
  });

  test("a make at the start of a longer word leaves the word to the model", async () => {
    const { upload, names } = await openTestImport(await open(), KNOWN);
    const mapping = { columns: { Name: ALL }, constants: { trim: "Base" }, makes: { MG4: "MG" } };
    await upload("Name,year,bodyType\nMG4 EV,2025,SUV\n", { mapping });
    expect(await names()).toEqual(["MINI Cooper SE A 2025", "MG MG4 EV Base 2025"]);
  });

  test("an empty cell clears the value of a row that exists, by choice", async () => {
    const { upload, undo } = await openTestImport(await open(), KNOWN);
    const file = "make,model,trim,year,bodyType,price\nMINI,Cooper SE,A,2025,SUV,\n";
    const price = async () => {
      const other = file.replace("SUV,", "SUV,1");
      const { body } = await upload(other, { query: "?dryRun=true&existing=update" });
      return body.updated[0]?.changes["price"]?.[0];
    };
    const update = "?existing=update";
    await upload(file, { query: update });
    expect(await price()).toBe(30_000);
    const mapping = { price: { field: "price", clear: true } };
    const filled = await upload(file, { query: "?existing=fill", mapping });
    expect(filled.body.importId).toBeNull();
    const { body } = await upload(file, { query: update, mapping });
    expect(body.updated[0]?.changes["price"]).toEqual([30_000, null]);
    expect(await price()).toBeNull();
    await undo(body.importId);
    expect(await price()).toBe(30_000);
  });
});

test.each([
  ["Bolt LT", "LT", "Bolt"],
  ["EQS 450+ Sedan", "450+", "EQS Sedan"],
  ["Bolt LT", "L", undefined],
  ["Bolt LT", "Base", undefined],
  ["Ocean", "Ocean", undefined],
  ["Ocean", " ", undefined],
  ["EV3 Long Range GT-Line²", "Long Range GT-Line", "EV3"],
  ["Corsa Electric GS *", "gs†", "Corsa Electric"],
  ["ID.3 Pro S", "Pro", undefined],
  ["5 E-Tech 150", "5", undefined],
])("a trim that is typed for a name is taken out of its model: %s, %s", (model, trim, rest) => {
  expect(modelWithout(model, trim)).toBe(rest);
});

test("a trim typed for a name is taken out of its model, also where the make is answered with it", async () => {
  const { names } = await whole("MG4 EV Long Range SE", {
    constants: REST.constants,
    usualWords: true,
    makes: { MG4: "MG" },
    cells: [{ row: 1, field: "trim", value: "Long Range SE" }],
  });
  expect(names).toEqual(["MG | MG4 EV | Long Range SE"]);
});

test.each(["5 E-Tech 150", "5"])(
  "a trim %s that the model says already is refused",
  async (value) => {
    const { bad } = await whole("Renault 5 E-Tech 150", {
      constants: REST.constants,
      usualWords: true,
      cells: [{ row: 1, field: "trim", value }],
    });
    const message = "This is part of the model already. Enter what follows it, or Base";
    expect(bad).toEqual([{ row: 1, column: "", field: "trim", message }]);
  },
);

test("a row that is still bad has the catalogue's body type or its own, not that for all rows", async () => {
  const { badRows } = await readUpload(
    "make,model,trim,price\nKia,EV6,A,x\nKia,EV9,A,x\nKia,EV9,B,x\n",
    {
      columns: {},
      constants: { year: 2025, bodyType: "SUV" },
      cells: [{ row: 2, field: "bodyType", value: "Hatchback" }],
      bodyTypes: "catalogue",
    },
    { models: [{ make: "Kia", model: "EV6", bodyType: "Crossover" }] },
  );
  const bodies = badRows.map(({ cells }) => cells.bodyType?.text);
  expect(bodies).toEqual(["Crossover", "Hatchback", "SUV"]);
});

test("a row that is still bad has the names that were answered", async () => {
  const { badRows } = await readUpload("Make,Model,Price\nVW,ID4,cheap", {
    columns: { Make: "make", Model: "model", Price: "price" },
    makes: { VW: "Volkswagen" },
    models: { ID4: "ID.4" },
    ...WITH_TRIM,
  });
  expect(badRows[0]?.cells).toMatchObject({
    make: { text: "VW", value: "Volkswagen" },
    model: { text: "ID4", value: "ID.4" },
  });
});
