import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { evPath } from "../../domain/routes.ts";
import { Button } from "../../ui/button.tsx";
import { useStored } from "../../ui/storage.ts";
import { evsQuery } from "../catalogue/catalogue.queries.ts";
import { CarStrip } from "../recently-viewed/car-strip.tsx";
import { findListed } from "./saved-listing.ts";
import { SAVED_CARS, showSaved } from "./saved.ts";

/** The dialog lists all. */
const STRIP_CARS = 8;

/** Keeps its height when the last car is removed, because nothing may move below it. */
export function SavedStrip() {
  const cars = useStored(SAVED_CARS);
  const { data: evs } = useQuery(evsQuery);
  const listed = useMemo(() => evs && findListed(cars, evs), [cars, evs]);
  const strip = cars.slice(0, STRIP_CARS).map((car) => {
    const found = listed?.get(car);
    return {
      key: car.rowId,
      href: listed
        ? found && evPath(found.ev.id, found.trim)
        : evPath(car.rowId, { ...car, index: 0 }),
      pictured: found,
      make: car.make,
      model: car.model,
      trim: listed && !found ? null : `${car.year} ${car.trim}`,
    };
  });
  return (
    <CarStrip
      title="Saved"
      cars={strip}
      action={
        cars.length === 0 ? (
          <span className="note">No saved cars</span>
        ) : (
          <Button variant="quiet" size="s" aria-haspopup="dialog" onClick={showSaved}>
            See all {cars.length > 1 && cars.length}
          </Button>
        )
      }
    />
  );
}
