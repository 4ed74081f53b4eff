import { useEffect, useState } from "react";

import type { Ev } from "../../domain/vehicle.ts";
import { type Catalogue, useCatalogue } from "../../features/catalogue/use-catalogue.ts";
import { serializeFilters } from "../../features/filters/filter-address.ts";
import {
  type FilterResults,
  type PreviewFilters,
  useFilterResults,
  useFilters,
} from "../../features/filters/use-filters.tsx";
import { IMAGE_HEIGHT_PX, IMAGE_WIDTH_PX } from "../../features/pictures/pictures.ts";
import { drawingPath, drawingSet } from "../../features/pictures/pictures.ts";
import { carsOfAllSizes, firstCarsOf } from "./choose-first-cars.ts";
import styles from "./first-cars.module.css";

/**
 * Three drawings to the same scale of what the first screen's search finds (finding.md#first-cars). The
 * elements are reused, so that nothing moves and the previous car stays visible until the next one has
 * loaded.
 */
export function FirstCars() {
  const catalogue = useCatalogue();
  const cars = useFirstCars(catalogue);
  if (catalogue.counts?.totals.models === 0) return null;
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
function captionOf(cars: readonly Ev[]): string {
  const [left, right, front] = cars;
  const names = [left, front, right].flatMap((car) => (car ? `${car.make} ${car.model}` : []));
  return names.length > 1 ? `To scale: ${names.join(", ")}` : names.join();
}

/** The last result, while the list is loading or while a text that may not be complete finds nothing. */
function useFirstCars({ evs, counts, isWhole }: Catalogue) {
  const { state } = useFilters();
  const results = useFilterResults(isWhole ? evs : undefined, usePlainWords(state.search));
  const [cars, setCars] = useState<readonly Ev[]>(() => {
    const ids = counts?.firstCars ?? [];
    return ids.flatMap((id) => evs.find((ev) => ev.id === id) ?? []);
  });
  // Words that are all ignored find the whole list.
  const areWordsIgnored =
    state.search !== "" && results && serializeFilters({ ...results.state, ignored: "" }) === "";
  const found = results && !areWordsIgnored ? carsFound(results) : cars;
  const isTyped = results !== null && results.state.search !== "";
  if ((found.length > 0 || !isTyped) && drawingsKey(found) !== drawingsKey(cars)) setCars(found);
  return cars;
}

const drawingsKey = (cars: readonly Ev[]) => cars.map(({ id, drawing }) => id + drawing).join();

function carsFound({ evs, state, found }: FilterResults): readonly Ev[] {
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
