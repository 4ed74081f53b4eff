import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Router } from "wouter";
import { sampleEv } from "../../../test/sample-cars.ts";
import type { Trim } from "../../vehicle/vehicle.ts";
import { countFacets } from "./facets.ts";
import { FilterSections, SECTIONS } from "./filter-panel.tsx";
import { FiltersProvider } from "./use-filters.tsx";

function panel(query: string, trim: Partial<Trim>): string {
  const evs = [sampleEv({ id: 1 }, trim)];
  const facets = countFacets(evs);
  return renderToString(
    <Router ssrPath="/" ssrSearch={query}>
      <FiltersProvider makes={[]}>
        <FilterSections names={SECTIONS} facets={facets} live={facets} />
      </FiltersProvider>
    </Router>,
  );
}

test("charge ports are offered where the catalogue knows some, or one is asked for", () => {
  expect(panel("", { chargePort: null })).not.toContain("Charge port");
  expect(panel("", { chargePort: "NACS" })).toContain("Charge port");
  expect(panel("?port=CCS", { chargePort: null })).toContain("Charge port");
  expect(panel("", { driveType: null })).toContain("Drive");
});
