import { isPlainClick } from "../../ui/plain-click.ts";
import { listen } from "../../ui/listen.ts";
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type MouseEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Link, useLocation } from "wouter";
import { BottomAxis, LeftAxis } from "../../ui/chart-axes.tsx";
import { useMedia, WIDE_SCREEN } from "../../ui/device.ts";
import { formatNumber, formatPrice, formatPriceLabel } from "../../domain/format.ts";
import { keyTarget, snapToStep } from "../../domain/slider-value.ts";
import slider from "../../ui/slider.module.css";
import { useDistance } from "../../ui/use-distance.ts";
import { priceCeiling } from "../filters/filter-views.ts";
import { useFilterField, useFilters } from "../filters/use-filters.tsx";
import { type Box, boxOf, BUDGET_LINE, edgesOf, useBrush } from "./explore-box.ts";
import styles from "./explore-plot.module.css";
import {
  BODY_TYPE_MARKS,
  type Drawings,
  type ExplorePoint,
  type ExplorePoints,
  type ExploreTrim,
  nearestPoint,
  nextPoint,
  passingTrim,
  PHONE_DRAWING,
  placeDrawings,
  type Rows,
} from "./explore-points.ts";
import { type ExploreAxis, type ExploreScale, priceTicks, rangeTicks } from "./explore-scale.ts";
import { withBase } from "../../domain/base-path.ts";
import { evPath } from "../../domain/routes.ts";
import type { DistanceFormats } from "../../domain/distance.ts";
import { useDocumentData } from "../../ui/document-data.ts";
import { trimName } from "../../domain/trims.ts";
import { drawingPath } from "../pictures/pictures.ts";
import labelStyles from "./explore-label.module.css";

/** A pointer this close to a mark selects it. */
const REACH_PX = 22;
const FINGER_REACH_PX = 32;

/** A link for each mark, the drawings, the areas outside the box and the budget line. Only in the browser. */
export const ExplorePlot = memo(function ExplorePlot(props: {
  points: ExplorePoints;
  /** undefined when all pass */
  rows: Rows | undefined;
}) {
  const { rows } = props;
  const { points, scale } = props.points;
  const [, navigate] = useLocation();
  const { formatRange } = useDistance();
  const plot = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<{ at: number; isHeld: boolean } | null>(null);
  const [stop, setStop] = useState(0);
  const brush = useBrush(plot, scale);
  const isRoomy = useMedia(WIDE_SCREEN, false);
  const drawings = useMemo(
    () => placeDrawings(points, rows, isRoomy ? undefined : PHONE_DRAWING),
    [isRoomy, points, rows],
  );

  const acceptsPoint = (point: ExplorePoint) => {
    const one = passingTrim(point, rows);
    return one !== undefined && (drawings.has(point) ? "drawn" : true);
  };
  const findPointNear = (event: MouseEvent, reach: number) => {
    const box = plot.current?.getBoundingClientRect();
    if (!box) return null;
    const point = { x: event.clientX - box.left, y: event.clientY - box.top };
    return nearestPoint(points, acceptsPoint, point, box, reach);
  };
  /** In the order of the points. Only keys need it, and an attribute on each mark would cost the page more. */
  const marks = () => [...(plot.current?.querySelectorAll<SVGAElement>("svg a") ?? [])];
  /** Returns the index of a mark or of an element in it, or -1 for any other element. */
  const pointOf = (target: EventTarget) => {
    const link: Element | null = target instanceof Element ? target.closest("a") : null;
    return marks().findIndex((mark) => mark === link);
  };
  const handleClick = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    if (brush.wasDrawn()) return;
    if (brush.isFinger()) {
      // Fingers are imprecise, so a tap shows the label of the nearest mark, and the link in the label opens
      // it.
      const at = findPointNear(event, FINGER_REACH_PX);
      return setActive(at === null ? null : { at, isHeld: true });
    }
    // A key press on the link has no pointer position; Firefox reports it as a press at the origin.
    const at =
      !event.detail || !(event.clientX || event.clientY)
        ? pointOf(event.target)
        : findPointNear(event, REACH_PX);
    const link = marks()[at ?? -1];
    if (link) navigate(`~${link.getAttribute("href")}`); // has the base path already
  };
  const isPassing = (point: ExplorePoint) => acceptsPoint(point) !== false;
  const handleKeyDown = (event: KeyboardEvent) => {
    const from = pointOf(event.target);
    if (from < 0) return;
    const at = nextPoint(points, isPassing, from, event.key);
    if (at === null) return;
    event.preventDefault();
    setStop(at);
    marks()[at]?.focus();
  };
  // A label opened by touch closes with Escape or a press elsewhere.
  useEffect(() => {
    if (!active) return;
    const end = (event: Event) => {
      const isOver =
        "key" in event
          ? event.key === "Escape"
          : event.target instanceof Node && !plot.current?.contains(event.target);
      if (isOver) setActive(null);
    };
    return listen(window, "keydown pointerdown", end);
  }, [active]);
  const stopPoint = points[stop];
  const firstStop =
    stopPoint && acceptsPoint(stopPoint) ? stop : Math.max(0, points.findIndex(acceptsPoint));

  const activePoint = active ? points[active.at] : undefined;
  const shownTrim = activePoint && passingTrim(activePoint, rows);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its keys and pointers are short ways to its links and sliders */}
      <div
        ref={plot}
        className={styles.area}
        data-drawing={brush.box !== null}
        role="group"
        aria-label="Trims by range and price. Arrow keys move between marks."
        onClick={handleClick}
        onKeyDown={handleKeyDown}
        onDragStart={(event) => event.preventDefault()}
        {...brush.handlers}
        onPointerMove={(event) => {
          const isDrawing = brush.handlers.onPointerMove(event);
          if (event.pointerType === "touch") return;
          const at = isDrawing ? null : findPointNear(event, REACH_PX);
          if (at !== (active?.at ?? null)) setActive(at === null ? null : { at, isHeld: false });
        }}
        onPointerLeave={() => active && !active.isHeld && setActive(null)}
        onFocus={(event) => {
          const at = pointOf(event.target);
          if (at >= 0 && event.target.matches(":focus-visible")) setActive({ at, isHeld: false });
        }}
        onBlur={() => active && !active.isHeld && setActive(null)}
      >
        <OutsideArea scale={scale} drawn={brush.box} />
        <svg className={styles.svg} width="100%" height="100%">
          <Axes scale={scale} />
          <g>
            {points.map((point, at) => (
              <ExploreMark
                key={point.trims[0].trim.rowId}
                point={point}
                trim={passingTrim(point, rows)}
                formatRange={formatRange}
                isActive={at === active?.at && shownTrim !== undefined}
                tabIndex={at === firstStop ? 0 : -1}
              />
            ))}
          </g>
          <ExploreDrawings drawings={drawings} active={activePoint} />
        </svg>
        {activePoint && shownTrim && (
          <ExploreLabel point={activePoint} shown={shownTrim} isHeld={active?.isHeld === true} />
        )}
      </div>
      <BudgetSlider scale={scale.price} />
    </>
  );
});

