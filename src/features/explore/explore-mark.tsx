import { memo } from "react";

import { evPath } from "../../routes.ts";
import type { DistanceFormats } from "../../vehicle/distance.ts";
import { formatPrice } from "../../vehicle/format.ts";
import { trimName } from "../catalogue/trim-name.ts";
import { BodyTypeMark } from "./body-type-mark.tsx";
import styles from "./explore-plot.module.css";
import type { ExplorePoint, ExploreTrim } from "./explore-points.ts";

interface ExploreMarkProps {
  /** its place among the points */
  at: number;
  point: ExplorePoint;
  /** the trim it leads to; undefined: none of its trims passes, it fades */
  trim: ExploreTrim | undefined;
  formatRange: DistanceFormats["formatRange"];
  isActive: boolean;
  tabIndex: number | undefined;
}

/** One mark: a link to its trim that says all its figures. */
export const ExploreMark = memo(function ExploreMark(props: ExploreMarkProps) {
  const { at, point, trim, formatRange, isActive, tabIndex } = props;
  const to = trim ?? point.trims[0];
  return (
    <a
      href={evPath(to.ev.id, to.trim)}
      aria-label={nameOf(point, to, formatRange(to.range), trim === undefined)}
      className={styles.mark}
      data-at={at}
      data-out={trim === undefined || undefined}
      data-active={isActive || undefined}
      tabIndex={tabIndex}
    >
      <svg x={`${round(point.left)}%`} y={`${round(point.top)}%`} overflow="visible">
        <BodyTypeMark bodyType={point.bodyType} />
      </svg>
    </a>
  );
});

/** Hundredths of a per cent are less than a tenth of a pixel. */
function round(percent: number): number {
  return Math.round(percent * 100) / 100;
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
