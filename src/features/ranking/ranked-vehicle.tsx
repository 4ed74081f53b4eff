import { Link } from "wouter";

import { evPath } from "../../domain/routes.ts";
import { countOf, formatPrice } from "../../domain/format.ts";
import { present, trimsOf } from "../../domain/trims.ts";
import type { DialogOpener } from "../../ui/lazy.tsx";
import { Unbroken } from "../../ui/unbroken.tsx";
import { useDistance } from "../../ui/use-distance.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { VehiclePicture } from "../pictures/vehicle-picture.tsx";
import { RatingHoverCard } from "../reviews/rating-hover-card.tsx";
import { AverageStars } from "../reviews/stars.tsx";
import styles from "./ranked-vehicle.module.css";
import type { RankingState } from "./use-ranking.ts";
import { TakeBackButton, VoteButton, VoteCount } from "./vote-button.tsx";

export function RankedVehicle(props: {
  ranked: RankingState["top"][number];
  ranking: RankingState;
  onLeave: () => void;
  /** of a leader: opens the dialog instead of the page (ranking.md#leaders) */
  onPeek?: () => void;
  opener?: DialogOpener;
}) {
  const { ranked, ranking, onLeave, onPeek, opener } = props;
  const { ev, position, isTied } = ranked;
  const upvotes = ranking.upvotesOf(ev.id);
  const rank = ranking.hadVotesOnArrival && upvotes ? ranked.rank : null;
  const name = `${ev.make} ${ev.model}`;
  const path = evPath(ev.id, { index: 0, trim: trimsOf(ev)[0]?.trim ?? "" });
  return (
    <article className={styles.vehicle}>
      <div className={styles.picture}>
        <VehiclePicture
          ev={ev}
          trim={trimsOf(ev)[0]}
          width={rank === 1 ? undefined : 240}
          alt=""
          eager={onPeek !== undefined && position === 1}
        />
        {rank !== null && (
          <p className={styles.rank} data-first={(rank === 1 && !isTied) || undefined}>
            {ordinal(rank)}
            {isTied && ", tied"}
          </p>
        )}
      </div>
      <div className={styles.words}>
        <h3 className={`clamp ${styles.name}`}>
          <Link
            href={path}
            className="cover name-link"
            translate="no"
            {...opener}
            onClick={(event) => {
              if (!onPeek) return onLeave();
              // It stays a link, for new tabs and before hydration.
              event.preventDefault();
              onPeek();
            }}
          >
            <Unbroken>{name}</Unbroken>
          </Link>
        </h3>
        <ModelFigures ev={ev} />
      </div>
      <div className={styles.foot}>
        <p className={styles.rating}>
          <RatingHoverCard ev={ev}>
            <Link href={path} onClick={onLeave} className={styles.reviews}>
              {ev.reviewCount > 0 && <AverageStars ev={ev} />}{" "}
              <span className="underlined">
                {ev.reviewCount > 0 ? countOf(ev.reviewCount, "review") : "No reviews yet"}
              </span>
              <span className="visually-hidden"> of the {name}</span>
            </Link>
          </RatingHoverCard>
        </p>
        <div className={styles.voting}>
          {(ranking.hadVotesOnArrival || !onPeek || upvotes !== 0) && (
            <VoteCount upvotes={upvotes} />
          )}
          <TakeBackButton ev={ev} />
          <VoteButton ev={ev} />
        </div>
      </div>
    </article>
  );
}

const ORDINAL_ENDINGS = ["th", "st", "nd", "rd"];

/** `3rd` */
function ordinal(rank: number): string {
  const isTeen = rank % 100 > 10 && rank % 100 < 14;
  return `${rank}${(!isTeen && ORDINAL_ENDINGS[rank % 10]) || "th"}`;
}

/** Votes are for a model, so the figures cover all its trims. */
function ModelFigures({ ev: { trims } }: { ev: Ev }) {
  const distance = useDistance();
  const known = (key: "range" | "price") =>
    trims.map((trim) => present(trim[key])).filter((value) => value !== null);
  const [ranges, prices] = [known("range"), known("price")];
  const most = Math.max(0, ...ranges);
  const least = Math.min(Infinity, ...prices);
  return (
    <p className={styles.figures}>
      <span>
        <span className="visually-hidden">Range </span>
        {ranges.some((range) => distance.formatRange(range) !== distance.formatRange(most)) &&
          "up to "}
        {ranges.length > 0 ? <strong>{distance.formatRange(most)}</strong> : "range N/A"}
      </span>{" "}
      <span>
        <span className="visually-hidden">Price </span>
        {prices.some((price) => price > least) && "from "}
        {prices.length > 0 ? <strong>{formatPrice(least)}</strong> : "price N/A"}
      </span>
    </p>
  );
}
