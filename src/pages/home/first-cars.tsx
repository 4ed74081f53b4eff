import type { Ev } from "../../domain/vehicle.ts";
import { useCatalogue } from "../../features/catalogue/use-catalogue.ts";
import {
  drawingPath,
  drawingSet,
  hasTypicalMeasures,
  IMAGE_HEIGHT_PX,
  IMAGE_WIDTH_PX,
} from "../../features/pictures/pictures.ts";
import { carsOfAllSizes } from "./choose-first-cars.ts";
import styles from "./first-cars.module.css";

/** Three drawings to the same scale, of the longest, a typical and the shortest car (finding.md#first-cars). */
export function FirstCars() {
  const { evs, counts, isWhole } = useCatalogue();
  const ids = counts?.firstCars ?? [];
  const served = ids.flatMap((id) => evs.find((ev) => ev.id === id) ?? []);
  const cars = isWhole ? carsOfAllSizes(evs) : served;
  if (counts?.totals.models === 0) return null;
  return (
    <figure className={styles.stage}>
      <div className={styles.cars}>
        {cars.map((car, at) => (
          <img
            // Keyed by position on the stage.
            key={at}
            srcSet={drawingSet(car, 240)}
            sizes="(width < 640px) 45vw, 290px"
            src={drawingPath(car, "webp", 400)}
            // The caption below names the cars.
            alt=""
            width={IMAGE_WIDTH_PX}
            height={IMAGE_HEIGHT_PX}
            decoding="async"
            // Loads them after the text.
            fetchPriority="low"
            className={styles.car}
          />
        ))}
      </div>
      <figcaption className={styles.caption}>
        {cars.length > 0 && <Caption cars={cars} />}
      </figcaption>
    </figure>
  );
}

/** Names the cars from left to right; a phone has no room for that. */
function Caption({ cars }: { cars: readonly Ev[] }) {
  const [left, right, front] = cars;
  const names = [left, front, right].flatMap((car) => (car ? `${car.make} ${car.model}` : []));
  if (names.length < 2) return names;
  return (
    <>
      <span>{cars.some(hasTypicalMeasures) ? "Lengths to scale" : "To scale"}</span>
      <span className="words-on-wide">{`: ${names.join(", ")}`}</span>
    </>
  );
}
