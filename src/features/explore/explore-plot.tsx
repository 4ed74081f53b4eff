import { type KeyboardEvent, memo, type MouseEvent, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";

import { evPath } from "../../routes.ts";
import { toKilometers } from "../../vehicle/distance.ts";
import { formatPriceLabel } from "../../vehicle/format.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import { useHydrated } from "../../ui/hydrated.ts";
import { priceCeiling, rangeBounds } from "../filters/filter-views.ts";
import { useFilters } from "../filters/use-filters.tsx";
import { applySelection, useBrush } from "./explore-brush.ts";
import { ExploreLabel, ExploreMark, MarkShapes } from "./explore-mark.tsx";
import styles from "./explore-plot.module.css";
import {
  type ExplorePoint,
  type ExplorePoints,
  type ExploreScale,
  nearestPoint,
  nextPoint,
  passingTrim,
  type Rows,
} from "./explore-points.ts";
import { MilesThumb, PriceThumb } from "./explore-thumbs.tsx";

/** A pointer this near to a mark means it. */
const REACH_PX = 22;
const FINGER_REACH_PX = 32;

/** Axes, a link per mark, what the filters leave out, the thumbs and the box. */
export const ExplorePlot = memo(function ExplorePlot(props: { placed: ExplorePoints; rows: Rows }) {
  const { rows } = props;
  const { points, scale } = props.placed;
  const [, navigate] = useLocation();
  const isHydrated = useHydrated();
  const distance = useDistance();
  const plot = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<{ at: number; isHeld: boolean } | null>(null);
  const [stop, setStop] = useState(0);
  const brush = useBrush(plot, scale);

  const takes = (point: ExplorePoint) => passingTrim(point, rows) !== undefined;
  const near = (event: MouseEvent, reach: number) => {
    const box = plot.current?.getBoundingClientRect();
    if (!box) return null;
    const place = { x: event.clientX - box.left, y: event.clientY - box.top };
    return nearestPoint(points, takes, place, box, reach);
  };
  const hrefOf = (at: number) => {
    const point = points[at];
    const to = point && (passingTrim(point, rows) ?? point.trims[0]);
    return to && evPath(to.ev.id, to.trim);
  };
  const click = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (brush.wasDrawn()) return;
    const link = linkOf(event.target);
    // A key on the link itself; no pointer tells where.
    if (event.detail === 0 && link) return navigate(link.getAttribute("href") ?? "");
    if (brush.isFinger()) {
      // Fingers are wide: the label names the mark, and its own link opens it.
      const at = near(event, FINGER_REACH_PX);
      return setActive(at === null ? null : { at, isHeld: true });
    }
    const at = near(event, REACH_PX);
    const href = at === null ? undefined : hrefOf(at);
    if (href) navigate(href);
  };
  /** In the order of the points. Asked only for a key: an attribute on each would cost the page more. */
  const marks = () => [...(plot.current?.querySelectorAll<SVGAElement>("svg a") ?? [])];
  /** Of a mark or what is in it; -1 of anything else. */
  const placeOf = (target: EventTarget) => {
    const link = linkOf(target);
    return marks().findIndex((mark) => mark === link);
  };
  const press = (event: KeyboardEvent) => {
    const from = placeOf(event.target);
    if (from < 0) return;
    const at = nextPoint(points, takes, from, event.key);
    if (at === null) return;
    event.preventDefault();
    setStop(at);
    marks()[at]?.focus();
  };
  // A label that no pointer can leave ends with Escape or a press elsewhere.
  useEffect(() => {
    if (!active) return;
    const end = (event: Event) => {
      const isOver =
        "key" in event
          ? event.key === "Escape"
          : event.target instanceof Node && !plot.current?.contains(event.target);
      if (isOver) setActive(null);
    };
    const listeners = new AbortController();
    for (const type of ["keydown", "pointerdown"]) {
      addEventListener(type, end, { signal: listeners.signal });
    }
    return () => listeners.abort();
  }, [active]);
  const stopPoint = points[stop];
  const firstStop = stopPoint && takes(stopPoint) ? stop : Math.max(0, points.findIndex(takes));

  const shown = active && points[active.at];
  const shownTrim = shown && passingTrim(shown, rows);
  return (
    <div className={styles.frame} data-late data-ready={isHydrated}>
      <p aria-hidden className={styles.axis}>
        Price
      </p>
      {/* Its keys and pointers are short ways to the links and sliders that are there. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={plot}
        className={styles.plot}
        data-drawing={brush.selection !== null}
        role="group"
        aria-label="Trims by range and price. Arrow keys move between marks."
        onClick={click}
        onKeyDown={press}
        onDragStart={(event) => event.preventDefault()}
        {...brush.handlers}
        onPointerMove={(event) => {
          const isDrawing = brush.handlers.onPointerMove(event);
          if (event.pointerType === "touch") return;
          const at = isDrawing ? null : near(event, REACH_PX);
          if (at !== (active?.at ?? null)) setActive(at === null ? null : { at, isHeld: false });
        }}
        onPointerLeave={() => active && !active.isHeld && setActive(null)}
        onFocus={(event) => {
          const at = placeOf(event.target);
          if (at >= 0 && event.target.matches(":focus-visible")) setActive({ at, isHeld: false });
        }}
        onBlur={() => active && !active.isHeld && setActive(null)}
      >
        <svg className={styles.svg} width="100%" height="100%">
          <MarkShapes />
          <Grid scale={scale} />
          {isHydrated && <LeftOut scale={scale} selection={brush.selection} />}
          <g>
            {/* A document would hold as much of them as of everything else. */}
            {isHydrated &&
              points.map((point, at) => (
                <ExploreMark
                  key={point.trims[0].trim.rowId}
                  point={point}
                  trim={passingTrim(point, rows)}
                  formatRange={distance.formatRange}
                  isActive={at === active?.at && shownTrim !== undefined}
                  tabIndex={at === firstStop ? 0 : -1}
                />
              ))}
          </g>
        </svg>
        {shown && shownTrim && (
          <ExploreLabel point={shown} shown={shownTrim} isHeld={active.isHeld} />
        )}
      </div>
      <div className={styles.thumbs}>
        <MilesThumb scale={scale} />
        <PriceThumb scale={scale} />
      </div>
      <p aria-hidden className={styles.axisBelow}>
        Range in {distance.unit}
      </p>
    </div>
  );
});

