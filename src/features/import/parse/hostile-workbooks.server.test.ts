import { stat } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { readUpload, spoolFile } from "../../../../test/spooled-files.ts";
import {
  archive,
  MAIN,
  relationsXml,
  SHEET_PART,
  sheetXml,
  WORKBOOK_PARTS,
} from "../../../../test/workbooks.ts";
import { EMPTY_MAPPING } from "../mapping/import-mapping.ts";
import { readImportFile } from "./read-file.server.ts";
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
          "xl/_rels/workbook.xml.rels": relationsXml(
            ["worksheet", "worksheets/sheet1.xml"],
            ["sharedStrings", "sharedStrings.xml"],
            ["styles", "styles.xml"],
          ),
          [path]: `<${root} ${MAIN}>${xml}`,
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
    const parts = { ...WORKBOOK_PARTS, [SHEET_PART]: sheetXml(rows) };
    const { path } = await spoolFile(archive(parts));
    const rowsPath = `${path}.rows`;
    const gone = new AbortController();
    const task = {
      path,
      rowsPath,
      sheet: "Cars",
      encoding: "utf-8" as const,
      mapping: EMPTY_MAPPING,
    };
    const unpacking = unpackWorkbook(task, gone.signal);
    gone.abort(new Error("The sender has left."));
    await expect(unpacking).rejects.toThrow("The sender has left.");
    await expect(stat(rowsPath)).rejects.toThrow("ENOENT");
  });

  test("when many sheets refer to the same part, which would be read for each of them", async () => {
    const sheets = Array.from(
      { length: 255 },
      (_sheet, at) => `<sheet name="S${at}" sheetId="${at + 1}" r:id="rId1"/>`,
    );
    const parts = {
      ...WORKBOOK_PARTS,
      "xl/workbook.xml": `<workbook ${MAIN}><sheets>${sheets.join("")}</sheets></workbook>`,
      [SHEET_PART]: `<worksheet ${MAIN}>${" ".repeat(7_000_000)}<sheetData>${CAR_ROW}</sheetData></worksheet>`,
    };
    await expect(readUpload(archive(parts))).rejects.toThrow("holds more than 64 MB");
  });
});

const repeat = (text: string, times = 1_500_000) => text.repeat(times);

const WELL_FORMED: readonly (readonly [name: string, parts: Readonly<Record<string, string>>])[] = [
  ["empty elements", { [SHEET_PART]: `<worksheet ${MAIN}>${repeat("<a/>")}</worksheet>` }],
  ["rows", { [SHEET_PART]: sheetXml(repeat("<row/>")) }],
  ["cells", { [SHEET_PART]: sheetXml(`<row>${repeat("<c><v>1</v></c>", 20_000)}</row>`) }],
  ["texts", { "xl/sharedStrings.xml": `<sst ${MAIN}>${repeat("<si/>")}</sst>` }],
  [
    "sheets",
    {
      "xl/workbook.xml": `<workbook ${MAIN}><sheets>${repeat("<sheet/>", 100_000)}</sheets></workbook>`,
    },
  ],
  [
    "entities",
    {
      [SHEET_PART]: `<!DOCTYPE a [<!ENTITY a "aaaaaaaa"><!ENTITY b "${"&a;".repeat(50_000)}">]>${sheetXml(`<row><c t="inlineStr"><is><t>${"&b;".repeat(50_000)}</t></is></c></row>`)}`,
    },
  ],
  [
    "an enormous size",
    { [SHEET_PART]: `<worksheet ${MAIN}><dimension ref="A1:XFD1048576"/><sheetData/></worksheet>` },
  ],
  [
    "an OpenDocument row that repeats itself",
    {
      "META-INF/manifest.xml": "<a></a>",
      "styles.xml": "<a></a>",
      "content.xml": `<office:document-content><office:body><office:spreadsheet><table:table table:name="A"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384" office:value-type="float" office:value="1"/></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`,
    },
  ],
];

test.each(WELL_FORMED)(
  "a workbook full of %s ends with a sentence, and costs the server little",
  async (_name, parts) => {
    const file = await spoolFile(archive({ ...WORKBOOK_PARTS, ...parts }));
    const { ownThread } = await measureCpu(() =>
      expect(readImportFile(file, EMPTY_MAPPING)).rejects.toMatchObject({ status: 422 }),
    );
    expect(ownThread).toBeLessThan(300);
  },
);

test("archives in archives, and files that only begin like a table, are refused", async () => {
  const nested = archive({ "Index.zip": archive(WORKBOOK_PARTS).toString("latin1") });
  for (const bytes of [nested, Buffer.from("<table>".repeat(100_000))]) {
    const reading = readUpload(bytes);
    await expect(reading).rejects.toMatchObject({ status: 422 });
  }
});
