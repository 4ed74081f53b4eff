import { ArrowRight, X } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "wouter";

import { comparePath } from "../../domain/routes.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { lazyDialog, useDialog } from "../../ui/lazy.tsx";
import { Unbroken } from "../../ui/unbroken.tsx";
import { formatPrice } from "../../domain/format.ts";
import { trimName } from "../../domain/trims.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { useCatalogue } from "../../features/catalogue/use-catalogue.ts";
import { IMAGE_UNAVAILABLE } from "../../features/pictures/pictures.ts";
import { VehiclePicture } from "../../features/pictures/vehicle-picture.tsx";
import { HomeSection, SectionWords } from "../../features/sections/sections.tsx";
import {
  type ModelTrim,
  fullTitle,
  removeTrims,
  replaceTrim,
  toggleTrim,
  MAX_COMPARED,
} from "../../features/compare/compare.ts";
import styles from "./compare-section.module.css";
import { changeComparison, useChosen } from "../../features/compare/comparison.ts";

const { Dialog: CompareDialog, opener: comparisonOpener } = lazyDialog(
  async () => (await import("../../features/compare/compare-dialogs.tsx")).CompareDialog,
);
const { Dialog: PickerDialog, opener: pickerOpener } = lazyDialog(
  async () => (await import("../../features/compare/compare-dialogs.tsx")).PickerDialog,
);

/** comparing.md#compare-section */
export function CompareSection() {
  const { ids, chosen: resolved, isKnown, notes } = useChosen(useCatalogue());
  const chosen = isKnown ? resolved : [];
  const count = isKnown ? chosen.length : Math.min(ids.length, MAX_COMPARED);
  const [comparing, setComparing] = useState(false);
  const { subject: slot = 0, show: pickFor, control: picking } = useDialog<number>();
  const at = chosen[slot];

  return (
    <HomeSection id="compare">
      <header className={styles.header}>
        <SectionWords section="compare" title="Compare">
          See up to three trims side by side.
        </SectionWords>
        <p role="status" className={`quiet ${styles.count}`}>
          <strong>{count}</strong> of {MAX_COMPARED} selected
        </p>
      </header>
      {notes.map((note) => (
        <p key={note} className="note">
          {note}
        </p>
      ))}
      <ul role="list" className={styles.slots}>
        {Array.from({ length: MAX_COMPARED }, (_, index) => (
          <Slot
            key={index}
            number={index + 1}
            chosen={chosen[index]}
            waiting={!isKnown && index < count}
            onPick={() => pickFor(index)}
          />
        ))}
      </ul>
      <div className="row">
        <Button
          variant="primary"
          disabled={count === 0}
          {...comparisonOpener}
          onClick={() => setComparing(true)}
        >
          Compare Selected
        </Button>
        <Link
          href={comparePath(isKnown ? chosen.map(({ trim }) => trim.rowId) : ids)}
          className={`touch field-label ${styles.full}`}
        >
          Full comparison
          <ArrowRight aria-hidden size={18} />
        </Link>
      </div>
      <CompareDialog open={comparing} onOpenChange={setComparing} chosen={chosen} />
      <PickerDialog
        {...picking}
        ids={chosen.map(({ trim }) => trim.rowId)}
        onChoose={({ trim }) => {
          changeComparison(at ? replaceTrim(at.trim.rowId, trim.rowId) : toggleTrim(trim.rowId));
          picking.onOpenChange(false);
        }}
      />
    </HomeSection>
  );
}

function Slot(props: {
  number: number;
  chosen: ModelTrim | undefined;
  /** chosen, but the vehicle has not loaded yet */
  waiting: boolean;
  onPick: () => void;
}) {
  const { number, chosen, waiting, onPick } = props;
  // The same element in a filled and an empty slot, so that it keeps the focus.
  const pick = useRef<HTMLButtonElement>(null);
  return (
    <li className={chosen ? styles.filled : styles.empty} data-scripted={chosen ? undefined : ""}>
      {chosen && <SlotVehicle chosen={chosen} />}
      {!chosen && (
        <span aria-hidden className={styles.number}>
          {number}
        </span>
      )}
      <Button
        ref={pick}
        key="pick"
        size="s"
        className={`cover ${styles.pick}`}
        disabled={waiting}
        aria-label={chosen ? `Change ${fullTitle(chosen)}` : `Select EV for slot ${number}`}
        {...pickerOpener}
        onClick={onPick}
      >
        {chosen ? "Change" : waiting ? "Loading..." : "Select EV"}
      </Button>
      {chosen && (
        <IconButton
          label={`Remove ${fullTitle(chosen)}`}
          className={styles.remove}
          onClick={() => {
            pick.current?.focus();
            changeComparison(removeTrims(chosen.trim.rowId));
          }}
        >
          <X aria-hidden size={20} />
        </IconButton>
      )}
    </li>
  );
}

function SlotVehicle({ chosen }: { chosen: ModelTrim }) {
  const { ev, trim } = chosen;
  const { formatRange } = useDistance();
  return (
    <>
      <span className={styles.picture}>
        <VehiclePicture ev={ev} trim={trim} width={400} alt="" failedText={IMAGE_UNAVAILABLE} />
      </span>
      <div className={styles.vehicle}>
        <h3 className={styles.name} translate="no">
          <Unbroken>{`${ev.make} ${ev.model}`}</Unbroken>
        </h3>
        <p className="clamp note" translate="no">
          {trimName(ev, trim)}
        </p>
        <p className={styles.figures}>
          <span>{formatRange(trim.range)}</span>
          <span>{formatPrice(trim.price)}</span>
        </p>
      </div>
    </>
  );
}
