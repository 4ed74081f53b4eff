import { memo } from "react";
import { Link } from "wouter";

import { evPath } from "../../routes.ts";
import {
  formatAcceleration,
  formatCharging,
  formatPrice,
  NOT_AVAILABLE,
} from "../../vehicle/format.ts";
import { usePresentYear } from "../../vehicle/present-year.ts";
import { present, zeroToSixtyOf } from "../../vehicle/trims.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import type { Match } from "../filters/filters.ts";
import { VehiclePicture } from "../images/vehicle-picture.tsx";
import { ChangedMark } from "../live/changed-mark.tsx";
import { Figure } from "./figure.tsx";
import { ModelName } from "./model-name.tsx";
import { OtherTrims } from "./other-trims.tsx";
import type { RenderTrimActions } from "./trim-actions.ts";
import { trimName } from "./trim-name.ts";
import styles from "./vehicle-card.module.css";

export interface VehicleCardProps {
  match: Match;
  /** while it is filtered by them */
  showSeats?: boolean | undefined;
  /** called before the card or one of its trims is followed; keeps the scroll position (§4) */
  onOpen?: () => void;
  /** for the trim of the card and each of the others; always the same function */
  renderActions?: RenderTrimActions | undefined;
}

/**
 * A model in the list (§2 EV table): its best passing trim, the others as thumbnails. The whole card
 * leads to the page; the model's name opens its dialog, and the thumbnails are their own (readings 5).
 */
export const VehicleCard = memo(function VehicleCard(props: VehicleCardProps) {
  const { match, showSeats, onOpen, renderActions } = props;
  const { ev, shown, passing } = match;
  const { formatRange } = useDistance();
  const name = trimName(ev, shown, usePresentYear());
  return (
    <article className={styles.card}>
      <Link
        href={evPath(ev.id, shown)}
        aria-label={`${ev.make} ${ev.model} ${name}`.trim()}
        className={styles.link}
        {...(onOpen && { onClick: onOpen })}
      >
        <span className={styles.picture}>
          <VehiclePicture ev={ev} trim={shown} alt="" />
        </span>
      </Link>
      <header className={styles.names}>
        <h3 className={styles.name}>
          <ModelName
            ev={ev}
            shown={shown}
            className={styles.modelName}
            renderActions={renderActions}
            {...(onOpen && { onOpen })}
          />
        </h3>
        <p className={styles.trim}>
          {name}
          {showSeats && ` · ${present(shown.seating) ?? NOT_AVAILABLE} seats`}
        </p>
      </header>
      {renderActions && <div className={styles.actions}>{renderActions(ev, shown, {})}</div>}
      <dl className={styles.figures}>
        <Figure lead label="Range" value={formatRange(shown.range)} />
        <Figure label="Price" value={formatPrice(shown.price)} />
        <Figure
          label="0-60"
          value={formatAcceleration(zeroToSixtyOf(shown))}
          mark={<ChangedMark value={zeroToSixtyOf(shown)} owner={shown.rowId} />}
        />
        <Figure label="Fast charge" value={formatCharging(shown.charging)} />
      </dl>
      <OtherTrims
        ev={ev}
        shown={shown}
        passing={passing}
        renderActions={renderActions}
        {...(onOpen && { onOpen })}
      />
    </article>
  );
});
