import { type CSSProperties, memo } from "react";
import { Link } from "wouter";

import { withBase } from "../../domain/base-path.ts";
import { evPath } from "../../domain/routes.ts";
import type { DistanceFormats } from "../../domain/distance.ts";
import { formatPrice } from "../../domain/format.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { useDocumentData } from "../../ui/document-data.ts";
import { trimName } from "../../domain/trims.ts";
import { drawingPath } from "../pictures/pictures.ts";
import labelStyles from "./explore-label.module.css";
import styles from "./explore-plot.module.css";
import {
  BODY_TYPE_SHAPES,
  type Drawings,
  type ExplorePoint,
  type ExploreTrim,
} from "./explore-points.ts";

/** Position and size of a picture around the centre of its car in the widest plot: 400, 265 of 800 by 450. */
const DRAWN = { x: -48, y: -32, width: 96, height: 54 };

interface ExploreMarkProps {
  point: ExplorePoint;
  /** trim that the mark links to; undefined when none of its trims pass, so the mark fades */
  trim: ExploreTrim | undefined;
  formatRange: DistanceFormats["formatRange"];
  isActive: boolean;
  tabIndex: number | undefined;
}

/** The mark glides there from its previous position. */
function placedAt({ left, top }: ExplorePoint): CSSProperties {
  return { translate: `${left.toFixed(1)}% ${top.toFixed(1)}%` };
}

/** A link to its trim, with all of its figures as the label. */
export const ExploreMark = memo(function ExploreMark(props: ExploreMarkProps) {
  const { point, trim, formatRange, isActive, tabIndex } = props;
  const { presentYear } = useDocumentData();
  const to = trim ?? point.trims[0];
  const isOut = trim === undefined;
  return (
    <a
      href={withBase(evPath(to.ev.id, to.trim))}
      aria-label={nameOf(point, to, presentYear, formatRange(to.range), isOut)}
      className={styles.mark}
      style={placedAt(point)}
      data-out={isOut || undefined}
      data-active={isActive || undefined}
      tabIndex={tabIndex}
    >
      <circle className={styles.reach} r="6" />
      <path data-body={to.ev.bodyType} d={BODY_TYPE_SHAPES[to.ev.bodyType]} />
    </a>
  );
});

/** Drawn instead of their marks, which remain as links; all are to the same scale. */
export const ExploreDrawings = memo(function ExploreDrawings(props: {
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
            style={placedAt(point)}
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

interface ExploreLabelProps {
  point: ExplorePoint;
  shown: ExploreTrim;
  /** chosen by touch: the label stays and has a link */
  isHeld: boolean;
}

/** Hidden from screen readers, because the mark's own label says the same. */
export function ExploreLabel({
  point,
  shown: { ev, trim, range, price },
  isHeld,
}: ExploreLabelProps) {
  const { formatRange } = useDistance();
  const more = point.trims.length - 1;
  return (
    <div
      aria-hidden={!isHeld}
      className={labelStyles.label}
      data-held={isHeld}
      data-side={point.left > 55 ? "left" : "right"}
      data-level={point.top > 55 ? "above" : "below"}
      style={{ left: `${point.left}%`, top: `${point.top}%` }}
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