function Axes({ scale: { range, price } }: { scale: ExploreScale }) {
  const { perMile } = useDistance();
  return (
    <g aria-hidden>
      <LeftAxis
        gapPx={14}
        ticks={priceTicks(price).map((tick) => ({
          at: 100 - price.toPercent(tick),
          label: `$${formatPriceLabel(tick)}`,
        }))}
      />
      <BottomAxis
        gap="20"
        hasLines
        ticks={rangeTicks(range, perMile).map((tick) => ({
          at: range.toPercent(tick / perMile),
          label: formatNumber(tick),
        }))}
      />
    </g>
  );
}

/** The areas outside the box, also while it is being drawn. The edge of the upper one is the budget line. */
function OutsideArea({ scale, drawn }: { scale: ExploreScale; drawn: Box | null }) {
  const { state } = useFilters();
  const box = drawn ?? boxOf(state);
  const { left, right, top, bottom } = edgesOf(scale, box);
  return (
    <div aria-hidden>
      <div
        className={styles.out}
        style={{
          clipPath: `polygon(evenodd,0 0,100% 0,100% 100%,0 100%,0 0,${left}% ${top}%,${left}% ${bottom}%,${right}% ${bottom}%,${right}% ${top}%,${left}% ${top}%)`,
        }}
      />
      <p id={BUDGET_LINE} className={styles.budget} style={{ translate: `0 ${top}cqh` }}>
        {box.price.max !== null && formatPrice(box.price.max)}
      </p>
    </div>
  );
}

/** Fine enough for steps of $1,000. */
const SHARES = 1000;

/** The handle of the budget line, a native slider for mouse, touch and keyboard. */
function BudgetSlider({ scale: { at, toPercent: point, min, max, step } }: { scale: ExploreAxis }) {
  const { state, update } = useFilterField("price", "minPrice");
  const ceiling = priceCeiling(state);
  // Whole steps within the axis; at its end there is no ceiling.
  const ends = {
    min: Math.ceil(Math.max(min, at(0), (state.minPrice ?? 0) + step) / step) * step,
    max: Math.floor(Math.min(max, at(100)) / step) * step,
    step,
  };
  const move = (dollars: number) =>
    update((now) => ({ ...now, price: dollars >= ends.max ? null : snapToStep(dollars, ends) }), {
      gesture: "price",
    });
  const share = ceiling === null ? 1 : Math.min(1, Math.max(0, point(ceiling) / 100));
  return (
    <input
      type="range"
      autoComplete="off"
      className={`${slider.bare} ${styles.handle}`}
      data-set={ceiling !== null}
      aria-label="Maximum price on the chart"
      aria-valuetext={ceiling === null ? "not set" : `up to ${formatPrice(ceiling)}`}
      min={0}
      max={SHARES}
      step={1}
      value={Math.round(share * SHARES)}
      onChange={(event) => move(at((event.currentTarget.valueAsNumber / SHARES) * 100))}
      onKeyDown={(event) => {
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const target = keyTarget(event.key, event.shiftKey, ceiling ?? ends.max, ends);
        if (target === null) return;
        event.preventDefault();
        move(target);
      }}
    />
  );
}

