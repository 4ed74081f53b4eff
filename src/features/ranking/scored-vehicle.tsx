import { Link } from "wouter";

import { formatPrice, NOT_AVAILABLE } from "../../domain/format.ts";
import { evPath } from "../../domain/routes.ts";
import { criterionOf, roundScore, type ScorePart } from "../../domain/scores.ts";
import { trimName } from "../../domain/trims.ts";
import { useDocumentData } from "../../ui/document-data.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { VehiclePicture } from "../pictures/vehicle-picture.tsx";
import type { RankedModel } from "./own-ranking.ts";
import bar from "../../ui/bar.module.css";
import styles from "./own-ranking.module.css";
import vehicle from "./ranked-vehicle.module.css";

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
  const { presentYear } = useDocumentData();
  return (
    <article className={styles.vehicle}>
      <div className={vehicle.picture}>
        <VehiclePicture ev={ev} trim={shown} width={240} alt="" />
      </div>
      <div className={vehicle.words}>
        <h3 className={vehicle.name}>
          <Link
            href={evPath(ev.id, shown)}
            className="cover name-link"
            translate="no"
            onClick={onLeave}
          >
            {ev.make} {ev.model}
          </Link>
        </h3>
        <p className={vehicle.figures}>
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
      <ScoreParts parts={parts} />
    </article>
  );
}

/** Each part is as wide as its weight and filled up to its rank, so together they fill as much as the score. */
function ScoreParts({ parts }: { parts: readonly ScorePart[] }) {
  return (
    <ul role="list" aria-label="Parts of the score" className={styles.parts}>
      {parts.map(({ name, weight, rank }) => (
        <li key={name} style={{ flexGrow: weight }}>
          <span className="ellipsis">{criterionOf(name).label}</span>{" "}
          <strong>{rank === null ? NOT_AVAILABLE : Math.round(rank)}</strong>
          <span aria-hidden className={bar.track}>
            <span className={bar.fill} style={{ width: `${rank ?? 0}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
