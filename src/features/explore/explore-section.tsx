import { X } from "lucide-react";
import { useMemo, useState } from "react";

import { Button } from "../../ui/button.tsx";
import { lazyOptional } from "../../ui/lazy.tsx";
import type { DistanceFormats } from "../../domain/distance.ts";
import { countOf, formatCount, formatPrice } from "../../domain/format.ts";
import { present } from "../../domain/trims.ts";
import { useMedia } from "../../ui/device.ts";
import { useDistance } from "../../ui/use-distance.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { BODY_TYPES } from "../../domain/field-options.ts";
import { parseFilters, serializeFilters } from "../filters/filter-address.ts";
import { toVehicleFilter } from "../filters/filter-views.ts";
import { findModels, type Match } from "../../domain/filters/find-models.ts";
import { focusMatchCount } from "../filters/match-count.tsx";
import { scrollToList } from "../../ui/scrolling/scroll-to-section.ts";
import { DEFAULT_SORT } from "../../domain/filters/sort.ts";
import { type FilterResults, useFilters, useMakes } from "../filters/use-filters.tsx";
import { applyBox, type Box, boxOf, OPEN_BOX } from "./explore-box.ts";
import styles from "./explore-section.module.css";
import {
  BODY_TYPE_MARKS,
  type ExplorePoints,
  type Market,
  marketOf,
  passingRows,
  toPoints,
} from "./explore-points.ts";

export const TITLE = "The whole market at a glance";

/** Its marks would double the size of the document, so it is not rendered on the server. */
const Plot = lazyOptional(async () => (await import("./explore-plot.tsx")).ExplorePlot);

/** Narrower screens show the chart after a press; the style sheet has the same query. */
const CHART_SCREEN = "(min-width: 1024px)";

/** Charts every car that passes the other filters by range and price; its box filters further. */
export function ExploreSection(props: {
  /** the passing trims; null until they are known, which shows all */
  results: FilterResults | null;
  /** the same on the server and during hydration */
  evs: readonly Ev[];
}) {
  const { results, evs } = props;
  const [isOpen, setOpen] = useState(false);
  const isRoomy = useMedia(CHART_SCREEN, false);
  const distance = useDistance();
  const { update } = useFilters();
  const makes = useMakes();
  const market = marketOf(evs);
  const others = useOthers(evs, market, results, makes);
  const points = toPoints(others.drawn);
  const rows = useMemo(() => results && passingRows(results.found.matches), [results]);
  const passing = rows ? others.drawn.filter(({ trim }) => rows.has(trim.rowId)) : others.drawn;
  const box = results ? boxOf(results.state) : OPEN_BOX;
  // Counted as in the list, which includes trims that cannot be drawn.
  const models = results?.found.modelCount ?? evs.length;
  const trimCount = results?.found.trimCount ?? market.trimCount;
  const hasPoints = others.drawn.length > 0;

  return (
    <section
      aria-label={TITLE}
      className={styles.explore}
      // The marks are drawn in the browser.
      data-scripted
    >
      <h3 className={styles.title}>{headlineOf(box, results?.found.matches ?? [], distance)}</h3>
      {!isOpen && hasPoints && (
        <Button size="s" className={styles.open} onClick={() => setOpen(true)}>
          Show the chart
        </Button>
      )}
      {!hasPoints ? (
        <p className="note">
          {market.trims.length === 0
            ? "No trims have both a price and a range yet."
            : "No trims with a price and a range match the other filters."}
        </p>
      ) : (
        <div className={styles.body} data-open={isOpen || undefined}>
          <p className="note">
            More range for less money: lower right. Drag the red line to set your budget
            <span className={styles.mouse}>, or draw a box</span>.
          </p>
          <div className={styles.reading}>
            <p>
              <strong>{formatCount(passing.length)}</strong> of {countOf(others.trimCount, "trim")}
              {others.trimCount < market.trimCount &&
                ` that ${others.trimCount === 1 ? "matches" : "match"} the other filters`}
            </p>
            {[box.range, box.price].some(({ min, max }) => min !== null || max !== null) && (
              <Button
                variant="quiet"
                size="s"
                aria-label="Clear range and price"
                onClick={() => update((now) => applyBox(now, OPEN_BOX))}
              >
                <X aria-hidden />
                Clear
              </Button>
            )}
            <Button
              size="s"
              className={styles.show}
              disabled={models === 0}
              onClick={() => {
                scrollToList();
                focusMatchCount();
              }}
            >
              {models === 0
                ? "No model to show"
                : `Show ${models === 1 ? "this model" : `these ${formatCount(models)} models`}`}
            </Button>
          </div>
          <Legend shown={market.bodyTypes} />
          <div className={styles.frame} data-late>
            <p aria-hidden className={styles.axis}>
              Price
            </p>
            <div className={styles.plot}>
              {(isRoomy || isOpen) && <Plot points={points} rows={rows ?? undefined} />}
            </div>
            <p aria-hidden className={styles.axisBelow}>
              Range in {distance.unit}
            </p>
          </div>
          <p className="note">
            All cars are drawn to the same scale.{" "}
            {remarks(trimCount - passing.length, points, others.drawn.length)}
          </p>
        </div>
      )}
    </section>
  );
}

