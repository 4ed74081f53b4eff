import { describe, expect, test } from "vitest";
import { spoolFile } from "../../../../test/spooled-files.ts";
import { readMapping } from "../mapping/import-mapping.server.ts";
import { readImportFile } from "./import-rows.server.ts";

const HEADER = "make,model,trim,year,bodyType";

async function read(text: string, mapping: object = {}) {
  const parsedMapping = readMapping(JSON.stringify(mapping));
  const { rows, badRows } = await readImportFile(await spoolFile(text), parsedMapping);
  return {
    rows: [...rows].map(({ row, input }) => [row, input.model, input.trim]),
    bad: badRows.flatMap(({ issues }) => issues),
  };
}

describe("a stray quotation mark", () => {
  test("is text in a cell without quotation marks around it", async () => {
    const text = `${HEADER}
Audi,Made-up SUV (20" Wheels),Base,2025,SUV
Audi,Made-up SUV (21" or 22" Wheels),"Base, ""S"" line",2025,SUV
Audi,"""Sport"" SUV",Base,2025,SUV
`;
    expect(await read(text)).toEqual({
      rows: [
        [1, 'Made-up SUV (20" Wheels)', "Base"],
        [2, 'Made-up SUV (21" or 22" Wheels)', 'Base, "S" line'],
        [3, '"Sport" SUV', "Base"],
      ],
      bad: [],
    });
  });

  test("is text far down as well, and no row is lost or read twice", async () => {
    const row = (at: number) => `Audi,Model ${at}${at === 3000 ? '"' : ""},Base,2025,SUV\n`;
    const text = HEADER + "\n" + Array.from({ length: 4000 }, (_row, at) => row(at)).join("");
    const { rows, bad } = await read(text);
    expect(bad).toEqual([]);
    expect(rows.map(([, model]) => model)).toEqual(
      Array.from({ length: 4000 }, (_row, at) => `Model ${at}${at === 3000 ? '"' : ""}`),
    );
  });

  test("that ends a quoted cell too early makes a bad row, which can be repaired", async () => {
    const text = `${HEADER}\nAudi,"Made-up (20" Wheels)",Base,2025,SUV\nAudi,Other,Base,2025,SUV\n`;
    const { rows, bad } = await read(text);
    expect(rows).toEqual([[2, "Other", "Base"]]);
    expect(bad).toEqual([
      {
        row: 1,
        column: "model",
        message: "Text follows a closing quotation mark",
        value: '"Made-up (20" Wheels)"',
      },
    ]);
    const cells = [{ row: 1, column: "model", text: 'Made-up (20" Wheels)' }];
    expect(await read(text, { columns: {}, cells })).toEqual({
      rows: [
        [1, 'Made-up (20" Wheels)', "Base"],
        [2, "Other", "Base"],
      ],
      bad: [],
    });
  });

  test("does not matter in a column that is left out", async () => {
    const text = `${HEADER},note\nAudi,Q4,Base,2025,SUV,"20" wheels\n`;
    expect((await read(text, { note: null })).rows).toEqual([[1, "Q4", "Base"]]);
  });

  test("above the header does not prevent finding the delimiter", async () => {
    const text = `Cars with 20" wheels\n${HEADER.replaceAll(",", ";")}\nAudi;Q4;Base;2025;SUV\n`;
    expect(await read(text)).toEqual({ rows: [[1, "Q4", "Base"]], bad: [] });
  });
});
