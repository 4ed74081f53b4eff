import { clsx } from "clsx";
import { Info } from "lucide-react";
import { type ReactNode, useId, useState } from "react";

import { IconButton } from "../../ui/button.tsx";
import { type FigureText, NumberField } from "../../ui/number-field.tsx";
import { useHydrated } from "../../ui/hydration.ts";
import { useDistance } from "../../ui/use-distance.ts";
import {
  type Assumption,
  inReading,
  parseAssumption,
  formatWithUnit,
  formatAssumption,
} from "../../domain/assumption.ts";
import styles from "./assumption-field.module.css";

/** Fields whose sources one button shows (costs.md#assumptions). */
export function FieldGroup(props: {
  title: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { title, className, children } = props;
  const [isOpen, setOpen] = useState(false);
  const isHydrated = useHydrated();
  return (
    // Its legend has a button, which is no part of the name.
    <fieldset aria-label={title} className={clsx(className, !isOpen && styles.sourceless)}>
      <legend className={styles.legend}>
        {title}
        {isHydrated && (
          <IconButton
            label={`Sources: ${title}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Info aria-hidden />
          </IconButton>
        )}
      </legend>
      {children}
    </fieldset>
  );
}

/** A figure that visitors may change. */
export function AssumptionField(props: {
  assumption: Assumption;
  /** null while there is no value */
  value: number | null;
  onChange: (value: number) => void;
  /** shown below the field */
  source?: string | undefined;
}) {
  const { assumption, value, onChange, source } = props;
  const distance = useDistance().unit;
  // The document does not need sources, which are hidden at first.
  const hint = useHydrated() ? source : undefined;
  const { label, prefix, unit } = inReading(assumption, distance);
  const id = useId();
  const spokenValue = value === null ? null : formatWithUnit(assumption, value, distance);
  const read = (text: string): FigureText => {
    if (text === "" && value === null) return { value };
    const reading = parseAssumption(assumption, text, distance);
    if ("value" in reading || spokenValue === null) return reading;
    return { error: `${reading.error} Using ${spokenValue} for now.` };
  };
  return (
    <div className={clsx(styles.field, source && styles.explained)}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <NumberField
        id={id}
        className={styles.box}
        {...{ prefix, unit, value, read }}
        show={(figure) => formatAssumption(assumption, figure, distance)}
        isLive
        hint={hint}
        onChange={(figure) => {
          if (figure !== null && figure !== value) onChange(figure);
        }}
      />
    </div>
  );
}
