import { describe, expect, test } from "vitest";
import { readUpload } from "../../../../test/spooled-files.ts";
import { MAX_RECORD_CHARACTERS } from "./lines-and-rows.server.ts";

const HEADER = "make,model,trim,year,bodyType";

async function read(text: string, mapping: object = {}) {
  const { rows, bad } = await readUpload(text, mapping);
  return { rows: rows.map(({ row, input }) => `${row} ${input.model} | ${input.trim}`), bad };
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
        '1 Made-up SUV (20" Wheels) | Base',
        '2 Made-up SUV (21" or 22" Wheels) | Base, "S" line',
        '3 "Sport" SUV | Base',
      ],
      bad: [],
    });
  });

  test("is text far down as well, and no row is lost or read twice", async () => {
    const row = (at: number) => `Audi,Model ${at}${at === 3000 ? '"' : ""},Base,2025,SUV\n`;
    const text = HEADER + "\n" + Array.from({ length: 4000 }, (_row, at) => row(at)).join("");
    const { rows, bad } = await read(text);
    expect(bad).toEqual([]);
    expect(rows).toEqual(
      Array.from(
        { length: 4000 },
        (_row, at) => `${at + 1} Model ${at}${at === 3000 ? '"' : ""} | Base`,
      ),
    );
  });

  test("is text behind more text than a record may have", async () => {
    const note = "x".repeat(MAX_RECORD_CHARACTERS / 8);
    const row = (at: number) => `Audi,Model ${at}${at === 9 ? '"' : ""},Base,2025,SUV,${note}\n`;
    const text = `${HEADER},note\n` + Array.from({ length: 10 }, (_row, at) => row(at)).join("");
    const { rows, bad } = await read(text, { note: null });
    expect(bad).toEqual([]);
    expect(rows.at(-1)).toEqual('10 Model 9" | Base');
  }, 90_000);

  test("that ends a quoted cell too early makes a bad row, which can be repaired", async () => {
    const text = `${HEADER}\nAudi,"Made-up (20" Wheels)",Base,2025,SUV\nAudi,Other,Base,2025,SUV\n`;
    const { rows, bad } = await read(text);
    expect(rows).toEqual(["2 Other | Base"]);
    expect(bad).toEqual([
      {
        row: 1,
        column: "model",
        message: "Text follows a closing quotation mark",
        value: '"Made-up (20" Wheels)"',
      },
    ]);
    const cells = [{ row: 1, column: "model", text: 'Made-up (20" Wheels)' }];
    const repaired = { rows: ['1 Made-up (20" Wheels) | Base', "2 Other | Base"], bad: [] };
    expect(await read(text, { columns: {}, cells })).toEqual(repaired);
  });

  test("does not matter in a column that is left out", async () => {
    const text = `${HEADER},note\nAudi,Q4,Base,2025,SUV,"20" wheels\n`;
    expect((await read(text, { note: null })).rows).toEqual(["1 Q4 | Base"]);
  });

  test("above the header does not prevent finding the delimiter", async () => {
    const text = `Cars with 20" wheels\n${HEADER.replaceAll(",", ";")}\nAudi;Q4;Base;2025;SUV\n`;
    expect(await read(text)).toEqual({ rows: ["1 Q4 | Base"], bad: [] });
  });
});

describe("space around quotation marks", () => {
  const ROWS = ["1 Volt One | Long, wide", '2 Volt Two | The "S" line'];

  test.each([
    ["a space", " ", ""],
    ["several spaces", "   ", "  "],
    ["a tab", "\t", ""],
    ["a no-break space", "\u00A0", "\u00A0"],
  ])("is left out: %s", async (_name, before, after) => {
    for (const delimiter of [",", ";"]) {
      const lines = [
        HEADER.split(","),
        ["Alpha", "Volt One", '"Long, wide"', "2026", '"SUV"'],
        ['"Alpha"', '"Volt Two"', '"The ""S"" line"', '"2026"', "SUV"],
      ];
      const text = lines.map((cells) => cells.join(after + delimiter + before)).join("\n");
      expect(await read(text)).toEqual({ rows: ROWS, bad: [] });
    }
  });

  test("is left out in a file with tabs between its cells", async () => {
    const text = `${HEADER}\nAlpha,  "Volt\tOne" ,"", 2026,SUV\nAlpha,Volt Two,Base,2026, "SUV"\n`;
    const { rows, bad } = await read(text.replaceAll(",", "\t").replace("Volt\tOne", "Volt,One"));
    expect(rows).toEqual(["2 Volt Two | Base"]);
    expect(bad).toEqual([{ row: 1, column: "trim", message: "Trim is required" }]);
  });

  test("keeps text and marks within a cell", async () => {
    const text = `${HEADER}
Alpha, Roof 5' 9", 19" wheels ,2026,SUV
Alpha,  "Volt Two",  " 20"" wheels " ,2026, "SUV"
`;
    expect(await read(text)).toEqual({
      rows: [`1 Roof 5' 9" | 19" wheels`, '2 Volt Two | 20" wheels'],
      bad: [],
    });
  });
});

describe("backslashes before quotation marks", () => {
  test("make the marks text", async () => {
    const text = String.raw`make,model,trim,year,bodyType
"Alpha","Volt One","19\" wheels","2026","SUV"
"Alpha","The \"Volt\"","20\"","2026","SUV"
"Alpha","Volt, \"Three\"","Base","2026","SUV"
Alpha,Volt Four,"21\"",2026,SUV
`;
    expect(await read(text)).toEqual({
      rows: [
        '1 Volt One | 19" wheels',
        '2 The "Volt" | 20"',
        '3 Volt, "Three" | Base',
        '4 Volt Four | 21"',
      ],
      bad: [],
    });
  });

  test("are text where doubled marks make sense of the file", async () => {
    const text = String.raw`make,model,trim,year,bodyType
Alpha,"C:\cars\","5 \ 6",2026,SUV
Alpha,\"Volt,Base,2026,SUV
`;
    const { rows, bad } = await read(text);
    expect(bad).toEqual([]);
    expect(rows).toEqual(["1 C:\\cars\\ | 5 \\ 6", '2 \\"Volt | Base']);
  });
});
