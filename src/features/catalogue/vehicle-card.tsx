import { memo, useId } from "react";
import { Link } from "wouter";

import { evPath } from "../../routes.ts";
import {
  formatAcceleration,
  formatCharging,
  formatPrice,
  formatRange,
} from "../../vehicle/format.ts";
import { zeroToSixtyOf } from "../../vehicle/trims.ts";
import type { Match } from "../filters/filters.ts";
import { VehiclePicture } from "../images/vehicle-picture.tsx";
import { Figure } from "./figure.tsx";
import { OtherTrims } from "./other-trims.tsx";
import { trimName } from "./trim-name.ts";
import styles from "./vehicle-card.module.css";

export interface VehicleCardProps {
  match: Match;
  /** called before the card or one of its trims is followed; keeps the scroll position (§4) */
  onOpen?: () => void;
  /** the picture is in the first view: load it at once */
  eager?: boolean;
}

/**
 * A model in the list (§2 EV table): its best passing trim, the others as thumbnails. The whole card
 * is one target; the thumbnails are their own.
 */
export const VehicleCard = memo(function VehicleCard({
  match: { ev, shown, passing },
  onOpen,
  eager = false,
}: VehicleCardProps) {
  const trimId = useId();
  return (
    <article className={styles.card}>
      <div className={styles.picture}>
        <VehiclePicture ev={ev} trim={shown} eager={eager} alt="" />
      </div>
      <header className={styles.names}>
        <h3 className={styles.name}>
          <Link
            href={evPath(ev.id, shown)}
            className={styles.link}
            aria-describedby={trimId}
            {...(onOpen && { onClick: onOpen })}
          >
            {ev.make} {ev.model}
          </Link>
        </h3>
        <p id={trimId} className={styles.trim}>
          {trimName(ev, shown)}
        </p>
      </header>
      <dl className={styles.figures}>
        <Figure lead label="Range" value={formatRange(shown.range)} />
        <Figure label="Price" value={formatPrice(shown.price)} />
        <Figure label="0-60" value={formatAcceleration(zeroToSixtyOf(shown))} />
        <Figure label="Fast charge" value={formatCharging(shown.charging)} />
      </dl>
      <OtherTrims ev={ev} shown={shown} passing={passing} {...(onOpen && { onOpen })} />
    </article>
  );
});
