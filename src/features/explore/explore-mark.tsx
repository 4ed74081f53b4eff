import { clsx } from "clsx";
import { memo } from "react";

import { evPath } from "../../routes.ts";
import type { DistanceFormats } from "../../vehicle/distance.ts";
import { formatPrice } from "../../vehicle/format.ts";
import { BODY_TYPES, type BodyType } from "../../vehicle/vehicle.ts";
import { trimName } from "../catalogue/trim-name.ts";
import { BodyTypeMark } from "./body-type-mark.tsx";
import styles from "./explore-plot.module.css";
import type { ExplorePoint, ExploreTrim } from "./explore-points.ts";

interface ExploreMarkProps {
  point: ExplorePoint;
  /** the trim it leads to; undefined: none of its trims passes, it fades */
  trim: ExploreTrim | undefined;
  formatRange: DistanceFormats["formatRange"];
  isActive: boolean;
  tabIndex: number | undefined;
}

const shapeId = (bodyType: BodyType, isOut: boolean) =>
  `explore-${isOut ? "out" : "mark"}-${BODY_TYPES.indexOf(bodyType)}`;

/**
 * What the marks are drawn with. To the browser every SVG inside another is a layer of its own, which
 * it arranges with each key anywhere on the page; hundreds of them cost it more than all the rest.
 */
export function MarkShapes() {
  return (
    <defs>
      {BODY_TYPES.flatMap((bodyType) =>
        [false, true].map((isOut) => (
          <marker
            key={shapeId(bodyType, isOut)}
            id={shapeId(bodyType, isOut)}
            className={clsx(styles.shape, isOut && styles.faded)}
            overflow="visible"
          >
            <BodyTypeMark bodyType={bodyType} />
          </marker>
        )),
      )}
    </defs>
  );
}

/** One mark: a link to its trim that says all its figures. A document holds hundreds of them. */
export const ExploreMark = memo(function ExploreMark(props: ExploreMarkProps) {
  const { point, trim, formatRange, isActive, tabIndex } = props;
  const to = trim ?? point.trims[0];
  const isOut = trim === undefined;
  const [x, y] = [`${round(point.left)}%`, `${round(point.top)}%`];
  // Also the key: WebKit does not paint a line again whose marker has changed.
  const shape = shapeId(point.bodyType, isOut);
  return (
    <a
      href={evPath(to.ev.id, to.trim)}
      aria-label={nameOf(point, to, formatRange(to.range), isOut)}
      className={styles.mark}
      data-out={isOut || undefined}
      data-active={isActive || undefined}
      tabIndex={tabIndex}
    >
      <circle className={styles.reach} cx={x} cy={y} r="6" />
      {isActive ? (
        <svg x={x} y={y} overflow="visible">
          <BodyTypeMark bodyType={point.bodyType} />
        </svg>
      ) : (
        <line key={shape} x1={x} x2={x} y1={y} y2={y} markerEnd={`url(#${shape})`} />
      )}
    </a>
  );
});

/** Half a tenth of a per cent is about half a pixel at most. */
function round(percent: number): number {
  return Math.round(percent * 10) / 10;
}

function nameOf(
  point: ExplorePoint,
  { ev, trim, price }: ExploreTrim,
  far: string,
  isOut: boolean,
) {
  const more = point.trims.length - 1;
  return [
    `${ev.make} ${ev.model} ${trimName(ev, trim)}`,
    ev.bodyType,
    far,
    formatPrice(price),
    ...(more > 0 ? [`and ${more} more close by`] : []),
    ...(isOut ? ["does not match the filters"] : []),
  ].join(", ");
}
