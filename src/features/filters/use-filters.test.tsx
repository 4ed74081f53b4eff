import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Router } from "wouter";
import { sampleEv } from "../../../test/sample-cars.ts";
import { evsQuery } from "../catalogue/catalogue.queries.ts";
import { PageQueryProvider } from "../../ui/use-page-state.tsx";
import { selectedMakes } from "./filter-selections.ts";
import { useActiveFilters, useFilters, useMakes } from "./use-filters.tsx";

function Reading() {
  const { state } = useFilters();
  const makes = useMakes();
  const active = useActiveFilters();
  return `${selectedMakes(state, makes).join()}; ${active.length} on`;
}

test("the server begins with what the address says (finding.md#addresses)", () => {
  const client = new QueryClient();
  const evs = [sampleEv({ id: 1, make: "Chevrolet" }), sampleEv({ id: 2, make: "Ford" })];
  client.setQueryData(evsQuery.queryKey, evs);
  const html = renderToString(
    <QueryClientProvider client={client}>
      <Router ssrPath="/" ssrSearch="?search=chevy&make=Ford&maxPrice=60000">
        <PageQueryProvider>
          <Reading />
        </PageQueryProvider>
      </Router>
    </QueryClientProvider>,
  );
  expect(html).toBe("Ford,Chevrolet; 3 on");
});
