import { describe, expect, it } from "vitest";

import { stubStorage } from "../../../test/sample-browser.ts";
import { sampleEv } from "../../../test/sample-cars.ts";
import { readStored } from "../../ui/storage.ts";

import { findListed, formatChange, priceChange } from "./saved-listing.ts";
import {
  addSaved,
  MAX_SAVED,
  parseSaved,
  removeSaved,
  SAVED_CARS,
  type SavedCar,
  savedFrom,
} from "./saved.ts";

const EV9 = { id: 1, make: "Kia", model: "EV9" };
const AT = "2026-11-23T09:00:00.000Z";

function car(rowId: number, change: Partial<SavedCar> = {}): SavedCar {
  const names = { make: "Kia", model: "EV9", trim: `Land ${rowId}`, year: 2026 };
  return { rowId, ...names, price: 69_900, at: AT, ...change };
}

const rowIds = (cars: readonly SavedCar[] | null) => cars?.map(({ rowId }) => rowId);

describe("what is stored", () => {
  it("is a car's row, its names, its price and the time", () => {
    const ev = sampleEv(EV9, { rowId: 7, trim: "Land", year: 2026 });
    const [trim] = ev.trims;
    const saved = trim && savedFrom(ev, { ...trim, price: 0 }, AT);
    const names = { make: "Kia", model: "EV9", trim: "Land", year: 2026 };
    expect(saved).toEqual({ rowId: 7, ...names, price: null, at: AT });
    expect(parseSaved(JSON.stringify([saved]))).toEqual([saved]);
  });

  it.each([null, "", "null", "7", "{", '"text"', "{}", "[]", "[null, 3, [], {}]"])(
    "is nothing in %s",
    (text) => {
      stubStorage("localStorage", text === null ? {} : { ev_saved: text });
      expect(readStored(SAVED_CARS)).toEqual([]);
    },
  );

  it("loses what is broken, repeated or beyond the hundredth, and keeps the rest", () => {
    const withFault = (fault: object) => ({ ...car(1), ...fault });
    const faults = [{ rowId: "1" }, { rowId: 0 }, { make: null }, { year: 2026.5 }, { at: 7 }];
    const broken = [...faults, { trim: "x".repeat(2_001) }].map(withFault);
    const cars = JSON.stringify([...broken, car(2), car(2, { trim: "Wind" })]);
    expect(parseSaved(cars)).toEqual([car(2)]);
    const odd = [{ price: "1" }, { rowId: 4, trim: "Wind", price: -1, more: true }].map(withFault);
    expect(parseSaved(JSON.stringify(odd)).map(({ price }) => price)).toEqual([null, null]);
    const many = Array.from({ length: 120 }, (_, at) => car(at + 1));
    expect(parseSaved(JSON.stringify(many))).toEqual(many.slice(0, MAX_SAVED));
  });
});

describe("saving", () => {
  it("puts a car in front, once, by its row or its names", () => {
    const cars = [car(1), car(2)];
    expect(rowIds(addSaved(cars, car(3)))).toEqual([3, 1, 2]);
    expect(addSaved(cars, car(2, { price: 1 }))).toBe(cars);
    expect(addSaved(cars, car(9, { make: " KIA", trim: "land 2" }))).toBe(cars);
    expect(rowIds(addSaved(cars, car(9, { trim: "Land 2", year: 2025 })))).toEqual([9, 1, 2]);
  });

  it("refuses the 101st", () => {
    const hundred = Array.from({ length: MAX_SAVED }, (_, at) => car(at + 1));
    expect(addSaved(hundred, car(101))).toBeNull();
    expect(addSaved(hundred.slice(1), car(101))).toHaveLength(MAX_SAVED);
  });

  it("is undone by row or names, and that is undone at the same place", () => {
    const cars = [car(1), car(2), car(3)];
    const after = removeSaved(cars, car(9, { trim: "LAND 2" }));
    expect(rowIds(after)).toEqual([1, 3]);
    expect(addSaved(after, car(2), 1)).toEqual(cars);
  });
});

describe("in the catalogue", () => {
  const ev = sampleEv(
    EV9,
    { rowId: 1, trim: "Wind", year: 2026 },
    { rowId: 22, trim: "land 2", year: 2026 },
    { rowId: 23, trim: "Land 3", year: 2025 },
  );

  it("a car is found by its row under any name, else by its names, else not", () => {
    const cars = [car(1), car(2), car(3)];
    const listed = findListed(cars, [ev]);
    expect(cars.map((one) => listed.get(one)?.trim.trim)).toEqual(["Wind", "land 2", undefined]);
  });

  it("only a known change has an amount", () => {
    expect(priceChange(car(1), { price: 70_000 })).toBe(100);
    expect(priceChange(car(1), { price: null })).toBe(0);
    expect([formatChange(-1_500), formatChange(20)]).toEqual(["-$1,500", "+$20"]);
  });
});
