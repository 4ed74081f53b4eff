import { clsx } from "clsx";
import type { CSSProperties } from "react";
import { Link } from "wouter";

import { formatPrice, NOT_AVAILABLE } from "../../domain/format.ts";
import { evPath } from "../../domain/routes.ts";
import { criterionOf, CRITERION_NAMES, roundScore, type ScorePart } from "../../domain/scores.ts";
import { trimName } from "../../domain/trims.ts";
import { usePresentYear } from "../../ui/present-year.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { VehiclePicture } from "../pictures/vehicle-picture.tsx";
import { type RankedModel, sharesOf } from "./own-ranking.ts";
import styles from "./own-ranking.module.css";

interface ScoredVehicleProps {
  model: RankedModel;
  /** the parts of its score */
  parts: readonly ScorePart[];
  onLeave: () => void;
}

/** Shows a car with its score and what the score consists of (ranking.md#own-ranking). */
export function ScoredVehicle({ model, parts, onLeave }: ScoredVehicleProps) {
  const { ev, shown, score } = model;
  const { formatRange } = useDistance();
  const presentYear = usePresentYear();
  return (
    <article className={styles.vehicle}>
      <div className={styles.picture}>
        <VehiclePicture ev={ev} trim={shown} width={240} alt="" />
      </div>
      <div className={styles.words}>
        <h3 className={styles.name}>
          <Link
            href={evPath(ev.id, shown)}
            className={styles.link}
            translate="no"
            onClick={onLeave}
          >
            {ev.make} {ev.model}
          </Link>
        </h3>
        <p className={styles.figures}>
          <span translate="no">{trimName(ev, shown, presentYear)}</span>
          <span>
            {formatRange(shown.range)} · {formatPrice(shown.price)}
          </span>
        </p>
      </div>
      {score === null ? (
        <p className={styles.noScore}>not enough data</p>
      ) : (
        <p className={styles.score}>
          <span className="visually-hidden">Score </span>
          {roundScore(score).toFixed(1)}
        </p>
      )}
      <ScoreParts parts={parts} hasScore={score !== null} />
    </article>
  );
}

/** The bar shows at a glance what the list below it says in words. */
function ScoreParts({ parts, hasScore }: { parts: readonly ScorePart[]; hasScore: boolean }) {
  const shades = (name: ScorePart["name"]) =>
    // React's style type does not allow custom properties.
    ({ "--at": CRITERION_NAMES.indexOf(name) }) as CSSProperties;
  return (
    <div className={styles.parts}>
      {hasScore && (
        <div aria-hidden className={styles.bar}>
          {sharesOf(parts).map(({ name, share }) => (
            <span key={name} style={{ ...shades(name), width: `${share}%` }} />
          ))}
        </div>
      )}
      <ul role="list" aria-label="Parts of the score" className={styles.shares}>
        {parts.map(({ name, rank }) => (
          <li key={name} className={clsx(rank === null && styles.unknown)} style={shades(name)}>
            {criterionOf(name).label}{" "}
            <strong>{rank === null ? NOT_AVAILABLE : Math.round(rank)}</strong>
          </li>
        ))}
      </ul>
    </div>
  );
}
