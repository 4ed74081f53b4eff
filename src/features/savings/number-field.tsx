import { clsx } from "clsx";
import { useRef, useState } from "react";

import { useEarlyInput } from "../../ui/early-input.ts";
import { Slider } from "../../ui/slider.tsx";
import styles from "./number-field.module.css";
import {
  type InputName,
  readInput,
  SAVINGS_INPUTS,
  type SavingsInput,
  sayInput,
  showInput,
} from "./savings-inputs.ts";

interface NumberFieldProps {
  name: InputName;
  value: number;
  /** called with numbers within the bounds only */
  onChange: (value: number) => void;
  /** the source of the usual value stands below */
  explained?: boolean;
}

/** One number to type, with a slider where it has one. What cannot be used stays, with a reason. */
export function NumberField({ name, value, onChange, explained = false }: NumberFieldProps) {
  const { label, prefix, unit, slider, source }: SavingsInput = SAVINGS_INPUTS[name];
  // Of each there is one on the page.
  const id = `savings-${name}`;
  /** what is being typed; null: the field shows the value */
  const [text, setText] = useState<string | null>(null);
  const [judged, setJudged] = useState(false);
  const read = text === null ? null : readInput(name, text);
  const error = judged && read && "error" in read ? read.error : null;

  const type = (typed: string) => {
    setText(typed);
    const next = readInput(name, typed);
    if (!("value" in next)) return;
    setJudged(false);
    if (next.value !== value) onChange(next.value);
  };
  const input = useRef<HTMLInputElement>(null);
  useEarlyInput(() => input.current?.value, showInput(name, value), type);
  const leave = () => {
    if (read && "error" in read) return setJudged(true);
    setText(null);
  };

  return (
    <div className={clsx(styles.field, explained && styles.explained)}>
      <div className={styles.line}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        <span className={styles.box} data-invalid={error !== null}>
          {prefix && <span aria-hidden>{prefix}</span>}
          <input
            ref={input}
            id={id}
            className={styles.input}
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            value={text ?? showInput(name, value)}
            aria-invalid={error !== null}
            aria-describedby={error || explained ? `${id}-note` : undefined}
            onChange={(event) => type(event.currentTarget.value)}
            onBlur={leave}
            onKeyDown={(event) => event.key === "Enter" && leave()}
          />
          {unit && <span className={styles.unit}>{unit}</span>}
        </span>
      </div>
      {slider && (
        <Slider
          label={`${label}, quick choice`}
          {...slider}
          value={value}
          formatValue={(shown) => sayInput(name, shown)}
          onChange={(moved) => {
            setText(null);
            onChange(moved);
          }}
        />
      )}
      {error ? (
        <p id={`${id}-note`} role="alert" className={styles.error}>
          {error} Until then {sayInput(name, value)} counts.
        </p>
      ) : (
        explained && (
          <p id={`${id}-note`} className={styles.source}>
            {source}
          </p>
        )
      )}
    </div>
  );
}