/** Position and size of a picture around the centre of its car in the widest plot: 400, 265 of 800 by 450. */
const DRAWN = { x: -48, y: -32, width: 96, height: 54 };

/** The mark glides there from its previous position. */
function pointStyle({ left, top }: ExplorePoint): CSSProperties {
  return { translate: `${left.toFixed(1)}% ${top.toFixed(1)}%` };
}

/** A link to its trim, with all of its figures as the label. */
export const ExploreMark = memo(function ExploreMark(props: {
  point: ExplorePoint;
  /** trim that the mark links to; undefined when none of its trims pass, so the mark fades */
  trim: ExploreTrim | undefined;
  formatRange: DistanceFormats["formatRange"];
  isActive: boolean;
  tabIndex: number | undefined;
}) {
  const { point, trim, formatRange, isActive, tabIndex } = props;
  const { presentYear } = useDocumentData();
  const to = trim ?? point.trims[0];
  const isOut = trim === undefined;
  return (
    <a
      href={withBase(evPath(to.ev.id, to.trim))}
      aria-label={nameOf(point, to, presentYear, formatRange(to.range), isOut)}
      className={styles.mark}
      style={pointStyle(point)}
      data-out={isOut || undefined}
      data-active={isActive || undefined}
      tabIndex={tabIndex}
    >
      <circle className={styles.reach} r="6" />
      <path {...BODY_TYPE_MARKS[to.ev.bodyType]} />
    </a>
  );
});

/** Drawn instead of their marks, which remain as links; all are to the same scale. */
const ExploreDrawings = memo(function ExploreDrawings(props: {
  drawings: Drawings;
  active: ExplorePoint | undefined;
}) {
  const models = new Set<number>();
  return (
    <g aria-hidden>
      {Array.from(props.drawings, ([point, { ev, trim }]) => {
        // The first drawing of a model keeps its key, so that it glides from trim to trim.
        const key = models.has(ev.id) ? `trim ${trim.rowId}` : ev.id;
        models.add(ev.id);
        return (
          <image
            key={key}
            href={drawingPath(ev, "webp", 240)}
            {...DRAWN}
            className={styles.drawing}
            style={pointStyle(point)}
            data-active={point === props.active || undefined}
          />
        );
      })}
    </g>
  );
});

function nameOf(
  point: ExplorePoint,
  { ev, trim, price }: ExploreTrim,
  presentYear: number,
  far: string,
  isOut: boolean,
) {
  const more = point.trims.length - 1;
  return [
    `${ev.make} ${ev.model} ${trimName(ev, trim, presentYear)}`,
    ev.bodyType,
    far,
    formatPrice(price),
    ...(more > 0 ? [`and ${more} more nearby`] : []),
    ...(isOut ? ["does not match the filters"] : []),
  ].join(", ");
}

/** Puts a label where it stays within the plot: before or after a point at this percentage. */
const asideOf = (percent: number) => (percent > 55 ? "calc(-100% - 12px)" : "12px");

/** Hidden from screen readers, because the mark's own label says the same. */
export function ExploreLabel(props: {
  point: ExplorePoint;
  shown: ExploreTrim;
  /** chosen by touch: the label stays and has a link */
  isHeld: boolean;
}) {
  const { point, shown, isHeld } = props;
  const { ev, trim, range, price } = shown;
  const { formatRange } = useDistance();
  const more = point.trims.length - 1;
  return (
    <div
      aria-hidden={!isHeld}
      className={labelStyles.label}
      data-held={isHeld}
      style={{
        left: `${point.left}%`,
        top: `${point.top}%`,
        translate: `${asideOf(point.left)} ${asideOf(point.top)}`,
      }}
    >
      <strong translate="no">
        {ev.make} {ev.model}
      </strong>
      <span className="quiet" translate="no">
        {trimName(ev, trim, useDocumentData().presentYear)}
      </span>
      <span className={labelStyles.figures}>
        {formatRange(range)} · {formatPrice(price)}
      </span>
      <span className="quiet">
        {ev.bodyType}
        {more > 0 && `, and ${more} more nearby`}
      </span>
      {isHeld && (
        <Link
          href={evPath(ev.id, trim)}
          className={labelStyles.open}
          onClick={(event) => event.stopPropagation()}
        >
          Open
        </Link>
      )}
    </div>
  );
}
