import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Heart, X } from "lucide-react";
import { type MouseEvent, useMemo, useState } from "react";
import { Link, useLocation } from "wouter";

import { COMPARE, comparePath, evPath, marketPath } from "../../domain/routes.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { CopyLinkButton } from "../../ui/copy-link-button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { Dialog, type DialogControl } from "../../ui/dialog.tsx";
import { EmptyState, QueryError } from "../../ui/notice.tsx";
import { useStored } from "../../ui/storage.ts";
import { useProgress } from "../../ui/progress.ts";
import { formatPrice } from "../../domain/format.ts";
import { evsQuery } from "../catalogue/catalogue.queries.ts";
import { changeComparison } from "../compare/comparison.ts";
import { VehiclePicture } from "../pictures/vehicle-picture.tsx";
import { NO_LONGER_LISTED } from "../recently-viewed/car-strip.tsx";
import styles from "./saved-dialog.module.css";
import { findListed, formatChange, priceChange } from "./saved-listing.ts";
import { nameOf, SAVED_CARS, type SavedCar, unsave } from "./saved.ts";
import { type Chosen, MAX_COMPARED } from "../compare/compare.ts";

export function SavedDialog({ open, onOpenChange }: DialogControl) {
  const cars = useStored(SAVED_CARS);
  const list = useQuery(evsQuery);
  const evs = list.data;
  useProgress(open && list.isPending);
  const listed = useMemo(() => evs && findListed(cars, evs), [cars, evs]);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [path, navigate] = useLocation();
  const close = () => onOpenChange(false);

  /** Row ids of the cars that can be compared now, in the order in which they were chosen. */
  const rowIds = chosen.flatMap((id) => {
    const car = cars.find(({ rowId }) => rowId === id);
    return (car && listed?.get(car)?.trim.rowId) ?? [];
  });
  const compare = () => {
    changeComparison(() => rowIds);
    close();
    if (path !== COMPARE) navigate(comparePath(rowIds));
  };

  const listedIds = cars.flatMap((car) => listed?.get(car)?.trim.rowId ?? []);
  const copied = listedIds.length < cars.length ? "the cars that are still listed" : "these cars";

  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="Saved cars"
      description={`Saved in this browser only. Choose up to ${MAX_COMPARED} to compare.`}
      footer={
        cars.length > 0 && (
          <>
            <p role="status" className="note">
              {rowIds.length} of {MAX_COMPARED} chosen
            </p>
            <CopyLinkButton
              disabled={listedIds.length === 0}
              path={() => marketPath(`ids=${listedIds.join()}`)}
              copied={{ title: "Link copied", description: `It opens ${copied} in a table.` }}
            />
            <Button variant="primary" disabled={rowIds.length === 0} onClick={compare}>
              Compare
            </Button>
          </>
        )
      }
    >
      {!evs && list.error && (
        <QueryError title="Today's prices could not be loaded." query={list} />
      )}
      {cars.length === 0 && (
        <EmptyState
          icon={<Heart />}
          title="No saved cars"
          text="Tap the heart on a car to save it here."
        />
      )}
      <ul role="list" aria-label="Saved cars" className={styles.cars}>
        {cars.map((car) => (
          <Car
            key={car.rowId}
            car={car}
            found={listed?.get(car)}
            isPending={!listed}
            isChosen={chosen.includes(car.rowId)}
            isFull={rowIds.length >= MAX_COMPARED}
            onChoose={(isChosen) =>
              setChosen((ids) =>
                isChosen ? [...ids, car.rowId] : ids.filter((id) => id !== car.rowId),
              )
            }
            onOpen={close}
            onRemove={() => unsave(car)}
          />
        ))}
      </ul>
    </Dialog>
  );
}

function Car(props: {
  car: SavedCar;
  found: Chosen | undefined;
  /** the catalogue has not arrived yet */
  isPending: boolean;
  isChosen: boolean;
  isFull: boolean;
  onChoose: (isChosen: boolean) => void;
  onOpen: () => void;
  onRemove: () => void;
}) {
  const { car, found, isPending, isChosen, isFull, onChoose, onOpen, onRemove } = props;
  const { make, model, trim, year } = found ? { ...found.ev, ...found.trim } : car;
  const name = nameOf({ make, model, trim });
  const change = found ? priceChange(car, found.trim) : 0;
  return (
    <li className={styles.car}>
      <Checkbox
        className={styles.choice}
        checked={isChosen && found !== undefined}
        disabled={!found || (isFull && !isChosen)}
        onChange={onChoose}
      >
        <span className="visually-hidden">Compare {name}</span>
      </Checkbox>
      <span className={styles.picture}>
        {found && <VehiclePicture ev={found.ev} trim={found.trim} width={240} alt="" />}
      </span>
      <div>
        <h3 className={styles.name} translate="no">
          {found ? (
            <Link href={evPath(found.ev.id, found.trim)} onClick={onOpen}>
              {make} {model}
            </Link>
          ) : (
            `${make} ${model}`
          )}
        </h3>
        <p className="note" translate="no">
          {year} {trim}
        </p>
        {!found && !isPending ? (
          <p className={styles.since}>{NO_LONGER_LISTED}</p>
        ) : (
          <p className={styles.price}>{found ? formatPrice(found.trim.price) : "\u00a0"}</p>
        )}
        {change !== 0 && (
          <p className={clsx(styles.since, change < 0 && styles.less)}>
            Price changed: {formatChange(change)} since you saved it
          </p>
        )}
      </div>
      <IconButton
        label={`Remove ${name}`}
        data-remove
        onClick={(event) => {
          focusNext(event);
          onRemove();
        }}
      >
        <X aria-hidden />
      </IconButton>
    </li>
  );
}

/** Moves the focus to the next car, the previous one, or the dialog. */
function focusNext({ currentTarget }: MouseEvent<HTMLElement>): void {
  const row = currentTarget.closest("li");
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  const target =
    next?.querySelector<HTMLElement>("[data-remove]") ??
    currentTarget.closest<HTMLElement>("[role=dialog]");
  target?.focus();
}
