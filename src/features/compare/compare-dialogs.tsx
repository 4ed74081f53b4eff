import { Check } from "lucide-react";
import { type RefObject, useDeferredValue, useMemo, useRef, useState } from "react";

import { comparePath } from "../../domain/routes.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, type DialogControl } from "../../ui/dialog.tsx";
import { Loading, QueryError } from "../../ui/notice.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import type { DistanceFormats } from "../../domain/distance.ts";
import { labelled } from "../../domain/format.ts";
import { trimName, zeroToSixtyOf } from "../../domain/trims.ts";
import { useDistance } from "../../ui/use-distance.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { useCatalogue } from "../catalogue/use-catalogue.ts";
import { nameSearch } from "../../domain/filters/search.ts";
import { NearestNames } from "../search/nearest-names.tsx";
import {
  byName,
  type ModelTrim,
  LOADING_FAILED,
  LOADING_VEHICLES,
  MODELS_PER_PAGE,
} from "./compare.ts";
import styles from "./compare-dialogs.module.css";
import { CompareTable } from "./compare-table.tsx";

/** comparing.md#compare-section */
export function CompareDialog(props: DialogControl & { chosen: readonly ModelTrim[] }) {
  const { chosen, ...control } = props;
  const distance = useDistance();
  return (
    <Dialog
      {...control}
      title="Compare Electric Vehicles"
      size="l"
      footer={
        <Button href={comparePath(chosen.map(({ trim }) => trim.rowId))}>Full comparison</Button>
      }
    >
      <div className={styles.table}>
        <CompareTable
          chosen={chosen}
          rows="main"
          settings={{ distance }}
          caption="Selected vehicles"
        />
      </div>
    </Dialog>
  );
}

export interface PickerDialogProps extends DialogControl {
  ids: readonly number[];
  onChoose: (chosen: ModelTrim) => void;
}

/** comparing.md#compare-section: lists every trim below its model */
export function PickerDialog({ open, onOpenChange, ...rest }: PickerDialogProps) {
  const search = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Select EV to Compare"
      // On a touch screen, a keyboard would cover the list.
      initialFocus={() => (matchMedia("(pointer: fine)").matches ? search.current : null)}
    >
      <Picker input={search} {...rest} />
    </Dialog>
  );
}

interface PickerProps extends Pick<PickerDialogProps, "ids" | "onChoose"> {
  input: RefObject<HTMLInputElement | null>;
}

/** The search comes before the list has loaded, so that the dialog can focus it. */
function Picker({ input, ids, onChoose }: PickerProps) {
  const { evs, isWhole, isFailed, list } = useCatalogue();
  const [text, setText] = useState("");
  const [pages, setPages] = useState(1);
  const searched = useDeferredValue(text);
  const matches = useMemo(() => byName(evs).filter(nameSearch(searched)), [evs, searched]);
  const shown = matches.slice(0, pages * MODELS_PER_PAGE);
  const search = (typed: string) => {
    setText(typed);
    setPages(1);
  };
  return (
    <>
      <SearchField
        ref={input}
        label="Search by make or model"
        className={styles.search}
        placeholder="SEARCH BY MAKE, MODEL, OR TRIM..."
        maxLength={100}
        value={text}
        onType={search}
      />
      {isWhole ? (
        <>
          <p role="status" className={styles.count}>
            {evs.length === 0
              ? "No vehicles in the catalogue yet"
              : matches.length === 0
                ? `No model matches “${searched.trim()}”.`
                : `${matches.length} ${matches.length === 1 ? "model" : "models"}`}
          </p>
          {matches.length === 0 && <NearestNames evs={evs} text={searched} onChoose={search} />}
          {shown.map((ev) => (
            <Model key={ev.id} ev={ev} ids={ids} onChoose={onChoose} />
          ))}
          {matches.length > shown.length && (
            <Button className={styles.more} onClick={() => setPages(pages + 1)}>
              Show more models
            </Button>
          )}
        </>
      ) : isFailed ? (
        <QueryError title={LOADING_FAILED} query={list} />
      ) : (
        <Loading text={LOADING_VEHICLES} />
      )}
    </>
  );
}

function Model({ ev, ids, onChoose }: { ev: Ev } & Pick<PickerProps, "ids" | "onChoose">) {
  const distance = useDistance();
  return (
    <section aria-label={`${ev.make} ${ev.model}`} className={styles.model}>
      <h3 translate="no">
        {ev.make} {ev.model}
      </h3>
      <ul role="list" className={styles.trims}>
        {ev.trims.map((trim) => {
          const isChosen = ids.includes(trim.rowId);
          return (
            <li key={trim.rowId}>
              <button
                type="button"
                className={styles.trim}
                disabled={isChosen}
                onClick={() => onChoose({ ev, trim })}
              >
                <span>{trimLine({ ev, trim }, distance)}</span>
                {isChosen && (
                  <span className="line">
                    <Check aria-hidden size={16} />
                    chosen
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function trimLine({ ev, trim }: ModelTrim, distance: DistanceFormats): string {
  return [
    trimName(ev, trim),
    labelled(zeroToSixtyOf(trim), (seconds) => `${seconds.toFixed(1)} s`),
    labelled(trim.range, (miles) => `${distance.rangeFigure(miles)} ${distance.short}`),
  ].join(" • ");
}
