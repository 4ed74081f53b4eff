import { expect, test } from "vitest";
import { spoolFile } from "../../../../test/spooled-files.ts";
import { hasMoreRows } from "./import-rows.server.ts";

const ROW = "Kia,EV6,Wind,2025,SUV\n";
const MOST = 1_000;
/** More rows than the titles could account for. */
const MANY = 1_100;

test.each([
  ["of rows", ROW.repeat(MANY)],
  ["with quoted cells", `"Kia","The ""EV6"""\r\n`.repeat(MANY)],
])("a file %s beyond the limit is recognized as too long", async (_name, text) => {
  expect(await hasMoreRows(await spoolFile(text), MOST)).toBe(true);
});

test.each([
  ["as many rows as fit", ROW.repeat(MOST)],
  ["lines within its cells", `Kia,"${"a line\n".repeat(20)}",2025\n`.repeat(MANY / 20)],
  ["lines without values", `${ROW.repeat(900)}${',,"", ;\r\n'.repeat(MANY)}`],
  ["JSON", `[\n${'{"make":\n"Kia"},\n'.repeat(MANY)}{}]`],
  ["UTF-16", Buffer.from("ĊĊĊĊ".repeat(MANY), "utf16le")],
  ["a workbook", `PK\u0003\u0004${"\n\n x".repeat(MANY)}`],
])("a file of %s is not", async (_name, text) => {
  expect(await hasMoreRows(await spoolFile(text), MOST)).toBe(false);
});
