import { clsx } from "clsx";
import { memo, useMemo, useState } from "react";

import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { BrandLogo } from "../images/brand-logo.tsx";
import styles from "./choice-filters.module.css";
import { FIRST_BRANDS, SEARCHABLE_BRANDS } from "./control-limits.ts";
import type { Facet } from "./facets.ts";
import { selectedOf, toggleMake } from "./filter-selections.ts";
import { type Filters, useFilters } from "./use-filters.tsx";

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
          <BrandOption
            key={name}
            name={name}
            count={count}
            isOn={selected.has(name)}
            update={update}
          />
        ))}
      </div>
      {shown.length === 0 && <p className={styles.none}>No brand is called “{text.trim()}”.</p>}
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

interface BrandOptionProps extends Facet {
  isOn: boolean;
  update: Filters["update"];
}

/** By itself: with each key only some of the numbers change. */
const BrandOption = memo(function BrandOption({ name, count, isOn, update }: BrandOptionProps) {
  return (
    <Checkbox
      className={clsx(styles.option)}
      checked={isOn}
      onChange={() => update((now) => toggleMake(now, name))}
    >
      <span className={styles.row} data-none={count === 0}>
        <BrandLogo make={name} size={24} />
        <span className={styles.name}>{name}</span>
        <span className={styles.count}>{count}</span>
      </span>
    </Checkbox>
  );
});

/** By the whole catalogue: a brand must not leave the list because its number falls. */
function namesOfLargest(makes: readonly Facet[]): ReadonlySet<string> {
  const largest = makes.toSorted((a, b) => b.count - a.count).slice(0, FIRST_BRANDS);
  return new Set(largest.map(({ name }) => name));
}
