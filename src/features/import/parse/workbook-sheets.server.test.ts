import { writeXlsx } from "hucre/xlsx";
import { describe, expect, test } from "vitest";
import { readUpload } from "../../../../test/spooled-files.ts";
import {
  archive,
  MAIN,
  relationsXml,
  SHEET_PART,
  sheetXml,
  WORKBOOK_PARTS,
} from "../../../../test/workbooks.ts";

type Rows = (string | number | null)[][];

const HEADER = ["make", "model", "trim", "year", "bodyType"];
const CAR = ["Acme", "Sheet", "One", 2025, "SUV"];
const NOTES: Rows = [["How to read this file"], [], ["Prices are in dollars, by the way"]];

const sheetOf = (name: string, rows: Rows, hidden = false) => ({ name, rows, hidden });

async function read(sheets: ReturnType<typeof sheetOf>[], sheet?: string, mapping: object = {}) {
  const file = Buffer.from(await writeXlsx({ sheets }));
  const { rows, facts } = await readUpload(file, mapping, { sheet });
  return { models: rows.map(({ input }) => input.model), facts };
}

const cars = (model: string): Rows => [HEADER, ["Acme", model, "One", 2025, "SUV"]];

describe("of a workbook with several sheets", () => {
  test("the requested one is read, hidden or not", async () => {
    const sheets = [sheetOf("A", cars("First")), sheetOf("B", cars("Second"), true)];
    expect(await read(sheets, "B")).toMatchObject({ models: ["Second"], facts: { sheet: "B" } });
    await expect(read(sheets, "C")).rejects.toMatchObject({
      status: 422,
      message: "The workbook has no sheet “C”. It has “A”, “B”.",
    });
  });

  test("a hidden one is read only if no other has a header", async () => {
    const hidden = sheetOf("Hidden", cars("Hidden"), true);
    const shown = sheetOf("Shown", cars("Shown"));
    expect((await read([hidden, shown])).models).toEqual(["Shown"]);
    expect((await read([hidden, sheetOf("Notes", NOTES)])).models).toEqual(["Hidden"]);
  });

  test("one whose names are mapped counts as one with a header", async () => {
    const mapped = [["Hersteller", "Baureihe", "trim", "year", "bodyType"], CAR];
    const sheets = [sheetOf("Notes", NOTES), sheetOf("Autos", mapped)];
    const mapping = { Hersteller: "make", Baureihe: "model" };
    expect((await read(sheets, undefined, mapping)).facts.sheet).toBe("Autos");
  });

  test("the first one is refused if none has a header, with the names of all", async () => {
    const sheets = [
      sheetOf("Notes", ["Colour Owner".split(" "), "red me".split(" ")]),
      sheetOf("Other", NOTES),
    ];
    await expect(read(sheets)).rejects.toMatchObject({
      facts: {
        sheet: "Notes",
        sheets: [
          { name: "Notes", rows: 2 },
          { name: "Other", rows: 2 },
        ],
      },
      columns: [
        { header: "Colour", samples: ["red"] },
        { header: "Owner", samples: ["me"] },
      ],
    });
  });

  test("at most 255 are read", async () => {
    const sheets = Array.from({ length: 255 }, (_sheet, at) => sheetOf(`S${at}`, cars("M")));
    expect((await read(sheets)).facts.sheets).toHaveLength(255);
    const more = [...sheets, sheetOf("One more", [])];
    await expect(read(more)).rejects.toThrow("The workbook has more than 255 sheets.");
  });
});

test("entries that are not sheets are left out", async () => {
  const sheets = `<sheet name="Chart" sheetId="2" r:id="rId2"/><sheet name="Cars" sheetId="1" r:id="rId1"/>`;
  const cells = (texts: readonly unknown[]) =>
    texts.map((text) => `<c t="inlineStr"><is><t>${String(text)}</t></is></c>`).join("");
  const rows = `<row>${cells(HEADER)}</row><row>${cells(CAR)}</row>`;
  const file = archive({
    ...WORKBOOK_PARTS,
    "xl/workbook.xml": `<workbook ${MAIN}><sheets>${sheets}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relationsXml(
      ["worksheet", "worksheets/sheet1.xml"],
      ["chartsheet", "chartsheets/sheet1.xml"],
    ),
    [SHEET_PART]: sheetXml(rows),
    "xl/chartsheets/sheet1.xml": `<chartsheet ${MAIN}></chartsheet>`,
  });
  const { facts } = await readUpload(file);
  expect(facts).toEqual({ sheet: "Cars", sheets: [{ name: "Cars", rows: 2 }] });
});

test("a sheet can only be requested for a workbook", async () => {
  const reading = readUpload(`${HEADER.join(",")}\n${CAR.join(",")}\n`, {}, { sheet: "Cars" });
  await expect(reading).rejects.toThrow("Only a workbook has sheets.");
});
