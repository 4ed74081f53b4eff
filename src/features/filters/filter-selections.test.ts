import { describe, expect, test } from "vitest";
import { parseFilters } from "./filter-address.ts";
import {
  clearedBySearch,
  isBodyTypePicked,
  pickBodyType,
  restoreCleared,
  searchBoxText,
  selectedBodyTypes,
  selectedMakes,
  selectedMakeNames,
  setSearch,
  toggleBodyType,
  toggleMake,
} from "./filter-selections.ts";
import { DEFAULT_FILTERS } from "./filter-state.ts";
import { toVehicleFilter } from "./filter-views.ts";

const start = DEFAULT_FILTERS;
const MAKES = ["Tesla", "Ford", "Scout"];

test("brands are turned on and off, whatever their spelling", () => {
  const both = toggleMake(toggleMake(start, "Tesla"), "ford");
  expect(both.makes).toEqual(["Tesla", "Ford"]);
  expect(toggleMake(both, "TESLA").makes).toEqual(["Ford"]);
  expect(selectedMakeNames({ ...start, makes: ["scout"] }, ["Scout"]).has("Scout")).toBe(true);
});

describe("body types", () => {
  test("a pill is one choice and toggles off (finding.md#quick-filter-dialog)", () => {
    const crossover = pickBodyType(pickBodyType(start, "Sedan"), "SUV/Crossover");
    expect(crossover.bodyTypes).toEqual(["SUV", "Crossover"]);
    expect(isBodyTypePicked(crossover, "SUV/Crossover")).toBe(true);
    expect(isBodyTypePicked(crossover, "Sedan")).toBe(false);
    expect(pickBodyType(crossover, "SUV/Crossover").bodyTypes).toEqual([]);
  });

  test("the panel adds and removes", () => {
    const two = toggleBodyType(toggleBodyType(start, "SUV"), "Truck");
    expect(two.bodyTypes).toEqual(["SUV", "Pickup Truck"]);
    expect(toggleBodyType(two, "SUV").bodyTypes).toEqual(["Pickup Truck"]);
    expect(isBodyTypePicked(two, "Truck")).toBe(false);
  });
});

describe("a text that names a brand or a body type (finding.md#search-that-selects)", () => {
  test("selects it and no longer filters as words", () => {
    const named = setSearch(toggleMake(start, "Ford"), "tesla");
    expect(toVehicleFilter(named, MAKES)).toMatchObject({ words: [], makes: ["Ford", "Tesla"] });
    expect(selectedMakeNames(named, ["Tesla"]).has("Tesla")).toBe(true);
    const typed = setSearch(start, "suv/crossover");
    const filter = { words: [], bodyTypes: ["SUV", "Crossover"] };
    expect(toVehicleFilter(typed, MAKES)).toMatchObject(filter);
  });

  test("is withdrawn when the text changes; hand-made selections stay", () => {
    const changed = setSearch(setSearch(toggleMake(start, "Ford"), "tesla"), "tesla 3");
    expect(selectedMakes(changed, MAKES)).toEqual(["Ford"]);
    expect(toVehicleFilter(changed, MAKES).words).toEqual(["tesla", "3"]);
  });

  test("a brand that the catalogue lacks stays words", () => {
    expect(toVehicleFilter(setSearch(start, "kia"), MAKES).words).toEqual(["kia"]);
  });

  test("turning the selection off removes the text", () => {
    expect(toggleMake(setSearch(start, "Tesla"), "Tesla")).toEqual(start);
    expect(toggleBodyType(setSearch(start, "truck"), "Pickup Truck")).toEqual(start);
    const toggled = toggleBodyType(setSearch(start, "suv/crossover"), "SUV");
    expect(toggled).toEqual({ ...start, bodyTypes: ["Crossover"] });
  });

  test("a pill replaces it", () => {
    const picked = pickBodyType(setSearch(start, "sedan"), "Truck");
    expect(selectedBodyTypes(picked)).toEqual(["Pickup Truck"]);
    expect(pickBodyType(setSearch(start, "sedan"), "Sedan")).toEqual(start);
  });
});

describe("words that were ignored (finding.md#ignored-words)", () => {
  const applied = parseFilters("search=ioniq+5&bodyType=SUV&ignored=very+quiet");

  test("stand in the box after those that filter, and filter nothing", () => {
    expect(searchBoxText(applied)).toBe("ioniq 5 very quiet");
    expect(searchBoxText({ search: "", ignored: "quiet" })).toBe("quiet");
    expect(searchBoxText({ search: "ioniq ", ignored: "" })).toBe("ioniq ");
    expect(toVehicleFilter(applied, MAKES).words).toEqual(["ioniq", "5"]);
  });

  test("are the search again once something is typed", () => {
    const typed = setSearch(applied, "ioniq 5 very quiet s");
    expect(typed).toEqual({ ...applied, search: "ioniq 5 very quiet s", ignored: "" });
  });

  test("can be cleared, which clears nothing else", () => {
    const before = parseFilters("bodyType=SUV&ignored=quiet");
    const after = setSearch(before, "");
    expect(after).toEqual(parseFilters("bodyType=SUV"));
    expect(clearedBySearch(before, after)).toBeNull();
  });

  test("fit into the box together with the search", () => {
    const address = `search=${"a".repeat(60)}&ignored=${"b+".repeat(200)}`;
    expect(searchBoxText(parseFilters(address)).length).toBeLessThanOrEqual(100);
    expect(parseFilters(`ignored=${"x".repeat(500)}`).ignored.length).toBeLessThanOrEqual(100);
    expect(parseFilters("ignored=+a%0A++b%09c+").ignored).toBe("a b c");
  });
});

describe("clearing the text (finding.md#search-that-selects)", () => {
  const chosen = toggleBodyType(toggleMake(start, "Ford"), "SUV");

  test.each(["", "  "])("to %o clears brands and body types, and can be undone", (text) => {
    const before = setSearch(chosen, "light");
    const after = setSearch(before, text);
    expect([after.makes, after.bodyTypes]).toEqual([[], []]);
    const cleared = clearedBySearch(before, after) ?? expect.fail();
    const restored = restoreCleared(toggleMake(after, "Tesla"), cleared);
    expect(restored).toMatchObject({ makes: ["Ford", "Tesla"], bodyTypes: ["SUV"] });
  });

  test("nothing is offered when nothing was lost", () => {
    const before = setSearch(start, "light");
    expect(clearedBySearch(before, setSearch(before, ""))).toBeNull();
    expect(clearedBySearch(chosen, setSearch(chosen, "x"))).toBeNull();
  });

  test("an empty text that stays empty clears nothing", () => {
    expect(setSearch(chosen, " ").makes).toEqual(["Ford"]);
  });
});
