import { useId, useRef, useState } from "react";

import { FigureInput } from "../../ui/figure-input.tsx";
import { useInputBeforeHydration } from "../../ui/hydration.ts";
import {
  type FigureReading,
  readFigure,
  sayFigure,
  showFigure,
} from "../../domain/filters/figure-reading.ts";
import styles from "./slider-filters.module.css";

export interface FigureFieldProps extends FigureReading {
  /** null when no value is set */
  value: number | null;
  /** shown in the empty box */
  placeholder?: string | undefined;
  className?: string | undefined;
  /** called with null when the box was emptied */
  onChange: (value: number | null) => void;
}

/**
 * Field next to a slider: Enter or leaving it applies the typed text, Escape discards it
 * (finding.md#typed-figures).
 */
export function FigureField({ value, className, onChange, ...props }: FigureFieldProps) {
  const { placeholder = "Any", ...reading } = props;
  const { label, prefix, unit, scale } = reading;
  const shownText = value === null ? "" : showFigure(value, reading);
  const [typed, setTyped] = useState({ text: shownText, over: shownText, scale, isJudged: false });
  // Discard text that was typed for another value or unit.
  const isTyping = typed.over === shownText && typed.scale === scale && typed.text !== shownText;
  const text = isTyping ? typed.text : shownText;
  const isWrong = isTyping && typed.isJudged;
  const unitName = prefix ? "dollars" : unit;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  const type = (next: string) => setTyped({ text: next, over: shownText, scale, isJudged: false });
  const apply = () => {
    if (!isTyping) return;
    if (text.trim() === "") return onChange(null);
    const figure = readFigure(text, reading);
    if (figure === null) return setTyped({ ...typed, isJudged: true });
    setTyped({ ...typed, text: shownText });
    if (showFigure(figure, reading) !== shownText) onChange(figure);
  };
  useInputBeforeHydration(() => input.current?.value, shownText, type);
  return (
    <>
      <FigureInput
        ref={input}
        className={className}
        prefix={prefix}
        unit={unit}
        placeholder={placeholder}
        value={text}
        isInvalid={isWrong}
        aria-label={unitName ? `${label} in ${unitName}` : label}
        aria-describedby={isWrong ? id : undefined}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key === "Enter") return apply();
          if (event.key !== "Escape" || !isTyping) return;
          // Keeps the surrounding dialog open.
          event.preventDefault();
          type(shownText);
        }}
      />
      {isWrong && (
        <p id={id} role="alert" className={styles.wrong}>
          {label} must be a number from {sayFigure(reading.min, reading)} to{" "}
          {sayFigure(reading.max, reading)}.
        </p>
      )}
    </>
  );
}
