import { clsx } from "clsx";
import { Info } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";

import { IconButton } from "../../ui/button.tsx";
import { FigureInput } from "../../ui/figure-input.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { useEarlyInput } from "../../ui/use-early-input.ts";
import { Slider } from "../../ui/slider.tsx";
import type { DistanceUnit } from "../../domain/distance.ts";
import { useDistance } from "../../ui/use-distance.ts";
import {
  type Assumption,
  inReading,
  readFigure,
  sayFigure,
  showFigure,
} from "../../domain/assumption.ts";
import styles from "./number-field.module.css";

interface FieldGroupProps {
  title: string;
  className: string | undefined;
  children: ReactNode;
}

/** Fields whose sources one button shows (costs.md#assumptions). */
export function FieldGroup({ title, className, children }: FieldGroupProps) {
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

interface NumberFieldProps {
  of: Assumption;
  /** null while there is no value */
  value: number | null;
  onChange: (value: number) => void;
  /** shown below the field */
  source?: string | undefined;
}

/** Invalid text stays, with an explanation. */
export function NumberField({ of, value, onChange, source }: NumberFieldProps) {
  const distance = useDistance().unit;
  // The document does not need sources, which are hidden at first.
  const note = useHydrated() ? source : undefined;
  const { label, prefix, unit, slider, toShown } = inReading(of, distance);
  const id = useId();
  /** the text and the unit it is being typed in; null shows the value */
  const [typed, setTyped] = useState<{ text: string; distance: DistanceUnit } | null>(null);
  const text = typed?.distance === distance ? typed.text : null;
  const [judged, setJudged] = useState(false);
  const figure =
    text === null || (text === "" && value === null) ? null : readFigure(of, text, distance);
  const error = judged && figure && "error" in figure ? figure.error : null;
  const shown = value === null ? "" : showFigure(of, value, distance);
  const spokenValue = value === null ? null : sayFigure(of, value, distance);

  const take = (next: string) => {
    const reading = readFigure(of, next, distance);
    if (!("value" in reading)) return;
    setJudged(false);
    if (reading.value !== value) onChange(reading.value);
  };
  const type = (next: string) => {
    setTyped({ text: next, distance });
    take(next);
  };
  const input = useRef<HTMLInputElement>(null);
  useEarlyInput(() => input.current?.value, shown, type);
  const leave = () => {
    if (figure && "error" in figure) return setJudged(true);
    setTyped(null);
  };

  return (
    <div className={clsx(styles.field, source && styles.explained)}>
      <div className={styles.line}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        <FigureInput
          ref={input}
          id={id}
          className={styles.box}
          prefix={prefix}
          unit={unit}
          value={text ?? shown}
          isInvalid={error !== null}
          aria-describedby={error || note ? `${id}-note` : undefined}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={leave}
          onKeyDown={(event) => event.key === "Enter" && leave()}
        />
      </div>
      {slider && value !== null && (
        <Slider
          label={`${label}, quick choice`}
          {...slider}
          value={toShown(value)}
          formatValue={() => spokenValue ?? ""}
          onChange={(moved) => {
            setTyped(null);
            take(String(moved));
          }}
        />
      )}
      {error ? (
        <p id={`${id}-note`} role="alert" className={styles.error}>
          {error} {spokenValue && `Using ${spokenValue} for now.`}
        </p>
      ) : (
        note && (
          <p id={`${id}-note`} className={styles.source}>
            {note}
          </p>
        )
      )}
    </div>
  );
}
