import { describe, expect, test } from "vitest";
import { readUpload, refusalOf } from "../../../../test/spooled-files.ts";
import type { TextEncoding } from "../accepted-files.ts";
import { decodeText } from "./decode-text.server.ts";

const TEXT = "make;model;trim;year;bodyType;price\nŠkoda;Enyaq;Größe é;2025;SUV;45.990,50\n";

const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();

/** The bytes of each letter outside ASCII, found by decoding all of them. */
function bytesByLetter(label: string): Map<string, number[]> {
  const decoder = new TextDecoder(label);
  const bytes = Array.from({ length: 0x80 }, (_byte, at) => 0x80 + at);
  const trails = Array.from({ length: 0xbf }, (_byte, at) => 0x40 + at);
  const codes = bytes.flatMap((lead) => trails.map((trail) => [lead, trail])).toReversed();
  return new Map(
    [...codes, ...bytes.map((byte) => [byte])].map((code) => [
      decoder.decode(Uint8Array.from(code)),
      code,
    ]),
  );
}

function encode(text: string, label: string): Buffer {
  const codes = bytesByLetter(label);
  return Buffer.from(
    Array.from(text, (letter) => codes.get(letter) ?? [...Buffer.from(letter)]).flat(),
  );
}

const carsOf = (...models: string[]) =>
  `make,model,trim,year,bodyType\n${models.map((model) => `Kia,${model},A,2026,SUV\n`).join("")}`;

async function read(bytes: Buffer, encoding?: TextEncoding) {
  const { rows, bad: issues, ...rest } = await readUpload(bytes, {}, { encoding });
  return { names: rows.map(({ input }) => input.model), issues, ...rest };
}

const choicesFor = async (bytes: Buffer, encoding?: TextEncoding) =>
  (await refusalOf(bytes, {}, { encoding })).facts.encodings ?? [];

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

test.each<[string, Buffer, string, TextEncoding]>([
  ["UTF-8", Buffer.from(TEXT), "UTF-8", "utf-8"],
  ["UTF-8 with its mark", Buffer.from(`\uFEFF${TEXT}`), "UTF-8", "utf-8"],
  ["UTF-16 as Excel writes it", Buffer.from(`\uFEFF${TEXT}`, "utf16le"), "UTF-16", "utf-16le"],
  ["UTF-16 with the other order", utf16be(`\uFEFF${TEXT}`), "UTF-16", "utf-16be"],
])("a file is decoded by what it is, and that is said: %s", async (_name, bytes, name, label) => {
  const { rows, encoding } = await readUpload(bytes);
  expect(rows[0]?.input).toMatchObject({ make: "Škoda", trim: "Größe é", price: 45_990.5 });
  expect(encoding).toBe(name);
  // A letter may be split between two pieces.
  for (const size of [1, 3]) {
    expect((await Array.fromAsync(decodeText(pieces(bytes, size), label))).join("")).toBe(TEXT);
  }
});

