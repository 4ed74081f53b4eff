import { describe, expect, test } from "vitest";
import { MAX_RECORD_CHARACTERS } from "./lines-and-rows.server.ts";
import { readUpload, refusalOf } from "../../../../test/spooled-files.ts";

const HEADER = "make,model,trim,year,bodyType,price";
const ROW = "Kia,EV6,Wind,2025,SUV,48900";
const quoted = (line: string) => `"${line.replaceAll(",", '","')}"`;

async function read(text: string | Buffer, mapping = {}) {
  const { rows, bad } = await readUpload(text, mapping);
  return {
    rows: rows.map(({ row, input }) => `${row} ${input.make} ${input.trim} ${input.price}`),
    bad,
  };
}

const OPEN = "A quotation mark is opened here and never closed";
const TOO_LONG = "The row is too long. Is a quotation mark opened here and never closed?";
const ONE = { rows: ["1 Kia Wind 48900"], bad: [] };

test("words that are read as an option of ours are noted, each once", async () => {
  const bodies = ["Cabrio", "cabrio", "saloon", "SUV", "Coupe"];
  const lines = bodies.map((body, at) => `Kia,EV6,${at},2025,${body},1`);
  const file = `${HEADER}\n${lines.join("\n")}\n`;
  const values = { Coupe: "Sports Car" };
  const mapping = { columns: { bodyType: { field: "bodyType", values } }, usualWords: true };
  const { notes } = await readUpload(file, mapping);
  expect(notes.map(({ message, count }) => [message, count])).toEqual([
    ["“Cabrio” is read as Sports Car", 1],
    ["“cabrio” is read as Sports Car", 1],
    ["“saloon” is read as Sedan", 1],
  ]);
});

test("a letter of four bytes stays intact wherever it is", async () => {
  const row = `Kia,EV6,${"𠮷".repeat(20)},2025,SUV,48900`;
  const { bad, rows } = await read(`${HEADER}\n${`${row}\n`.repeat(5000)}`);
  expect(bad).toEqual([]);
  expect(new Set(rows.map((text) => text.split(" ")[2]))).toEqual(new Set(["𠮷".repeat(20)]));
});

describe("a file is read", () => {
  test.each<[string, string | Buffer]>([
    ["with commas", `${HEADER}\n${ROW}\n`],
    ["with semicolons", `${HEADER}\n${ROW}\n`.replaceAll(",", ";")],
    ["with tabs", `${HEADER}\n${ROW}\n`.replaceAll(",", "\t")],
    ["with each line in quotation marks", `"${HEADER}"\n"${ROW}"\n`],
    [
      "with each line in quotation marks, and quoted cells in it",
      `"${HEADER.replaceAll(",", ";")}"\r\n"Kia;""EV6"";Wind;2025;SUV;""48900"""\r\n`,
    ],
    ["with a byte-order mark", `\uFEFF${HEADER}\n${ROW}\n`],
    ["with Windows line endings", `${HEADER}\r\n${ROW}\r\n`],
    ["with the line endings of old Macs", `${HEADER}\r${ROW}\r`],
    ["with several line endings", `${HEADER}\r\n${ROW}\n\r`],
    ["without a last line ending", `${HEADER}\n${ROW}`],
    ["with capital headers and space around", ` MAKE ,Model,tRIM,YEAR,BODYTYPE,Price\n${ROW}`],
    ["out of order", "price,bodyType,year,trim,model,make\n48900,SUV,2025,Wind,EV6,Kia"],
    ["with quotation marks around everything", `${quoted(HEADER)}\n${quoted(ROW)}`],
    ["with blank lines before the header", `\n,,\n${HEADER}\n${ROW}`],
    ["with a title above the header", `EV price list, 2025\n\n${HEADER}\n${ROW}`],
    ["with a title and its date", `Export;2025-01-01\n${HEADER}\n${ROW}`.replaceAll(",", ";")],
    ["with columns of an export", `id,version,isModelHeader,${HEADER}\n9,3,true,${ROW}`],
    ["with nameless empty columns", `${HEADER},,\n${ROW},,`],
  ])("%s", async (_name, text) => {
    expect(await read(text)).toEqual(ONE);
  });

  test("with a title of commas above a header of few columns", async () => {
    const file = "Prices, May, net, 2025\nName;year;bodyType;price\nKia EV6 Wind;2025;SUV;48900\n";
    const columns = { Name: { split: ["make", "model", "trim"] } };
    expect(await read(file, { columns, constants: { trim: "Wind" } })).toEqual(ONE);
  });

  test("with delimiters, quotation marks, formulas and letters of all kinds in its cells", async () => {
    const trims = ['"A, ""B""; C"', "Größe 長距離 🚗", "'=1+1", "''=1+1", "'quoted"];
    const lines = trims.map((trim, at) => `Kia,EV6,${trim},2025,SUV,${at}`);
    const { rows } = await read(`${HEADER}\n${lines.join("\n")}`);
    expect(rows).toEqual([
      '1 Kia A, "B"; C 0',
      "2 Kia Größe 長距離 🚗 1",
      "3 Kia =1+1 2",
      "4 Kia '=1+1 3",
      "5 Kia 'quoted 4",
    ]);
  });

  test("with its rows numbered as in the file, including blank ones", async () => {
    const { rows, bad } = await read(`${HEADER}\n${ROW}\n\n,,,,,\n${ROW.replace("Kia", "")}\n`);
    expect(rows).toEqual(["1 Kia Wind 48900"]);
    expect(bad).toEqual([{ row: 4, column: "make", message: "Make is required" }]);
  });

  test("with only a header, like an empty export", async () => {
    expect(await read(HEADER)).toEqual({ rows: [], bad: [] });
  });
});

