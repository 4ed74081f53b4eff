import fc from "fast-check";
import { expect, test } from "vitest";
import { FIELD_NAMES } from "../../../domain/fields.ts";
import { valueOfCell } from "../../../domain/ev-cells.ts";
import { EvInput } from "../../../domain/ev-input.ts";
import { spoolFile } from "../../../../test/spooled-files.ts";
import { EMPTY_MAPPING } from "../mapping/import-mapping.ts";
import { readImportFile } from "./read-file.server.ts";

/** Valid, nearly valid and nonsensical cells for every field. */
const CELL = fc.oneof(
  fc.constantFrom(
    ..."| |Kia| EV6 |2025|2031|2025.5|-1|+5|.5|SUV|007|1234567890123456789|٣|\u00a0310".split("|"),
    "\ufeff4",
    "x".repeat(100),
    "x".repeat(101),
  ),
  fc.constantFrom("suv", "AWD", "awd", "TRUE", "false", "yes", "'=1+1", "''@", "x".repeat(130)),
  fc.constantFrom("N/A", "-", "'-", "'N/A", "–", "$45,990", "45,990", "4.50", "5,1", "1,234.5"),
  fc.constantFrom("https://x.test/a", "http://x.test/a", "/images/upload/abc", "a\tb", "4", "7"),
  fc.integer({ min: -5, max: 11_000_000 }).map(String),
  // A digit next to a letter may be a figure with its unit, which only files allow.
  fc.string({ maxLength: 8 }).filter((text) => text.isWellFormed() && !/\d/.test(text)),
);
/** Rows whose fields are mostly valid, so that some rows are accepted. */
const ROW = fc
  .tuple(...FIELD_NAMES.map(() => fc.option(CELL, { freq: 3 })))
  .map((cells) => cells.map((cell, at) => (cell === null || at % 3 > 0 ? RIGHT[at] : cell) ?? ""));
const RIGHT = "Kia,EV6,Wind,2025,1,310,18,5.1,SUV,,4.9,117,AWD,5,24,77,235,true".split(",");

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

test("each field by itself is judged as the schema judges the row", async () => {
  await fc.assert(
    // Several rows, since what is remembered from one must not affect another.
    fc.asyncProperty(fc.array(ROW, { minLength: 1, maxLength: 3 }), async (lines) => {
      const text = [FIELD_NAMES, ...lines.map((cells) => cells.map(quoted))].join("\n");
      const file = await spoolFile(`${text}\n`);
      const { rows, badRows } = await readImportFile(file, EMPTY_MAPPING);
      const parsedRows = lines.map((cells) => {
        const named = FIELD_NAMES.map((field, at) => [field, valueOfCell(field, cells[at] ?? "")]);
        return EvInput.safeParse(Object.fromEntries(named));
      });
      const right = parsedRows.flatMap(({ data }) => data ?? []);
      const inputs = [...rows].map(({ input }) => input);
      expect(inputs).toEqual(right);
      const names = right.map((row) => Object.keys(row));
      expect(inputs.map((input) => Object.keys(input))).toEqual(names);
      const messages = badRows.flatMap(({ issues }) => issues.map(({ message }) => message));
      const wrong = parsedRows.flatMap(({ error }) => error?.issues ?? []);
      expect(messages.toSorted()).toEqual(wrong.map(({ message }) => message).toSorted());
    }),
    { numRuns: 300 },
  );
});