describe("a file in another encoding waits until one is chosen", () => {
  test.each<[TextEncoding, ...string[]]>([
    ["windows-1252", "Citroën ë-C3", "Größe", "Édition Spéciale"],
    ["windows-1250", "Škoda Enyaq coupé", "Dłuższy zasięg", "Příplatek"],
    ["windows-1251", "Вольт", "Базовый", "каталог"],
    ["windows-1253", "Ηλεκτρικό", "Μεγάλη αυτονομία"],
    ["macintosh", "Citroën ë-C3", "Größe", "Élégance"],
    ["koi8-r", "Вольт", "Базовый", "каталог"],
    ["gbk", "比亚迪", "汉", "豪华版"],
    ["big5", "電動車", "長續航版"],
    ["shift_jis", "日産サクラ", "アリア"],
    ["euc-jp", "日産サクラ", "モデル"],
    ["windows-874", "รุ่น", "ยาว"],
    ["euc-kr", "아이오닉", "롱레인지"],
  ])("%s", async (label, ...models) => {
    const bytes = encode(carsOf(...models), label);
    const choices = await choicesFor(bytes);
    const choice = choices.find((each) => each.label === label);
    expect(new Set(choice?.samples)).toEqual(new Set(models.slice(0, 3)));
    // Others may read it as well, but not much better.
    expect(choices.findIndex((each) => each.label === label)).toBeLessThan(3);
    const { names, encoding } = await read(bytes, label);
    expect({ names, encoding }).toEqual({ names: models, encoding: label });
  });

  test("that decodes all of it, without signs that no file has", async () => {
    const bytes = encode(carsOf("Città", "Peugeot €"), "windows-1252");
    const labels = (await choicesFor(bytes)).map(({ label }) => label);
    expect(labels[0]).toBe("windows-1252");
    expect(labels).toContain("windows-1250");
    // Neither letters without a second half nor control characters.
    expect(labels).not.toContain("gbk");
    expect(labels).not.toContain("iso-8859-2");
    // A choice that cannot be is asked again.
    expect(await choicesFor(bytes, "gbk")).toEqual(await choicesFor(bytes));
    expect(await choicesFor(bytes, "utf-8")).toEqual(await choicesFor(bytes));
  });

  test("even if most of it is UTF-8: a sample shows what is garbled", async () => {
    const mixed = Buffer.concat([
      Buffer.from(carsOf("Škoda")),
      Buffer.from("Kia,\xe9,A,2026,SUV\n", "latin1"),
    ]);
    const [first] = await choicesFor(mixed);
    expect(first?.samples).toEqual(["Å\u00a0koda", "é"]);
  });

  test("UTF-16 without its mark too", async () => {
    const bytes = Buffer.from(TEXT, "utf16le");
    expect(await choicesFor(bytes)).toEqual([{ label: "utf-16le", samples: [] }]);
    const { names, encoding } = await read(bytes, "utf-16le");
    expect({ names, encoding }).toEqual({ names: ["Enyaq"], encoding: "utf-16le" });
  });

  test("a page with a table too", async () => {
    const row = (cells: string[], tag: string) =>
      `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
    const head = row(["make", "model", "trim", "year", "bodyType"], "th");
    const page = `<table>${head}${row(["Kia", "Вольт", "A", "2026", "SUV"], "td")}</table>`;
    const bytes = encode(page, "windows-1251");
    expect((await choicesFor(bytes))[0]).toEqual({ label: "windows-1251", samples: ["Вольт"] });
    const { names, encoding } = await read(bytes, "windows-1251");
    expect({ names, encoding }).toEqual({ names: ["Вольт"], encoding: "HTML" });
  });

  test("but not UTF-16 that is cut off", async () => {
    const whole = Buffer.from(`\uFEFF${TEXT}`, "utf16le");
    await expect(read(whole.subarray(0, -1))).rejects.toThrow("not a text in an encoding");
  });

  test("unless it is no text in any of them", async () => {
    const bytes = Buffer.from(Array.from({ length: 4_096 }, (_byte, at) => (at * 7) % 256));
    expect(await choicesFor(bytes)).toEqual([]);
    await expect(read(bytes)).rejects.toThrow("not a text in an encoding that we know");
  });

  test("wherever the texts with such letters stand in a large file", async () => {
    const many = Array.from({ length: 20_000 }, (_row, at) => `Größe ${at}`);
    const bytes = encode(carsOf(...many, "Škoda €"), "windows-1252");
    const labels = (await choicesFor(bytes)).map(({ label }) => label);
    // The last row has signs that these do not have.
    expect(labels).toContain("windows-1252");
    expect(labels).not.toContain("iso-8859-2");
  });
});

test("a text with a letter that was lost is bad", async () => {
  const { names, issues } = await read(Buffer.from(carsOf("Citro\uFFFDn", "Citroën")));
  expect(names).toEqual(["Citroën"]);
  const message = "A letter of this text was lost when the file was saved";
  expect(issues).toMatchObject([{ row: 1, message }]);
});

describe("UTF-8 that was read twice", () => {
  const twice = (text: string) => new TextDecoder("windows-1252").decode(Buffer.from(text));

  test("is read, and asked about", async () => {
    const models = ["Škoda – Größe", "ID.3", "比亚迪", "Элмо"] as const;
    const bytes = Buffer.from(twice(`\uFEFF${carsOf(...models)}`));
    const { facts } = await read(bytes, "utf-8-twice");
    expect(facts).toEqual({});
    const [repaired, asIs] =
      (await read(Buffer.from(twice(carsOf(...models))))).facts.encodings ?? [];
    expect(repaired).toEqual({ label: "utf-8-twice", samples: [models[0], models[2], models[3]] });
    expect(asIs).toMatchObject({
      label: "utf-8",
      samples: [twice(models[0]), expect.any(String), expect.any(String)],
    });
    for (const size of [1, 7, 64]) {
      const text = await Array.fromAsync(decodeText(pieces(bytes, size), "utf-8-twice"));
      expect(text.join("")).toBe(carsOf(...models));
    }
    expect((await read(bytes, "utf-8-twice")).names).toEqual(models);
    expect((await read(Buffer.from(twice(carsOf(...models))), "utf-8")).facts).toEqual({});
  });

  test("may stand beside texts that were not, or that have lost a letter", async () => {
    const bytes = Buffer.from(carsOf(twice("Škoda"), "Citroën", "Gr\uFFFD"));
    const { facts } = await read(bytes);
    expect(facts.encodings?.[0]).toEqual({ label: "utf-8-twice", samples: ["Škoda"] });
    expect((await read(bytes, "utf-8-twice")).names).toEqual(["Škoda", "Citroën"]);
  });

  test("may have been mistaken for the encoding of a Mac", async () => {
    const mistaken = new TextDecoder("macintosh").decode(Buffer.from("Škoda Größe"));
    const bytes = Buffer.from(carsOf(mistaken));
    expect((await read(bytes)).facts.encodings?.[0]?.samples).toEqual(["Škoda Größe"]);
    expect((await read(bytes, "utf-8-twice")).names).toEqual(["Škoda Größe"]);
  });

  test("is not seen in texts that are right", async () => {
    const models = ["„weiß“", "Citroën ë-C3", "NÃO", "Ø–±", "50 € – É”", "æ ø å"];
    const { facts, names } = await read(Buffer.from(carsOf(...models)));
    expect(facts).toEqual({});
    expect(names).toEqual(models);
  });
});
