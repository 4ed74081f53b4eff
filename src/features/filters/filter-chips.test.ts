import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { activeFilters } from "./filter-chips.ts";
import { pickBodyType, setSearch, toggleBodyType, toggleMake } from "./filter-selections.ts";
import {
  clearQuick,
  DEFAULT_FILTERS,
  type FilterState,
  setBounds,
  setShowcaseRange,
  toggleQuick,
} from "./filter-state.ts";
import { toVehicleFilter } from "./filter-views.ts";
import { findModels, NO_FILTER } from "../../domain/filters/find-models.ts";
import { CARS, MAKES } from "../../../test/sample-cars.ts";
import { anyFilters } from "../../../test/sample-filters.ts";

const start = DEFAULT_FILTERS;
const labels = (state: FilterState) => activeFilters(state, MAKES).map(({ label }) => label);

describe("chips", () => {
  test.each([
    ["none", start, []],
    ["words", setSearch(start, " long range "), ["“long range”"]],
    ["a text that names a brand", setSearch(start, "chevy"), ["Chevrolet"]],
    ["a range", setShowcaseRange(start, 300), ["300+ miles"]],
    ["both ends", setBounds(start, "range", { min: 200, max: 400 }), ["200 to 400 miles"]],
    ["a price", { ...start, price: 60_000 }, ["Up to $60,000"]],
    ["a price without ceiling", { ...start, price: 475_000 }, []],
    ["a quick filter has its banner instead", toggleQuick(start, "fastest"), []],
    ["years up to one", { ...start, year: { min: null, max: 2025 } }, ["2025 or older"]],
    ["years from one on", { ...start, year: { min: 2025, max: null } }, ["2025 or newer"]],
    ["one model year", { ...start, year: { min: 2025, max: 2025 } }, ["2025"]],
    ["a bound of 0", { ...start, towing: { min: null, max: 0 } }, ["Tows up to 0 lb"]],
    ["one pill for two body types", pickBodyType(start, "SUV/Crossover"), ["SUV/Crossover"]],
    ["one of the two", toggleBodyType(start, "SUV"), ["SUV"]],
    [
      "the two beside a third",
      { ...start, bodyTypes: ["SUV", "Crossover", "Sedan"] },
      ["SUV", "Crossover", "Sedan"],
    ],
    ["what a band admits", { ...start, seating: ["2", "5"] }, ["2 or 3 seats", "4 or 5 seats"]],
    [
      "the rest",
      {
        ...start,
        seating: ["7"],
        drive: ["AWD"],
        taxCredit: true,
        newest: true,
        minSeats: 5,
        maxCharging: 25,
        maxConsumption: 28.5,
        acceleration: { min: 3, max: 6 },
        cargo: { min: 20, max: null },
        topSpeed: { min: 120, max: 150 },
        towing: { min: 5_000, max: null },
        length: { min: null, max: 165.5 },
      },
      [
        ..."Newest model years|Up to 28.5 kWh/100 mi|6 or more seats|5+ seats|AWD".split("|"),
        ..."10-80% in up to 25 min|Cargo: 20+ cu ft|Length: up to 165.5 in".split("|"),
        ..."0-60 in 3 to 6 s|Top speed: 120 to 150 mph|Tows 5,000+ lb|Tax credit".split("|"),
      ],
    ],
  ] as [string, FilterState, string[]][])("%s", (_, state, expected) => {
    expect(labels(state)).toEqual(expected);
  });

  test("removing one leaves the others", () => {
    const state = { ...toggleMake(setShowcaseRange(start, 300), "Tesla"), price: 60_000 };
    const chip = activeFilters(state, MAKES).find(({ id }) => id === "range");
    expect(labels(chip?.remove(state) ?? start)).toEqual(["Up to $60,000", "Tesla"]);
  });

  test("removing all of them, in any order, gives the default result", () => {
    fc.assert(
      fc.property(anyFilters, fc.infiniteStream(fc.nat()), (filters, picks) => {
        let state = clearQuick(filters);
        for (let chips = activeFilters(state, MAKES); chips.length > 0;) {
          const at = Number(picks.next().value) % chips.length;
          state = chips[at]?.remove(state) ?? state;
          const left = activeFilters(state, MAKES);
          expect(left.length).toBeLessThan(chips.length);
          chips = left;
        }
        const found = findModels(CARS, toVehicleFilter(state, MAKES), state.sort);
        expect(found).toEqual(findModels(CARS, NO_FILTER, state.sort));
      }),
    );
  });
});
