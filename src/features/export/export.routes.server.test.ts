import fc from "fast-check";
import { expect, test } from "vitest";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { EvInput } from "../../domain/ev-input.ts";
import type { StoredRow } from "../../domain/vehicle.ts";
import { BODY_TYPES, CHARGE_PORTS, DRIVE_TYPES } from "../../domain/field-options.ts";
import { inputs, readCatalogue } from "../../../test/catalogue.ts";
import { identityKey } from "../../domain/names.ts";
import { openTestImport } from "../../../test/import.ts";
import { times } from "../../../test/odd-values.ts";
import { PUBLIC } from "../../server/response-cache.server.ts";

/** Names that people and attackers might type. */
const name = fc.oneof(
  times(1, fc.constantFrom("-", "–", "N/A", "'N/A", "n/a", "'-", "None", "'nan", "Null")),
  times(
    1,
    fc
      .string({ unit: fc.constantFrom(..."'0123+-./e% ".split("")), minLength: 1, maxLength: 6 })
      .filter((text) => EvInput.shape.make.safeParse(text).success),
  ),
  times(
    9,
    fc
      .string({
        unit: fc.oneof(
          fc.constantFrom(...("'\"=+-@,;\\|%\u00a0 ＝aB1é長🚗".match(/./gu) ?? [])),
          fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
        ),
        minLength: 1,
        maxLength: 12,
      })
      .filter((text) => EvInput.shape.make.safeParse(text).success),
  ),
);

/** Smaller figures than 1 may be refused, since they are shown as 0. */
const figure = (max: number) =>
  fc.option(fc.double({ min: 0, max, noNaN: true }).map((value) => (value < 1 ? 0 : value)));

const row: fc.Arbitrary<EvInput> = fc
  .record({
    make: name,
    model: name,
    trim: name,
    year: fc.integer({ min: 2020, max: 2030 }),
    price: figure(10_000_000),
    range: figure(2_000),
    charging: figure(1_440),
    acceleration: figure(120),
    zeroToSixty: figure(120),
    topSpeed: figure(500),
    bodyType: fc.constantFrom(...BODY_TYPES),
    image: fc.constantFrom(null, "https://example.com/a,b;c.webp?x='=1\"", "/images/upload/abc"),
    seatingCapacity: fc.option(fc.integer({ min: 2, max: 9 })),
    cargoSpace: figure(2_000),
    batteryCapacity: figure(2_000),
    maxChargingSpeed: figure(5_000),
    driveType: fc.option(fc.constantFrom(...DRIVE_TYPES)),
    taxCreditEligible: fc.option(fc.boolean()),
    consumption: fc.option(fc.double({ min: 10, max: 150, noNaN: true })),
    chargePort: fc.option(fc.constantFrom(...CHARGE_PORTS)),
    length: figure(400),
    towing: figure(30_000),
    batteryWarranty: fc.option(name),
    source: fc.option(name),
    checkedOn: fc.constantFrom(null, "2026-11-23"),
  })
  .map((value) => EvInput.parse(value));

function content({ id: _id, modelId: _modelId, version: _version, ...fields }: StoredRow) {
  return fields;
}

/** Rows with the same key count as the same row (vehicles.md#models-and-rows). */
const rowKey = ({ make, model, trim, year }: EvInput) =>
  [...[make, model, trim].map(identityKey), year].join("\n");

const byName = (rows: readonly StoredRow[]) =>
  rows.map(content).toSorted((a, b) => (rowKey(a) < rowKey(b) ? -1 : 1));