describe("bad rows", () => {
  test("are named with the column's header", async () => {
    const file = "Brand,model,trim,year,bodyType\nKia,EV6,Wind,soon,SUV\n,EV6,W,2025,SUV";
    const { bad } = await read(file, { Brand: "make" });
    expect(bad).toEqual([
      { row: 1, column: "year", message: "Year must be a number", value: "soon" },
      { row: 2, column: "Brand", message: "Make is required" },
    ]);
  });

  test("have too few cells, or more than the header names", async () => {
    const { rows, bad } = await read(`${HEADER}\nKia,EV6\n${ROW},x\n${ROW},,\n`);
    expect(bad).toEqual([
      { row: 1, column: "", message: "The row has 2 cells, the header has 6" },
      { row: 2, column: "", message: "Cell 7 is in a column without a name", value: "x" },
    ]);
    expect(rows).toEqual(["3 Kia Wind 48900"]);
  });

  test("of a million cells are reported once, with only the cells below the header", async () => {
    const long = `${HEADER}\n${ROW}${",x".repeat(1_000_000)}\n`;
    const { badRows } = await readUpload(long);
    const message = "Cell 7 is in a column without a name";
    const texts = ROW.split(",");
    const cells = HEADER.split(",").map((field, at) => [field, { text: texts[at] }]);
    const issues = [{ row: 1, column: "", message, value: "x" }];
    const bad = { row: 1, cells: Object.fromEntries(cells), problem: message, issues };
    expect(badRows).toEqual([bad]);
  });
});

describe("a file is refused", () => {
  test.each<[string, string | Buffer, string]>([
    ["that is empty", "", "The file is empty."],
    ["of blank lines", "\n\n;;\n", "The file is empty."],
    [
      "without delimiters",
      "make model trim\nKia EV6 Wind\n",
      "No line of the file names its columns, with commas, semicolons or tabs between them.",
    ],
    [
      "whose header lacks a field",
      "make,model,trim,price\n",
      "Nothing was added: the columns of the file do not fit: year (this column is missing), bodyType (this column is missing).",
    ],
    [
      "with more columns than anybody needs",
      `${Array.from({ length: 201 }, (_, at) => `c${at}`).join(",")}\n`,
      "The file has more than 200 columns.",
    ],
  ])("%s", async (_name, text, sentence) => {
    expect((await refusalOf(text)).message).toBe(sentence);
  });

  test("with the columns that must be mapped", async () => {
    const { rows, columns } = await refusalOf("make,Make,Brand,trim,year,bodyType,id\n");
    expect(rows).toEqual([
      { row: 0, column: "Make (column B)", message: "This column appears twice" },
      { row: 0, column: "Brand", message: "There is no field with this name" },
      { row: 0, column: "model", message: "This column is missing" },
    ]);
    expect(columns).toEqual([
      { header: "make", field: "make" },
      {
        header: "Make (column B)",
        field: "unknown",
        isRepeated: true,
        notSuggested: "Skipped: another column has this name.",
      },
      { header: "Brand", field: "unknown", notSuggested: "Skipped: Make is read from “make”." },
      { header: "trim", field: "trim" },
      { header: "year", field: "year" },
      { header: "bodyType", field: "bodyType" },
      { header: "id", field: null },
    ]);
  });

  test("with two columns for one field", async () => {
    const { rows } = await refusalOf(`${HEADER},MSRP\n`, { MSRP: "price" });
    const message = "“price” is read as the price, too. Skip one of them";
    expect(rows).toEqual([{ row: 0, column: "MSRP", message }]);
  });

  test.each([
    ["is never closed", `${ROW}\n${ROW}\n"Kia,EV6`, 3],
    [
      "closes rows below",
      `${ROW}\nKia,"EV6,Wind,2025,SUV,1\n${ROW}\nKia,"EV6",Wind,2025,SUV,1\n`,
      2,
      "Text follows a closing quotation mark",
    ],
    ["is open below a stray one", `Kia,EV6 19",Wind,2025,SUV,1\n${ROW}\n"Kia,EV6`, 3],
  ])("when a quotation mark %s", async (_name, rest, row, message = OPEN) => {
    const refused = await refusalOf(`${HEADER}\n${rest}`);
    expect(refused.message).toBe(`Nothing was added: row ${row} cannot be read as CSV.`);
    expect(refused.rows).toEqual([{ row, column: "", message }]);
  });

  test.each([
    ["of letters", "x"],
    ["of empty cells", ","],
    ["in a quotation mark", '"x'],
  ])("with a row that never ends, %s", async (_name, cell) => {
    const text = `${HEADER}\n${ROW}\n${cell.repeat(2 * MAX_RECORD_CHARACTERS)}`;
    await expect(read(text)).rejects.toMatchObject({
      status: 422,
      message: "Nothing was added: row 2 cannot be read as CSV.",
      rows: [{ row: 2, column: "", message: TOO_LONG }],
    });
  });

  test("with more rows than fit, and with nothing but bad cells", async () => {
    const limits = { rows: 2_000, badCells: 3_000 };
    const readLong = async (line: string, rows: number, mapping = {}) =>
      readUpload(`${HEADER}\n${ROW}\n${`${line}\n`.repeat(rows - 1)}`, mapping, { limits });
    await expect(readLong(ROW, 2_001)).rejects.toMatchObject({
      status: 413,
      message: "The file has more than 2,000 rows. Please split it.",
    });
    await expect(readLong(",,,,,x", 1_500)).rejects.toMatchObject({
      status: 422,
      message: "Nothing was added: more than 3,000 cells are wrong. Is each column the right one?",
    });
    const notes = readLong(",,,,,x", 1_500, { columns: {}, usualWords: true });
    await expect(notes, "as notes below the cars").rejects.toMatchObject({ status: 422 });
  });
});
