import { type Plugin, runnerImport } from "vite";
import { describe, expect, test } from "vitest";

import { sampleEv } from "../../../test/sample-cars.ts";
import type { Ev } from "../../domain/vehicle.ts";

/**
 * A filter only needs its entry in the table. This adds one of each kind to a copy of the table and checks
 * everything derived from it.
 */
const ADDED = `
  axle: choice({
    title: "Driven axle",
    lacking: "driven axle",
    values: DRIVE_TYPES,
    valueOf: ({ driveType }) => driveType,
  }),
  people: limit({
    title: "Room for",
    lacking: "room",
    side: "min",
    bounds: SEATS,
    valueOf: ({ seating }) => present(seating),
    format: (people) => "Room for " + people,
    thumb: "Room for at least",
    lead: "At least",
    typed: () => ({ unit: "people" }),
  }),
  reach: bounds({
    title: "Reach",
    lacking: "reach",
    valueOf: ({ range }) => present(range),
    format: (miles) => miles + " miles of reach",
    typed: () => ({ unit: "mi" }),
    limits: { min: 0, max: 1000 },
    example: [200, 300],
  }),
  subsidised: flag({
    title: "Subsidised only",
    valueOf: ({ taxCreditEligible }) => taxCreditEligible === true,
    chip: "Subsidised",
  }),
`;

/** Everything derived from the table, as one module. */
const PARTS = `
export { createElement } from "react";
export { renderToStaticMarkup } from "react-dom/server";
export { QueryClient, QueryClientProvider } from "@tanstack/react-query";
export { Router } from "wouter";
export * from "/src/domain/filters/facets.ts";
export * from "/src/domain/filters/filters.ts";
export { findModels } from "/src/domain/filters/find-models.ts";
export { DEFAULT_SORT } from "/src/domain/filters/sort.ts";
export { DISTANCE_FORMATS } from "/src/domain/distance.ts";
export { CountQuery } from "/src/features/catalogue/catalogue.schema.ts";
export { filterOf } from "/src/features/catalogue/catalogue-query.server.ts";
export { parseFilters, serializeFilters } from "/src/features/filters/filter-address.ts";
export { activeFilters } from "/src/features/filters/filter-chips.ts";
export { FilterSections } from "/src/features/filters/filter-panel.tsx";
export { toVehicleFilter } from "/src/features/filters/filter-views.ts";
export { formatLeftOut } from "/src/features/filters/left-out.ts";
export { QuickFilterParts } from "/src/features/filters/quick-filter-dialog.tsx";
export { FiltersProvider } from "/src/features/filters/use-filters.tsx";
export { PageQueryProvider } from "/src/ui/use-page-state.tsx";
`;

const ENTRY = "/added-filters-parts.ts";
/** Replaces style sheets, which this test does not need. */
const NO_STYLES = "/no-styles.ts";

const addToTable: Plugin = {
  name: "add-to-table",
  enforce: "pre",
  resolveId(id) {
    if (id.endsWith(".css")) return NO_STYLES;
    return id === ENTRY ? ENTRY : undefined;
  },
  load(id) {
    if (id === NO_STYLES) return "export default {};";
    return id === ENTRY ? PARTS : undefined;
  },
  transform(code, id) {
    if (!id.endsWith("/src/domain/filters/filters.ts")) return undefined;
    const copy = code.replace("\n  taxCredit: flag({", `${ADDED}  taxCredit: flag({`);
    expect(copy).not.toBe(code);
    return copy;
  },
};

type Parts = typeof import("react") &
  typeof import("react-dom/server") &
  typeof import("@tanstack/react-query") &
  typeof import("wouter") &
  typeof import("../../domain/filters/facets.ts") &
  typeof import("../../domain/filters/filters.ts") &
  typeof import("../../domain/filters/find-models.ts") &
  typeof import("../../domain/filters/sort.ts") &
  typeof import("../../domain/distance.ts") &
  typeof import("../catalogue/catalogue.schema.ts") &
  typeof import("../catalogue/catalogue-query.server.ts") &
  typeof import("./filter-address.ts") &
  typeof import("./filter-chips.ts") &
  typeof import("./filter-panel.tsx") &
  typeof import("./filter-views.ts") &
  typeof import("./left-out.ts") &
  typeof import("./quick-filter-dialog.tsx") &
  typeof import("./use-filters.tsx") &
  typeof import("../../ui/use-page-state.tsx");

const { module: parts } = await runnerImport<Parts>(ENTRY, {
  configFile: false,
  plugins: [addToTable],
});
const { parseFilters, serializeFilters, toVehicleFilter, findModels, DEFAULT_SORT } = parts;

const EVS: readonly Ev[] = [
  sampleEv(
    { id: 1 },
    { driveType: "AWD", seating: 7, range: 250, taxCreditEligible: true },
    { driveType: "FWD", seating: 2, range: 500, taxCreditEligible: false },
    { driveType: null, seating: null, range: null, taxCreditEligible: null },
  ),
];
const FACETS = parts.countFacets(EVS);

function draw(child: Parameters<typeof parts.renderToStaticMarkup>[0], query = ""): string {
  const { createElement: el, QueryClient, QueryClientProvider, Router } = parts;
  const filters = el(parts.FiltersProvider, { makes: [], children: child });
  const state = el(parts.PageQueryProvider, { children: filters });
  const page = el(Router, { ssrPath: "/", ssrSearch: query, children: state });
  return parts.renderToStaticMarkup(el(QueryClientProvider, { client: new QueryClient() }, page));
}

describe.each([
  { name: "axle", query: "axle=AWD", title: "Driven axle", lacking: "driven axle" },
  { name: "people", query: "people=5", title: "Room for", lacking: "room" },
  { name: "reach", query: "reach=200-300", title: "Reach", lacking: "reach" },
  { name: "subsidised", query: "subsidised=true", title: "Subsidised only", lacking: null },
])("an added filter: $name", ({ name, query, title, lacking }) => {
  const state = parseFilters(query);
  const found = findModels(EVS, toVehicleFilter(state, []), DEFAULT_SORT);

  test("finds, and says which trims it cannot judge", () => {
    expect(found.trimCount).toBe(1);
    const note = lacking === null ? "" : `1 more trim has no ${lacking}.`;
    expect(parts.formatLeftOut(found.leftOut)).toBe(note);
  });

  test("is in the address, and in the call by the same name", () => {
    expect(serializeFilters(state)).toBe(query);
    const asked = parts.CountQuery.parse(Object.fromEntries(new URLSearchParams(query)));
    const byCall = findModels(EVS, parts.filterOf(asked), DEFAULT_SORT);
    expect(byCall.trimCount).toBe(1);
  });

  test("has a chip, which takes it off", () => {
    const [chip, ...more] = parts.activeFilters(state, []);
    expect([chip?.filter, more]).toEqual([name, []]);
    expect(chip && serializeFilters(chip.remove(state))).toBe("");
  });

  test("has a control in the panel and in the dialog", () => {
    const { createElement: el, FilterSections, QuickFilterParts, SECTIONS } = parts;
    const panel = el(FilterSections, { sections: SECTIONS, facets: FACETS, live: FACETS });
    const dialog = { facets: FACETS, evs: undefined, onChooseQuick: () => undefined };
    for (const html of [draw(panel), draw(el(QuickFilterParts, dialog))]) {
      expect(html).toContain(title);
    }
  });
});

test("an added choice and an added flag have facets", () => {
  expect(FACETS).toMatchObject({ axle: expect.anything(), subsidised: expect.anything() });
});