describeOnEachEngine("an export", ({ engine, open }) => {
  test("contains every row, and adds none when imported again", async () => {
    const from = await openTestImport(await open());
    const to = await openTestImport(await open());
    const rows = fc.uniqueArray(row, { minLength: 20, maxLength: 60, selector: rowKey });
    await fc.assert(
      fc.asyncProperty(rows, async (some) => {
        const { rows: known } = await readCatalogue(from.store);
        const taken = new Set(known.map(rowKey));
        await from.store.insertRows(some.filter((each) => !taken.has(rowKey(each))));
        const csv = (await from.app.inject("/api/evs.csv")).body;
        const again = await from.upload(csv);
        expect(again.body).toMatchObject({ added: [] });
        expect((await to.upload(csv)).status).toBe(200);
        const [left, right] = [await readCatalogue(from.store), await readCatalogue(to.store)];
        expect(byName(right.rows)).toEqual(byName(left.rows));
      }),
      { numRuns: engine === "sqlite" ? 10 : 4 },
    );
  });

  test("has every field, the specification's columns first, and runs no formula", async () => {
    const { app, store } = await openTestImport(
      await open(),
      inputs({
        make: "=cmd|' /C calc'!A1",
        model: "+1",
        trim: '@x, "y"',
        taxCreditEligible: false,
        consumption: 28.1,
        chargePort: "NACS",
        source: "=EPA",
        checkedOn: "2026-11-23",
      }),
    );
    const answer = await app.inject("/api/evs.csv");
    expect(answer.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="evs.csv"',
      "cache-control": PUBLIC,
    });
    const { rows } = await readCatalogue(store);
    expect(answer.body).toBe(
      "\uFEFFmake,model,trim,year,price,range,charging,acceleration,bodyType,image,zeroToSixty," +
        "topSpeed,driveType,seatingCapacity,cargoSpace,batteryCapacity,maxChargingSpeed," +
        "taxCreditEligible,consumption,chargePort,acChargingSpeed,homeCharging,horsepower,torque," +
        "curbWeight,length,width,height,wheelbase,groundClearance,towing,frunk,batteryWarranty," +
        "source,checkedOn,id,isModelHeader,version\r\n" +
        `'=cmd|' /C calc'!A1,'+1,"'@x, ""y""",2025,,,,,Sedan,,,,,,,,,false,28.1,NACS,,,,,,,,,,,,,,` +
        `'=EPA,2026-11-23,${rows[0]?.id},true,1\r\n`,
    );
  });

  test("keeps names of digits from a spreadsheet, whether it shows or takes the apostrophe", async () => {
    const texts = "250+ 9-3 1/2 1.50 007 5e3 '250+ 12:30 1234567890123456".split(" ");
    const plain = ["500", "2.5", "500e", "GT 2.0+", "'500"];
    const trims = [...texts, ...plain];
    const { app, upload, names } = await openTestImport(
      await open(),
      trims.flatMap((trim) => inputs({ trim })),
    );
    const before = await names();
    const csv = (await app.inject("/api/evs.csv")).body;
    const cells = csv.split("\r\n").map((line) => line.split(",")[2]);
    for (const trim of texts) expect(cells).toContain(`'${trim}`);
    for (const trim of plain) expect(cells).toContain(trim);
    const marks = /(?<=,)'(?=250|9-3|1[/.]|007|5e3|'250|12)/g;
    for (const text of [csv, csv.replaceAll(marks, "")]) {
      expect((await upload(text)).body).toMatchObject({ added: [] });
    }
    expect(await names()).toEqual(before);
  });

  test("keeps texts that a file may not have: errors of formulas, and lost letters", async () => {
    const trims = ["#N/A", "#ref!", "'#REF!", "Citro\uFFFDn", "'\uFFFD"];
    const from = await openTestImport(
      await open(),
      trims.flatMap((trim) => inputs({ trim })),
    );
    const csv = (await from.app.inject("/api/evs.csv")).body;
    expect((await from.upload(csv)).body).toMatchObject({ added: [] });
    const to = await openTestImport(await open());
    expect((await to.upload(csv)).status).toBe(200);
    expect(await to.names()).toEqual(await from.names());
  });

  test("keeps its ETag until the catalogue changes", async () => {
    const { app, store } = await openTestImport(await open(), inputs({ trim: "A" }));
    const { etag } = (await app.inject("/api/evs.csv")).headers;
    const ask = () =>
      app.inject({ url: "/api/evs.csv", headers: { "if-none-match": String(etag) } });
    expect((await ask()).statusCode).toBe(304);
    // The version that a change event announced.
    const next = await app.inject(`/api/evs.csv?_=${(await store.version()) + 1}`);
    expect([next.statusCode, next.headers["cache-control"]]).toEqual([200, "no-store"]);
    await store.insertRows(inputs({ trim: "B" }));
    expect((await ask()).statusCode).toBe(200);
  });
});
