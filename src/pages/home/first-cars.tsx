import { useEffect, useState } from "react";

import type { Ev } from "../../domain/vehicle.ts";
import { serializeFilters } from "../../features/filters/filter-address.ts";
import {
  type FilterResults,
  type PreviewFilters,
  useFilterResults,
  useFilters,
} from "../../features/filters/use-filters.tsx";
import { IMAGE_HEIGHT_PX, IMAGE_WIDTH_PX } from "../../features/pictures/limits.ts";
import { drawingPath, drawingSet } from "../../features/pictures/pictures.ts";
import { carsOfAllSizes, type FirstCar, firstCarsOf } from "./choose-first-cars.ts";
import styles from "./first-cars.module.css";
import type { HomeStart } from "./home.queries.ts";

interface FirstCarsProps {
  start: HomeStart | undefined;
  /** every model, once they have arrived */
  evs: readonly Ev[] | undefined;
}

/**
 * Three drawings to the same scale of what the first screen's search finds (finding.md#first-cars). The
 * elements are reused, so that nothing moves and the previous car stays visible until the next one has
 * loaded.
 */
export function FirstCars({ start, evs }: FirstCarsProps) {
  const cars = useFirstCars(start, evs);
  if (evs?.length === 0 || start?.totals.models === 0) return null;
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
            // Loads them after the text; React then does not preload pictures that the next word may replace.
            fetchPriority="low"
            className={styles.car}
          />
        ))}
      </div>
      <figcaption className={styles.caption}>{cars.length > 0 && captionOf(cars)}</figcaption>
    </figure>
  );
}

/** Names the cars from left to right. */
function captionOf(cars: readonly FirstCar[]): string {
  const [left, right, front] = cars;
  const names = [left, front, right].flatMap((car) => (car ? `${car.make} ${car.model}` : []));
  return names.length > 1 ? `To scale: ${names.join(", ")}` : names.join();
}

/** The last result, while the list is loading or while a text that may not be complete finds nothing. */
function useFirstCars(start: HomeStart | undefined, evs: readonly Ev[] | undefined) {
  const { state } = useFilters();
  const results = useFilterResults(evs, usePlainWords(state.search));
  const [cars, setCars] = useState(start?.cars ?? NO_CARS);
  const found = results && evs ? carsFound(results, evs) : cars;
  const isTyped = results !== null && results.state.search !== "";
  if ((found.length > 0 || !isTyped) && drawingsKey(found) !== drawingsKey(cars)) setCars(found);
  return cars;
}

const NO_CARS: readonly FirstCar[] = [];

const drawingsKey = (cars: readonly FirstCar[]) =>
  cars.map(({ id, drawing }) => id + drawing).join();

function carsFound({ state, found }: FilterResults, evs: readonly Ev[]): readonly FirstCar[] {
  return serializeFilters(state) === "" ? carsOfAllSizes(evs) : firstCarsOf(found.matches);
}

/**
 * Returns what the plain words would find once somebody types and the code has loaded; until then the words
 * are searched literally.
 */
function usePlainWords(text: string): PreviewFilters | undefined {
  const [preview, setPreview] = useState<PreviewFilters>();
  const isNeeded = text !== "" && !preview;
  useEffect(() => {
    if (!isNeeded) return;
    let isGone = false;
    import("../../features/search/plain-words.ts").then(
      ({ previewSearch }) => isGone || setPreview(() => previewSearch),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [isNeeded]);
  return preview;
}
