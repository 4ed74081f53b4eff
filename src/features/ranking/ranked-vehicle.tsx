import { Link } from "wouter";

import { evPath } from "../../routes.ts";
import { formatCount } from "../../vehicle/counts.ts";
import { trimsOf } from "../../vehicle/trims.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import { VehiclePicture } from "../images/vehicle-picture.tsx";
import { RatingHoverCard } from "../reviews/rating-hover-card.tsx";
import type { Ranked } from "./ranking.ts";
import styles from "./ranked-vehicle.module.css";
import { AverageStars } from "../reviews/stars.tsx";
import { VoteButton, VoteCount } from "./vote-button.tsx";

function rankedPath(ev: Ev): string {
  return evPath(ev.id, { index: 0, trim: trimsOf(ev)[0]?.trim ?? "" });
}

export interface RankedVehicleProps extends Ranked {
  upvotes: number;
  onLeave: () => void;
  /** opens the dialog instead of the page (readings 5) */
  onPeek?: (() => void) | undefined;
  onApproach?: (() => void) | undefined;
  eager?: boolean;
}

export function RankedVehicle({
  ev,
  position,
  upvotes,
  onLeave,
  onPeek,
  onApproach,
  eager = false,
}: RankedVehicleProps) {
  const name = `${ev.make} ${ev.model}`;
  const path = rankedPath(ev);
  return (
    <article className={styles.vehicle}>
      <span className={styles.position}>
        <span className="visually-hidden">Place </span>
        {position}
      </span>
      <div className={styles.picture}>
        <VehiclePicture ev={ev} trim={trimsOf(ev)[0]} alt="" eager={eager} />
      </div>
      <div className={styles.words}>
        <h3 className={styles.name}>
          <Link
            href={path}
            className={styles.link}
            {...(onPeek && { "aria-haspopup": "dialog" as const })}
            onPointerEnter={onApproach}
            onFocus={onApproach}
            onClick={(event) => {
              if (!onPeek) return onLeave();
              // It stays a link for new tabs and before hydration.
              event.preventDefault();
              onPeek();
            }}
          >
            {name}
          </Link>
        </h3>
        <p className={styles.rating}>
          <RatingHoverCard ev={ev}>
            <Link href={path} onClick={onLeave} className={styles.reviews}>
              <AverageStars ev={ev} />{" "}
              <span className={styles.count}>
                {formatCount(ev.reviewCount)} {ev.reviewCount === 1 ? "review" : "reviews"}
              </span>
              <span className="visually-hidden"> of the {name}</span>
            </Link>
          </RatingHoverCard>
        </p>
      </div>
      <div className={styles.voting}>
        <VoteCount upvotes={upvotes} />
        <VoteButton ev={ev} />
      </div>
    </article>
  );
}
