import { stat } from "node:fs/promises";
import { describe, expect, test, vi } from "vitest";
import { spoolFile } from "../../../../test/spooled-files.ts";
import { archive, SHEET_PART, WORKBOOK_PARTS } from "../../../../test/workbooks.ts";
import { EMPTY_MAPPING } from "../mapping/import-mapping.ts";
import { readImportFile } from "./import-rows.server.ts";
import { unpackWorkbook } from "./workbook-file.server.ts";

const SHAPES: readonly (readonly [name: string, xml: string])[] = [
  ["tags", "<".repeat(8_000_000)],
  ["comments", "<!--".repeat(6_000_000)],
  ["elements", "<a>".repeat(8_000_000)],
  ["an attribute", `<a b="${"x".repeat(24_000_000)}`],
  ["raw text", "<![CDATA[".repeat(3_000_000)],
];
const FURTHER_SHAPES: typeof SHAPES = [
  ["attributes", `<a ${'b="1" '.repeat(4_000_000)}`],
  ["entities", `<a>${"&amp;".repeat(5_000_000)}`],
  ["a declaration", `<!DOCTYPE ${"[<!".repeat(6_000_000)}`],
  ["white space", `<a>${" ".repeat(24_000_000)}`],
];

const PARTS = [
  ["the first sheet", SHEET_PART, "worksheet", [...SHAPES, ...FURTHER_SHAPES]],
  ["the texts", "xl/sharedStrings.xml", "sst", SHAPES],
  ["the workbook", "xl/workbook.xml", "workbook", SHAPES],
  ["the styles", "xl/styles.xml", "styleSheet", SHAPES],
  ["the relations", "xl/_rels/workbook.xml.rels", "Relationships", SHAPES],
] as const;

const TYPE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const RELATIONS = ["worksheets/sheet1", "sharedStrings", "styles"].map((target, at) => {
  const type = target.replace(/s\/.*/, "");
  return `<Relationship Id="rId${at + 1}" Type="${TYPE}/${type}" Target="${target}.xml"/>`;
});

/** Measures processor time in milliseconds, so that a busy machine does not fail the test. */
async function measureCpu(work: () => Promise<unknown>) {
  const own = process.threadCpuUsage();
  const all = process.cpuUsage();
  await work();
  const milliseconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;
  return {
    ownThread: milliseconds(process.threadCpuUsage(own)),
    allThreads: milliseconds(process.cpuUsage(all)),
  };
}

describe.each(PARTS)("a workbook without an end in %s", (_part, path, root, shapes) => {
  test.each(shapes)(
    "of %s is refused with little work, and none in the server's thread",
    async (_shape, xml) => {
      const file = await spoolFile(
        archive({
          ...WORKBOOK_PARTS,
          "xl/_rels/workbook.xml.rels": `<Relationships>${RELATIONS.join("")}</Relationships>`,
          "xl/sharedStrings.xml": "<sst/>",
          "xl/styles.xml": "<styleSheet/>",
          [path]: `<${root}>${xml}`,
        }),
      );
      const memoryBefore = process.memoryUsage.rss();
      const { ownThread, allThreads } = await measureCpu(() =>
        expect(readImportFile(file, EMPTY_MAPPING)).rejects.toMatchObject({
          status: 422,
          message: expect.stringContaining("The workbook cannot be read."),
        }),
      );
      expect(ownThread).toBeLessThan(100);
      expect(allThreads).toBeLessThan(4_000);
      expect(process.memoryUsage.rss() - memoryBefore).toBeLessThan(300_000_000);
    },
  );
});

const CAR_ROW = `<row><c t="inlineStr"><is><t>Acme</t></is></c></row>`;

describe("reading a workbook stops when its sender disconnects or its time is up", () => {
  test("when the sender leaves, at once", async () => {
    const rows = CAR_ROW.repeat(400_000);
    const parts = {
      ...WORKBOOK_PARTS,
      [SHEET_PART]: `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    };
    const { path } = await spoolFile(archive(parts));
    const rowsPath = `${path}.rows`;
    const gone = new AbortController();
    const task = { path, rowsPath, sheet: "Cars", mapping: EMPTY_MAPPING };
    const unpacking = unpackWorkbook(task, gone.signal);
    await vi.waitFor(async () => expect((await stat(rowsPath)).size).toBeGreaterThan(0));
    gone.abort(new Error("The sender has left."));
    await expect(unpacking).rejects.toThrow("The sender has left.");
    expect((await stat(rowsPath)).size).toBeLessThan(400_000 * '[0,"Acme"]'.length);
  });

  test("when many sheets refer to the same part, which would be read for each of them", async () => {
    const sheets = Array.from(
      { length: 255 },
      (_sheet, at) => `<sheet name="S${at}" sheetId="${at + 1}" r:id="rId1"/>`,
    );
    const parts = {
      ...WORKBOOK_PARTS,
      "xl/workbook.xml": `<workbook><sheets>${sheets.join("")}</sheets></workbook>`,
      [SHEET_PART]: `<worksheet>${" ".repeat(7_000_000)}<sheetData>${CAR_ROW}</sheetData></worksheet>`,
    };
    const file = await spoolFile(archive(parts));
    await expect(readImportFile(file, EMPTY_MAPPING)).rejects.toThrow("holds more than 64 MB");
  });
});
