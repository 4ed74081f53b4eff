import { ChevronDown, Plus, X } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";

import { Button, IconButton } from "../../ui/button.tsx";
import { lazyDialog } from "../../ui/lazy.tsx";
import { formatBattery, formatPrice } from "../../domain/format.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { wallUseOf } from "../../domain/ownership.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { AssumptionField } from "../assumptions/assumption-field.tsx";
import { type Chosen, fullTitle, MAX_COMPARED, replace } from "../compare/compare.ts";
import type { CarWithCosts } from "./cost-answer.tsx";
import { withUse } from "./cost-choice.ts";
import { CONSUMPTION } from "./cost-inputs.ts";
import styles from "./ev-picker.module.css";
import type { Costs } from "./use-costs.ts";

const { Dialog: PickerDialog, opener } = lazyDialog(
  async () => (await import("../compare/compare-dialogs.tsx")).PickerDialog,
);

const CAR_LABELS = ["Electric car", "Second electric car", "Third electric car"];

interface EvPickersProps {
  evs: readonly Ev[];
  cars: readonly CarWithCosts[];
  costs: Costs;
}

/** Chooses up to three cars in the comparison's dialog. */
export function EvPickers({ evs, cars, costs }: EvPickersProps) {
  const { choice, inputs, resetKey, change } = costs;
  const [isPicking, setPicking] = useState(false);
  /** the row that another one replaces; undefined for one more */
  const [picked, setPicked] = useState<number>();
  const add = useRef<HTMLButtonElement>(null);
  const rowIds = cars.map(({ trim }) => trim.rowId);
  const setCars = (ids: readonly number[]) => change((now) => ({ ...now, rowIds: ids }));
  const pick = (rowId?: number) => {
    setPicked(rowId);
    setPicking(true);
  };
  const removeCar = (gone: number) => {
    flushSync(() => setCars(rowIds.filter((id) => id !== gone)));
    // The focused element may have disappeared with the car.
    if (document.activeElement === document.body) add.current?.focus({ preventScroll: true });
  };
  return (
    <>
      {cars.map((car, at) => {
        const { rowId } = car.trim;
        return (
          // Keyed by position, so that choosing another car keeps the focus.
          <div key={CAR_LABELS[at]} className={styles.car}>
            <EvPicker
              label={CAR_LABELS[at] ?? ""}
              chosen={car}
              onPick={() => pick(rowId)}
              onRemove={cars.length > 1 ? () => removeCar(rowId) : undefined}
            />
            {wallUseOf(car.trim, inputs) === null && (
              <AssumptionField
                key={`${rowId} ${resetKey}`}
                assumption={CONSUMPTION}
                value={choice.uses[rowId] ?? null}
                source="Unknown. Enter it to see this car’s costs."
                onChange={(use) => change((now) => withUse(now, rowId, use))}
              />
            )}
          </div>
        );
      })}
      {cars.length < MAX_COMPARED && (
        <Button ref={add} size="s" {...opener} onClick={() => pick()}>
          <Plus aria-hidden />
          Add a car
        </Button>
      )}
      <PickerDialog
        open={isPicking}
        onOpenChange={setPicking}
        evs={evs}
        failed={false}
        ids={rowIds}
        onChoose={({ trim }) => {
          const { rowId } = trim;
          setCars(
            (picked === undefined ? null : replace(picked, rowId)(rowIds)) ?? [...rowIds, rowId],
          );
          setPicking(false);
        }}
      />
    </>
  );
}

interface EvPickerProps {
  label: string;
  chosen: Chosen;
  /** opens the list of all cars */
  onPick: () => void;
  onRemove: (() => void) | undefined;
}

function EvPicker({ label, chosen, onPick, onRemove }: EvPickerProps) {
  const { formatRange } = useDistance();
  const { price, range, battery } = chosen.trim;
  const title = fullTitle(chosen);
  return (
    <div className={styles.picker}>
      <span className="field-label">{label}</span>
      <button
        type="button"
        aria-label={`${label}: ${title}`}
        {...opener}
        className={styles.button}
        onClick={onPick}
      >
        <span translate="no">{title}</span>
        <ChevronDown aria-hidden size={20} />
      </button>
      {onRemove && (
        <IconButton label={`Remove ${title}`} className={styles.remove} onClick={onRemove}>
          <X aria-hidden size={18} />
        </IconButton>
      )}
      <p className={styles.figures}>
        {[
          price ? formatPrice(price) : "Price unknown",
          range ? formatRange(range) : "Range unknown",
          battery ? formatBattery(battery) : "Battery size unknown",
        ].join(" · ")}
      </p>
    </div>
  );
}
