import { expect, test } from "vitest";
import { describeOnEachEngine } from "../../../../test/databases.ts";
import { EvInput } from "../../../domain/ev-input.ts";
import { FIELDS } from "../../../domain/fields.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { GOOD_ROW, openTestRows } from "../../../../test/row-calls.ts";

const TOO_LONG = (most: number) => "x".repeat(most + 1);

/** Values that each field refuses; `null` and "" too if it is required. */
const REFUSED: Readonly<Record<string, readonly unknown[]>> = {
  ...Object.fromEntries(
    Object.entries(FIELDS).flatMap(([name, field]) =>
      "max" in field ? [[name, [-0.01, field.max + 1, "12", true, [1], {}]]] : [],
    ),
  ),
  make: [null, "", "  ", "\u200b", "\u3164", 5, "a\nb", TOO_LONG(FIELDS.make.maxCharacters)],
  model: [null, "", "\u2060", 5, {}, TOO_LONG(FIELDS.model.maxCharacters)],
  trim: [null, "", "\u202e", true, [], TOO_LONG(FIELDS.trim.maxCharacters)],
  year: [null, "", "2025", FIELDS.year.min - 1, FIELDS.year.max + 1, 2024.5],
  bodyType: [null, "", "Truck", "sedan", 1],
  driveType: ["4WD", "awd", 1],
  taxCreditEligible: ["true", 1, {}],
  image: ["javascript:alert(1)", "data:text/html;base64,AA==", "/images/upload/../secret", 5],
  seatingCapacity: [FIELDS.seatingCapacity.min - 1, FIELDS.seatingCapacity.max + 1, 4.5, "5", true],
  zeroToSixty: [-0.1, "-1", "fast", "1e1", FIELDS.acceleration.max + 1, true],
  consumption: [FIELDS.consumption.min - 0.1, FIELDS.consumption.max + 0.1, 0, "28", true],
  chargePort: ["ccs", "Tesla", 1],
  batteryWarranty: [TOO_LONG(FIELDS.batteryWarranty.maxCharacters), 8, "a\u0000b", "\ud800"],
  source: [TOO_LONG(FIELDS.source.maxCharacters), [], "\ud800"],
  checkedOn: ["2026-02-30", "23.11.2026", "2026-11-23T00:00:00Z", 20_261_123],
  constructor: [1],
  modelId: [1],
  unknown: [null],
};

/** Values at the limits of each field, and how they are stored. */
const TAKEN: readonly (readonly [field: keyof EvRow, given: unknown, stored?: unknown])[] = [
  ["make", "x".repeat(FIELDS.make.maxCharacters)],
  ["model", "x".repeat(FIELDS.model.maxCharacters)],
  ["trim", "  <b>Ünï</b> 🚗 ", "<b>Ünï</b> 🚗"],
  ["driveType", "FWD"],
  ["driveType", "", null],
  ["taxCreditEligible", false],
  ["taxCreditEligible", null],
  ["image", "https://example.com/ä b.jpg?x=1"],
  ["image", "/images/upload/0123456789abcdef0123456789abcdef"],
  ["image", " ", null],
  ["seatingCapacity", FIELDS.seatingCapacity.min],
  ["zeroToSixty", " 2.75 ", 2.75],
  ["price", FIELDS.price.max],
  ["range", 301.25],
  ["charging", FIELDS.charging.max],
  ["cargoSpace", "", null],
  ["towing", 0],
  ["checkedOn", "2026-11-23"],
];

describeOnEachEngine("every field", (databases) => {
  test("refuses invalid values by name when a row is added or changed", async () => {
    const { send, list, named } = await openTestRows(databases);
    const before = await list();
    const { id } = await named("Flash");
    for (const [field, values] of Object.entries(REFUSED)) {
      for (const value of values) {
        const change = { [field]: value };
        for (const answer of [
          await send("POST", "/api/evs", { ...GOOD_ROW, ...change }),
          await send("PUT", `/api/evs/${id}`, { price: 1, ...change }),
        ]) {
          const { error, issues } = answer.json<{ error: string; issues: { path: string }[] }>();
          expect([field, value, answer.statusCode]).toEqual([field, value, 400]);
          expect(error).not.toMatch(/invalid input|undefined|expected/i);
          const isKnown = Object.hasOwn(before.evs[0] ?? {}, field);
          if (isKnown) expect(new Set(issues.map(({ path }) => path))).toEqual(new Set([field]));
          else expect(error).toBe(`Unknown field: ${field}`);
        }
      }
    }
    expect(await list()).toEqual(before);
  });

  test("accepts values within its limits", async () => {
    const { send, named } = await openTestRows(databases);
    let row = await named("250+");
    for (const [field, given, stored = given] of TAKEN) {
      const answer = await send("PUT", `/api/evs/${row.id}`, { [field]: given });
      expect([field, given, answer.statusCode]).toEqual([field, given, 200]);
      row = answer.json<EvRow>();
      expect(row[field]).toEqual(stored);
    }
  });

  test("that names nothing, taken by an earlier version, is read, mended and deleted", async () => {
    const blank = { ...EvInput.parse(GOOD_ROW), make: "\u3164", model: "\u200b", trim: "\u202e" };
    const { app, send, list } = await openTestRows(databases, [blank, { ...blank, trim: "Two" }]);
    const [row, other] = (await list()).evs;
    expect(row).toMatchObject({ make: blank.make, model: blank.model });
    expect((await app.inject(`/api/evs/${row?.id}`)).statusCode).toBe(200);
    const priced = await send("PUT", `/api/evs/${row?.id}`, { price: 1 });
    expect(priced.json()).toMatchObject({ make: blank.make, price: 1 });
    expect((await send("DELETE", `/api/evs/${other?.id}`)).statusCode).toBe(204);
    const named = await send("PUT", `/api/evs/${row?.id}`, GOOD_ROW);
    expect(named.json()).toMatchObject(GOOD_ROW);
  });

  test("is reported as missing when a row is added without it, if it is required", async () => {
    const { send, list } = await openTestRows(databases);
    for (const field of Object.keys(GOOD_ROW)) {
      const { [field as keyof typeof GOOD_ROW]: _, ...rest } = GOOD_ROW;
      const answer = await send("POST", "/api/evs", rest);
      const required = { error: expect.stringMatching(/ is required$/), issues: [{ path: field }] };
      expect([answer.statusCode, answer.json()]).toMatchObject([400, required]);
    }
    const json = { "content-type": "application/json" };
    for (const body of ["[]", '"text"', "5", "null", JSON.stringify([GOOD_ROW]), "{"]) {
      expect([body, (await send("POST", "/api/evs", body, json)).statusCode]).toEqual([body, 400]);
    }
    const text = await send("POST", "/api/evs", "a=b", { "content-type": "text/plain" });
    expect([text.statusCode, (await send("POST", "/api/evs")).statusCode]).toEqual([415, 400]);
    expect((await list()).total).toBe(7);
  });
});
