import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Router } from "wouter";
import { PageQueryProvider } from "../../ui/use-page-state.tsx";
import { selectedMakes } from "./filter-selections.ts";
import { FiltersProvider, useActiveFilters, useFilters } from "./use-filters.tsx";

function Reading() {
  const { state, makes } = useFilters();
  const active = useActiveFilters();
  return `${selectedMakes(state, makes).join()}; ${active.length} on`;
}

test("the server begins with what the address says (finding.md#addresses)", () => {
  const html = renderToString(
    <Router ssrPath="/" ssrSearch="?search=chevy&make=Ford&maxPrice=60000">
      <PageQueryProvider>
        <FiltersProvider makes={["Chevrolet", "Ford"]}>
          <Reading />
        </FiltersProvider>
      </PageQueryProvider>
    </Router>,
  );
  expect(html).toBe("Ford,Chevrolet; 3 on");
});
