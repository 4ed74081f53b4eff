import { expect, test } from "vitest";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { inputs, readCatalogue } from "../../../test/catalogue.ts";
import { openTestImport, type TestImport } from "../../../test/import.ts";
import { ImportAnswerSchema, type RepeatedMode } from "./import.schema.ts";

const HEADER = "make,model,trim,year,bodyType,price,range\n";
const line = (trim: string, figures: string, model = "EV6") =>
  `Kia,${model},${trim},2025,SUV,${figures}\n`;

/** Three rows of one EV, of which the last equals the first, and two equal rows of another. */
const FILE = `${HEADER}${line("Wind", "48000,310")}${line("GT", "60000,")}${line("wind", "47000,", "ev6")}${line("GT", "60000,")}${line("Wind", "48000,310")}`;

const PAIR = {
  rows: [1, 3],
  name: "2025 Kia ev6 wind",
  differs: { price: [48_000, 47_000], range: [310, null] },
};
const PAIRS = [
  PAIR,
  { rows: [2, 4], name: "2025 Kia EV6 GT", differs: {} },
  { rows: [1, 5], name: "2025 Kia EV6 Wind", differs: {} },
];

async function prices({ store }: Pick<TestImport, "store">) {
  const { rows } = await readCatalogue(store);
  return Object.fromEntries(rows.map(({ trim, price }) => [trim, price]));
}

describeOnEachEngine("rows of one EV in a file", ({ open }) => {
  test("are reported with what differs, and the first is written", async () => {
    const theImport = await openTestImport(await open());
    const check = await theImport.upload(FILE, { query: "?dryRun=true&list=1" });
    expect(check.body).toMatchObject({
      added: [{ row: 1 }],
      repeated: [PAIR],
      counts: { added: 2, updated: 0, skipped: 0, repeated: 3, invalid: 0 },
    });
    const { body } = await theImport.upload(FILE);
    expect(ImportAnswerSchema.parse(body)).toEqual(body);
    expect(body.repeated).toEqual(PAIRS);
    expect(body.skipped).toEqual([]);
    expect(await prices(theImport)).toEqual({ Wind: 48_000, GT: 60_000 });
  });

  test.each<[mode: RepeatedMode, written: number[]]>([
    ["first", [1, 2]],
    ["last", [2, 5]],
    ["none", [2]],
  ])("are written as asked: %s", async (mode, written) => {
    const { upload, names } = await openTestImport(await open());
    const check = await upload(FILE, { query: `?dryRun=true&repeated=${mode}` });
    expect(check.body.added).toMatchObject(written.map((row) => ({ row })));
    expect(check.body.repeated).toEqual(PAIRS);
    const { body } = await upload(FILE, { query: `?repeated=${mode}&list=9` });
    expect(body.skipped).toEqual([]);
    const added = written.length;
    expect(body.counts).toMatchObject({ added, skipped: 0, repeated: 5 - added });
    expect(await names()).toHaveLength(added);
  });

  const STORED = inputs({ make: "Kia", model: "EV6", trim: "Wind", price: 50_000 });
  test.each([
    { mode: "first", existing: "update", wind: [48_000, 310] },
    { mode: "last", existing: "update", wind: [47_000, 200] },
    { mode: "none", existing: "update", wind: [50_000, null] },
    { mode: "first", existing: "fill", wind: [50_000, 310] },
  ])("are also chosen if the catalogue already has the EV: $mode, $existing", async (asked) => {
    const { mode, existing, wind } = asked;
    const { upload, store } = await openTestImport(await open(), STORED);
    const file = `${HEADER}${line("Wind", "48000,310")}${line("WIND", "47000,200")}`;
    const { body } = await upload(file, { query: `?existing=${existing}&repeated=${mode}` });
    expect(body.repeated).toMatchObject([{ rows: [1, 2], differs: { price: [48_000, 47_000] } }]);
    expect(body.updated).toHaveLength(mode === "none" ? 0 : 1);
    expect(body.skipped).toEqual([]);
    const [row] = (await readCatalogue(store)).rows;
    expect([row?.price, row?.range]).toEqual(wind);
  });

  test("are not among the skipped ones even if the catalogue has their EV", async () => {
    const { upload } = await openTestImport(await open(), STORED);
    const wind = line("Wind", "50000,");
    const file = `${HEADER}${wind}${line("GT", "60000,")}${wind}`;
    const { body } = await upload(file, { query: "?list=9" });
    expect(body).toMatchObject({
      skipped: [],
      repeated: [{ rows: [1, 3], differs: {} }],
      counts: { added: 1, skipped: 0, repeated: 2 },
    });
    const again = await upload(`${HEADER}${line("GT", "60000,")}`);
    expect(again.body).toMatchObject({ skipped: [{ row: 1 }], repeated: [] });
  });

  test("are refused with an unknown mode", async () => {
    const { upload } = await openTestImport(await open());
    const { status, body } = await upload(FILE, { query: "?repeated=both" });
    expect([status, body.error]).toEqual([400, "repeated must be first, last or none"]);
  });

  test("identify a picture sent as data by its path", async () => {
    const { upload } = await openTestImport(await open());
    const picture = (data: string) =>
      `Kia,EV6,Wind,2025,SUV,"data:image/png;base64,iVBORw0K${data.repeat(1000)}"\n`;
    const file = `make,model,trim,year,bodyType,image\n${picture("BBBB")}${picture("CCCC")}`;
    const { body } = await upload(file, { query: "?dryRun=true" });
    const named = expect.stringMatching(/^\/images\/upload\/[\da-f]{32}$/);
    expect(body.repeated).toMatchObject([{ differs: { image: [named, named] } }]);
  });
});
