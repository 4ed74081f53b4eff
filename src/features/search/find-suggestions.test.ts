import { describe, expect, test } from "vitest";
import { CARS, MAKES } from "../../../test/sample-cars.ts";
import { DISTANCE_FORMATS } from "../../domain/distance.ts";
import { parseFilters, serializeFilters } from "../filters/filter-address.ts";
import type { FilterState } from "../filters/filter-state.ts";
import { toVehicleFilter } from "../filters/filter-views.ts";
import { findModels } from "../../domain/filters/find-models.ts";
import { findSuggestions } from "./find-suggestions.ts";

function found(state: FilterState, evs = CARS) {
  return findSuggestions({ evs, state, makes: MAKES, distance: DISTANCE_FORMATS.miles });
}

describe("which filters to remove", () => {
  const without = (query: string) =>
    found(parseFilters(query)).suggestions.map(({ label, count }) => [label, count]);

  test("words are cleared, any other filter is removed", () => {
    const { suggestions } = found(parseFilters("search=tows+5000+lb&make=Kia"));
    const texts = suggestions.map(({ verb, label }) => `${verb} ${label}`);
    expect(texts).toEqual(["Clear “tows 5000 lb”"]);
    const verbs = found(parseFilters("make=Porsche&maxPrice=33000")).suggestions;
    expect(verbs.map(({ verb }) => verb)).toEqual(["Remove", "Remove"]);
  });

  test("a single one that is enough, with what it would bring", () => {
    expect(without("make=Porsche&maxPrice=33000")).toEqual([
      ["“Up to $33,000”", 1],
      ["“Porsche”", 1],
    ]);
  });

  test("the values of one list together, since giving up one of them brings nothing", () => {
    expect(without("make=Tesla,Ford&maxPrice=33000")).toContainEqual(["“Ford or Tesla”", 1]);
  });

  test("none where no single one is enough", () => {
    const { text, suggestions } = found(parseFilters("make=Tesla&bodyType=Truck&seating=7"));
    expect(suggestions).toEqual([]);
    expect(text).toBe("Remove two or more filters to see models again.");
  });

  test("a quick filter", () => {
    expect(without("make=Porsche&quick=cheapest")).toContainEqual(["“BUDGET”", 1]);
  });

  test("with exactly what was promised", () => {
    const state = parseFilters("make=Tesla,Ford&maxPrice=33000");
    for (const { change, count } of found(state).suggestions) {
      const changed = change(state);
      const { matches } = findModels(CARS, toVehicleFilter(changed, MAKES), changed.sort);
      expect(matches).toHaveLength(count);
    }
  });
});

const UNDERSTOOD = "Try these filters:";
const NEAREST = "Did you mean one of these?";

test.each([
  ["", "", []],
  // These would find nothing either.
  ["search=awd+under+50k", "", []],
  ["search=lightning+awd", UNDERSTOOD, [["AWD · “lightning”", 1, "search=lightning&drive=AWD"]]],
  ["search=porshe&taxCredit=true", "", []],
  ["search=porshe", NEAREST, [["Porsche", 1, "search=Porsche"]]],
  ["search=taikan&drive=AWD", NEAREST, [["Porsche Taycan", 1, "search=Porsche+Taycan&drive=AWD"]]],
  // Only another filter hides the match.
  ["search=taycan&maxPrice=30000", "", []],
  // This brand is already selected.
  ["search=tesla&maxPrice=30000", "", []],
  ["search=horse+carriage", "", []],
])("where ?%s finds nothing: %s", (query, text, expected) => {
  const state = parseFilters(query);
  const { text: lead, suggestions } = found(state);
  const searches = suggestions.filter(({ verb }) => verb === "Search for");
  if (text !== "") expect(lead).toBe(text);
  expect(
    searches.map(({ label, count, change }) => [label, count, serializeFilters(change(state))]),
  ).toEqual(expected);
});