/**
 * Changes with the budget line: `$40,000 buys 290 miles in 7 models`. Without a minimum range it states how
 * much range the budget buys. Trims without a price are not counted, nor, if it says one, without a range.
 */
export function headlineOf(
  { range: { min: minRange }, price: { max: maxPrice } }: Box,
  matches: readonly Match[],
  { formatRange }: Pick<DistanceFormats, "formatRange">,
): string {
  if (maxPrice === null) return TITLE;
  const ranges = matches.flatMap(({ trims }) => {
    const bought = trims.filter(({ price }) => present(price) !== null);
    if (bought.length === 0) return [];
    return Math.max(...bought.map(({ range }) => present(range) ?? 0));
  });
  const models = (minRange === null ? ranges : ranges.filter((range) => range > 0)).length;
  const farthest = Math.max(...ranges);
  const bought = () => {
    if (models === 0) return "no model";
    if (minRange !== null) return `${formatRange(minRange)} in ${countOf(models, "model")}`;
    if (farthest === 0) return `${countOf(models, "model")} without a known range`;
    return `up to ${formatRange(farthest)} in ${countOf(models, "model")}`;
  };
  return `${formatPrice(maxPrice)} buys ${bought()}`;
}

/** Returns what passes every filter but the chart's own: the trims with price and range, and the number of all. */
function useOthers(
  evs: readonly Ev[],
  market: Market,
  results: FilterResults | null,
  makes: readonly string[],
) {
  const filters = results
    ? serializeFilters({ ...applyBox(results.state, OPEN_BOX), sort: DEFAULT_SORT })
    : "";
  return useMemo(() => {
    const { trims, trimCount } = market;
    if (filters === "") return { drawn: trims, trimCount };
    const state = parseFilters(filters);
    const options = { quick: state.quick, isWhole: true };
    const found = findModels(evs, toVehicleFilter(state, makes), DEFAULT_SORT, options);
    const rows = passingRows(found.matches);
    return {
      drawn: trims.filter(({ trim }) => rows.has(trim.rowId)),
      trimCount: found.trimCount,
    };
  }, [evs, market, makes, filters]);
}

function Legend({ shown }: { shown: Market["bodyTypes"] }) {
  return (
    <ul className={styles.legend} aria-label="Body types">
      {BODY_TYPES.filter((type) => shown.has(type)).map((type) => (
        <li key={type}>
          <svg aria-hidden viewBox="-7 -7 14 14" className={styles.sample}>
            <path {...BODY_TYPE_MARKS[type]} />
          </svg>
          {type}
        </li>
      ))}
    </ul>
  );
}

/** @param undrawn number of matching trims that lack a figure */
function remarks(
  undrawn: number,
  { points, isGrouped, beyond }: ExplorePoints,
  trims: number,
): string {
  return [
    beyond > 0 &&
      `${countOf(beyond, "trim")} beyond the axes ${beyond === 1 ? "is" : "are"} drawn at the edge.`,
    isGrouped &&
      `${points.length} marks represent ${formatCount(trims)} trims that are close together.`,
    undrawn > 0 &&
      `${countOf(undrawn, "trim")} without a price or range ${undrawn === 1 ? "is" : "are"} not shown.`,
  ]
    .filter(Boolean)
    .join(" ");
}