/** A mark's, or the label's. */
function linkOf(target: EventTarget): Element | null {
  return target instanceof Element ? target.closest("a") : null;
}

function Grid({ scale }: { scale: ExploreScale }) {
  const distance = useDistance();
  return (
    <g aria-hidden>
      {scale.dollars.map((tick) => {
        const y = `${scale.top(tick)}%`;
        return (
          <g key={tick}>
            <line className={styles.grid} x1="0" x2="100%" y1={y} y2={y} />
            <text className={styles.tick} x="-8" y={y} dy="0.32em" textAnchor="end">
              ${formatPriceLabel(tick)}
            </text>
          </g>
        );
      })}
      {scale.rangeTicks(distance.unit === "km" ? toKilometers(1) : 1).map(({ figure, left }) => {
        const x = `${left}%`;
        return (
          <g key={figure}>
            <line className={styles.grid} x1={x} x2={x} y1="0" y2="100%" />
            <text className={styles.tick} x={x} y="100%" dy="34" textAnchor="middle">
              {figure}
            </text>
          </g>
        );
      })}
    </g>
  );
}

interface LeftOutProps {
  scale: ExploreScale;
  selection: ReturnType<typeof useBrush>["selection"];
}

/** What range and price leave out, or would when a box is drawn. */
function LeftOut({ scale, selection }: LeftOutProps) {
  const { state: now } = useFilters();
  const state = selection ? applySelection(now, selection) : now;
  const { min, max } = rangeBounds(state);
  const dollars = priceCeiling(state);
  const left = min === null ? 0 : clamp(scale.left(min));
  const right = max === null ? 100 : clamp(scale.left(max));
  const top = dollars === null ? 0 : clamp(scale.top(dollars));
  const edges = [
    { isShown: min !== null, x: [left, left], y: [top, 100] },
    { isShown: max !== null, x: [right, right], y: [top, 100] },
    { isShown: dollars !== null, x: [left, right], y: [top, top] },
  ];
  return (
    <g aria-hidden>
      <rect className={styles.out} width={`${left}%`} height="100%" />
      <rect className={styles.out} x={`${right}%`} width={`${100 - right}%`} height="100%" />
      <rect
        className={styles.out}
        x={`${left}%`}
        width={`${Math.max(0, right - left)}%`}
        height={`${top}%`}
      />
      {edges.map(
        ({ isShown, x, y }, at) =>
          isShown && (
            <line
              key={at}
              className={styles.edge}
              x1={`${x[0]}%`}
              x2={`${x[1]}%`}
              y1={`${y[0]}%`}
              y2={`${y[1]}%`}
            />
          ),
      )}
    </g>
  );
}

function clamp(percent: number): number {
  return Math.min(100, Math.max(0, percent));
}
