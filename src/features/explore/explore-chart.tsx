import { X } from "lucide-react";
import { type RefObject, startTransition, useEffect, useMemo, useRef, useState } from "react";
import { Link } from "wouter";

import { evPath } from "../../routes.ts";
import { Button } from "../../ui/button.tsx";
import { formatCount } from "../../vehicle/counts.ts";
import { formatPrice } from "../../vehicle/format.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import { trimName } from "../../vehicle/trims.ts";
import { BODY_TYPES, type Ev } from "../../vehicle/vehicle.ts";
import { useHydrated } from "../../ui/hydrated.ts";
import { clearPrice, clearRange } from "../filters/filter-state.ts";
import { priceCeiling, rangeBounds } from "../filters/filter-views.ts";
import { ChartFields } from "../filters/slider-filters.tsx";
import type { Match } from "../filters/find-models.ts";
import { useFilters } from "../filters/use-filters.tsx";
import styles from "./explore-chart.module.css";
import { BodyTypeMark } from "./explore-mark.tsx";
import { ExplorePlot } from "./explore-plot.tsx";
import {
  ALL_ROWS,
  type ExplorePoints,
  passingRows,
  placePoints,
  type ExploreTrim,
} from "./explore-points.ts";
import tableStyles from "./explore-table.module.css";

interface ExploreChartProps {
  /** what passes; all until that is known */
  matches: readonly Match[] | undefined;
  /** the same on the server and for hydration */
  evs: readonly Ev[];
}

/** Every trim by its range and price; it follows the filters and sets two of them. */
export function ExploreChart({ matches, evs }: ExploreChartProps) {
  const [isTableOpen, setTableOpen] = useState(false);
  const section = useRef<HTMLElement>(null);
  const drawn = useWhenSeen(section, matches);
  const placed = placePoints(evs);
  const rows = useMemo(() => (drawn ? passingRows(drawn) : ALL_ROWS), [drawn]);
  const passing = useMemo(
    () =>
      rows === ALL_ROWS ? placed.drawn : placed.drawn.filter(({ trim }) => rows.has(trim.rowId)),
    [placed, rows],
  );
  const total = placed.drawn.length;
  return (
    <section
      ref={section}
      aria-labelledby="explore-title"
      className={styles.explore}
      // Its marks are drawn in the browser.
      data-scripted
    >
      <header className={styles.head}>
        <div>
          <h3 id="explore-title" className={styles.title}>
            Explore price by range
          </h3>
          <p className={styles.lead}>
            Far and affordable is at the lower right. Move the two thumbs
            <span className={styles.mouse}>
              {" "}
              or draw a box (its sides set the range, its top the highest price)
            </span>{" "}
            to filter.
          </p>
        </div>
        {total > 0 && <ChartFields />}
        <Reading passing={passing.length} total={total} />
      </header>
      {total === 0 ? (
        <p className={styles.note}>No trim has both a price and a range yet.</p>
      ) : (
        <>
          <Legend placed={placed} />
          <ExplorePlot placed={placed} rows={rows} />
          <footer className={styles.foot}>
            <p className={styles.note}>{remarks(placed)}</p>
            <Button
              size="s"
              aria-expanded={isTableOpen}
              aria-controls="explore-table"
              onClick={() => setTableOpen(!isTableOpen)}
            >
              {isTableOpen ? "Hide table" : "Show as table"}
            </Button>
          </footer>
          <div id="explore-table" hidden={!isTableOpen}>
            {isTableOpen && <ExploreTable trims={passing} />}
          </div>
        </>
      )}
    </section>
  );
}

/** The filters that the chart sets, and how many trims pass. */
function Reading({ passing, total }: { passing: number; total: number }) {
  const { formatRange } = useDistance();
  const { state, update } = useFilters();
  const isHydrated = useHydrated();
  const { min, max } = rangeBounds(state);
  const ceiling = priceCeiling(state);
  const isSet = isHydrated && (state.rangeTouched || state.priceTouched);
  return (
    <div className={styles.reading}>
      <p>
        <strong>{formatCount(passing)}</strong> of {formatCount(total)} trims
        {isSet && min !== null && ` · at least ${formatRange(min)}`}
        {isSet && max !== null && ` · at most ${formatRange(max)}`}
        {isSet && ceiling !== null && ` · up to ${formatPrice(ceiling)}`}
      </p>
      {isSet && (
        <Button
          variant="quiet"
          size="s"
          aria-label="Clear range and price"
          onClick={() => update((now) => clearPrice(clearRange(now)))}
        >
          <X aria-hidden />
          Clear
        </Button>
      )}
    </div>
  );
}

function Legend({ placed: { bodyTypes } }: { placed: ExplorePoints }) {
  return (
    <ul className={styles.legend} aria-label="Body types">
      {BODY_TYPES.filter((type) => bodyTypes.has(type)).map((type) => (
        <li key={type}>
          <svg aria-hidden viewBox="-7 -7 14 14" className={styles.sample}>
            <BodyTypeMark bodyType={type} />
          </svg>
          {type} <span className={styles.count}>{formatCount(bodyTypes.get(type) ?? 0)}</span>
        </li>
      ))}
    </ul>
  );
}

function remarks({ points, drawn, missing, isGrouped }: ExplorePoints): string {
  const grouped = isGrouped
    ? `${points.length} marks stand for ${formatCount(drawn.length)} trims, each for those that lie together. `
    : "";
  if (missing === 0) return `${grouped}Each price step is a multiple of the one below.`;
  const left = missing === 1 ? "1 trim has" : `${formatCount(missing)} trims have`;
  return `${grouped}${left} no price or no range yet and cannot be drawn.`;
}

const MOST_ROWS = 500;

/** The chart in words: the trims that pass, the farthest first. */
function ExploreTable({ trims }: { trims: readonly ExploreTrim[] }) {
  const { formatRange } = useDistance();
  const shown = trims.toReversed().slice(0, MOST_ROWS);
  const count = formatCount(trims.length);
  return (
    // It scrolls, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label="Trims by range" tabIndex={0} className={tableStyles.frame}>
      <table className={tableStyles.table}>
        <caption className={tableStyles.caption}>
          {shown.length < trims.length
            ? `The ${MOST_ROWS} trims with the longest range of ${count} that match. Filter to see others.`
            : `${count} ${trims.length === 1 ? "trim matches" : "trims match"}, the longest range first.`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Car</th>
            <th scope="col">Body type</th>
            <th scope="col">Range</th>
            <th scope="col">Price</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ ev, trim, range, price }) => (
            <tr key={trim.rowId}>
              <th scope="row">
                <Link href={evPath(ev.id, trim)}>
                  {ev.make} {ev.model}
                </Link>{" "}
                <span className={tableStyles.trim}>{trimName(ev, trim)}</span>
              </th>
              <td>{ev.bodyType}</td>
              <td>{formatRange(range)}</td>
              <td>{formatPrice(price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What comes this close to the screen counts as seen. */
const NEAR = "200px 0px";
/** What is not seen follows after so long without a change. */
const REST_MS = 800;

/** For a value that costs much to show: changes at once only while the element is near the screen. */
function useWhenSeen<T>(element: RefObject<Element | null>, value: T): T {
  const [isNear, setNear] = useState(false);
  const [held, setHeld] = useState(value);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => startTransition(() => setNear(entries.at(-1)?.isIntersecting === true)),
      { rootMargin: NEAR },
    );
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  useEffect(() => {
    const follow = () => startTransition(() => setHeld(() => value));
    const timer = setTimeout(follow, isNear ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [value, isNear]);
  return isNear ? value : held;
}
