import { useMemo, useState } from "react";

import { Button } from "../../ui/button.tsx";
import { CountedOption } from "./choice-filters.tsx";
import styles from "./choice-filters.module.css";
import { FIRST_BRANDS, SEARCHABLE_BRANDS } from "./control-limits.ts";
import type { Facet } from "./facets.ts";
import { selectedOf, toggleMake } from "./filter-selections.ts";
import { useFilters } from "./use-filters.tsx";

export interface BrandFilterProps {
  /** of the whole catalogue */
  makes: readonly Facet[];
  /** the same brands with the numbers to show */
  live: readonly Facet[];
}

/** The brands with logo and number; a long list shows the largest first and can be searched. */
export function BrandFilter({ makes, live }: BrandFilterProps) {
  const { state, makes: catalogueMakes, update } = useFilters();
  const [text, setText] = useState("");
  const [all, setAll] = useState(false);
  const largest = useMemo(() => namesOfLargest(makes), [makes]);
  const wanted = text.trim().toLowerCase();
  const selected = selectedOf(catalogueMakes, state);
  const shown = live.filter(({ name }) => {
    if (wanted !== "") return name.toLowerCase().includes(wanted);
    return all || largest.has(name) || selected.has(name);
  });
  return (
    <>
      {makes.length >= SEARCHABLE_BRANDS && (
        <input
          type="search"
          className={styles.search}
          aria-label="Find a brand"
          placeholder="Find a brand"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <div role="group" aria-label="Brand">
        {shown.map(({ name, count }) => (
          <CountedOption
            key={name}
            name={name}
            count={count}
            isOn={selected.has(name)}
            toggle={toggleMake}
            update={update}
            withLogo
          />
        ))}
      </div>
      {wanted !== "" && shown.length === 0 && (
        <p className={styles.none}>No brand matches “{text.trim()}”.</p>
      )}
      {wanted === "" && makes.length > FIRST_BRANDS && (
        <Button
          variant="quiet"
          size="s"
          className={styles.all}
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all ? "Show fewer brands" : `Show all ${makes.length} brands`}
        </Button>
      )}
    </>
  );
}

/** By the whole catalogue: a brand must not leave the list because its number falls. */
function namesOfLargest(makes: readonly Facet[]): ReadonlySet<string> {
  const largest = makes.toSorted((a, b) => b.count - a.count).slice(0, FIRST_BRANDS);
  return new Set(largest.map(({ name }) => name));
}
