import { clsx } from "clsx";
import { Link } from "wouter";

import { evPath } from "../../routes.ts";
import { formatPrice } from "../../vehicle/format.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import type { Match } from "../filters/filters.ts";
import { VehiclePicture } from "../images/vehicle-picture.tsx";
import styles from "./other-trims.module.css";
import type { RenderTrimActions } from "./trim-actions.ts";
import { MAX_TRIM_COLUMNS } from "./list-limits.ts";
import { trimName } from "./trim-name.ts";

export interface OtherTrimsProps extends Match {
  onOpen?: () => void;
  /** on each thumbnail */
  renderActions?: RenderTrimActions | undefined;
}

/**
 * Thumbnails of the trims that the card does not show: up to three in as many columns, more in a
 * strip that scrolls sideways (§2). Those that do not pass the filters are dimmed (readings 5).
 */
export function OtherTrims({ ev, shown, passing, onOpen, renderActions }: OtherTrimsProps) {
  const { formatRange } = useDistance();
  const others = ev.trims.filter((trim) => trim.index !== shown.index);
  if (others.length === 0) return null;
  const isStrip = others.length > MAX_TRIM_COLUMNS;
  return (
    <ul
      aria-label={`Other trims of the ${ev.make} ${ev.model}`}
      className={isStrip ? styles.strip : styles.columns}
      style={
        isStrip ? undefined : { gridTemplateColumns: `repeat(${others.length}, minmax(0, 1fr))` }
      }
    >
      {others.map((trim) => {
        const passes = passing.includes(trim.index);
        return (
          <li key={trim.index} className={clsx(styles.item, !passes && styles.dimmed)}>
            <Link
              href={evPath(ev.id, trim)}
              className={styles.thumbnail}
              {...(onOpen && { onClick: onOpen })}
            >
              <span className={styles.picture}>
                <VehiclePicture ev={ev} trim={trim} alt="" />
              </span>
              <span className={styles.text}>
                <span className={styles.name}>{trimName(ev, trim)}</span>
                <span className={styles.figures}>
                  <span className={styles.range}>{formatRange(trim.range)}</span>
                  <span>{formatPrice(trim.price)}</span>
                </span>
                {!passes && <span className="visually-hidden">does not match your filters</span>}
              </span>
            </Link>
            {renderActions && (
              <div className={styles.actions}>{renderActions(ev, trim, { compact: true })}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
