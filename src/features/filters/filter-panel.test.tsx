import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Router } from "wouter";
import { sampleEv } from "../../../test/sample-cars.ts";
import type { Trim } from "../../domain/vehicle.ts";
import { countFacets } from "../../domain/filters/facets.ts";
import { FilterSections } from "./filter-panel.tsx";
import {
  FILTER_NAMES,
  type FilterName,
  FILTERS,
  SECTIONS,
  sectionOf,
} from "../../domain/filters/filters.ts";
import { PageQueryProvider } from "../../ui/use-page-state.tsx";
import { QuickFilterParts } from "./quick-filter-dialog.tsx";

const FACETS = countFacets([sampleEv({ id: 1 }, { chargePort: "NACS" })]);

function render(children: ReactNode, query = ""): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Router ssrPath="/" ssrSearch={query}>
        <PageQueryProvider>{children}</PageQueryProvider>
      </Router>
    </QueryClientProvider>,
  );
}

function panel(query: string, trim: Partial<Trim>): string {
  const facets = countFacets([sampleEv({ id: 1 }, trim)]);
  return render(<FilterSections sections={SECTIONS} facets={facets} live={facets} />, query);
}

test("charge ports are offered where the catalogue knows some, or one is asked for", () => {
  expect(panel("", { chargePort: null })).not.toContain("Charge port");
  expect(panel("", { chargePort: "NACS" })).toContain("Charge port");
  expect(panel("?port=CCS", { chargePort: null })).toContain("Charge port");
  expect(panel("", { driveType: null })).toContain("Drive");
});

/** Returns the accessible name of its control, as written in HTML. */
function controlOf(name: FilterName): string {
  const filter = FILTERS[name];
  if (filter.kind === "flag") return `<span>${filter.title} <`;
  if (filter.kind === "bounds") return `aria-label="${filter.endLabels[1]}`;
  if (filter.kind === "limit") return `aria-label="${filter.thumb}`;
  if (name === "range") return 'aria-label="Minimum range"';
  if (name === "price") return 'aria-label="Maximum price"';
  return `aria-label="${filter.title}"`;
}

describe("every filter has a control", () => {
  const whole = panel("", { chargePort: "NACS" });
  const dialog = render(
    <QuickFilterParts
      facets={FACETS}
      evs={undefined}
      onChooseQuick={() => undefined}
      onSearch={() => undefined}
    />,
  );

  test.each(FILTER_NAMES)("%s in the panel", (name) => {
    expect(whole.includes(controlOf(name))).toBe(true);
  });

  test.each(FILTER_NAMES)("%s in the dialog, at once or in a section to unfold", (name) => {
    const title = name === "bodyType" ? "All body types" : sectionOf(name);
    expect(dialog.includes(controlOf(name)) || dialog.includes(`>${title}</span>`)).toBe(true);
  });
});

test.each([
  ["?make=Tesla", "Tesla"],
  ["?drive=AWD,RWD", "RWD, AWD"],
  ["?minPrice=24000&maxPrice=65000", "$24,000-$65,000"],
  ["?minPrice=24000", "From $24,000"],
  ["?minPrice=24000&maxPrice=65000&minRange=300", "300+ miles, $24,000-$65,000"],
  ["?cargo=20-100", "Cargo: 20+ cu ft"],
  ["?towing=5000-&acceleration=-5", "0-60 in up to 5 s, Tows 5,000+ lb"],
])("a folded section says what is on: %s", (query, summary) => {
  expect(panel(query, {})).toContain(`<span class="on">${summary}</span>`);
});

test("figures are grouped as people think of them", () => {
  const groups = SECTIONS.filter(({ names }) => names.length > 2);
  const titles = groups.map(({ title }) => title);
  expect(titles).toEqual(["Range and price", "Charging", "Space and size", "Performance"]);
  const bounds = FILTER_NAMES.filter((name) => FILTERS[name].kind === "bounds" && name !== "year");
  expect(bounds.filter((name) => !groups.some(({ names }) => names.includes(name)))).toEqual([]);
});

test.each([
  ["miles", "towing=5000-", "Minimum towing in lb", "5,000"],
  ["miles", "length=-165.5", "Maximum length in in", "165.5"],
  ["miles", "year=2025-", "Minimum model year", "2025"],
])("in %s the bounds of ?%s can be typed", (_, query, label, shown) => {
  const html = panel(`?${query}`, {});
  const box = html.match(new RegExp(`<input[^>]*aria-label="${label}"[^>]*>`, "u"))?.[0];
  expect(box).toContain(`value="${shown}"`);
});
