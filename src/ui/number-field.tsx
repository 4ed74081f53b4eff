import { clsx } from "clsx";
import { type InputHTMLAttributes, useId, useRef, useState } from "react";

import styles from "./number-field.module.css";
import { useInputBeforeHydration } from "./hydration.ts";

/** A figure, null for an empty text, or what is wrong with it. */
export type FigureText =
  | { value: number | null; error?: undefined }
  | { value?: undefined; error: string };

/** An input for a number; invalid text stays, Escape discards what does not apply (finding.md#typed-figures). */
export function NumberField(
  props: Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange"> & {
    prefix?: string | undefined;
    unit?: string | undefined;
    value: number | null;
    show: (value: number) => string;
    read: (text: string) => FigureText;
    /** each valid figure applies while it is typed; otherwise Enter or leaving the field applies it */
    isLive?: boolean;
    hint?: string | undefined;
    onChange: (value: number | null) => void;
  },
) {
  const { prefix, unit, value, show, read, isLive, hint, className, onChange, ...input } = props;
  const noteId = useId();
  const element = useRef<HTMLInputElement>(null);
  const showOrEmpty = (figure: number | null) => (figure === null ? "" : show(figure));
  const formattedText = showOrEmpty(value);
  const [typed, setTyped] = useState({
    text: formattedText,
    over: formattedText,
    unit,
    isJudged: false,
  });
  // Discard text that was typed for another value or unit.
  const isTyping =
    typed.over === formattedText && typed.unit === unit && typed.text !== formattedText;
  const text = isTyping ? typed.text : formattedText;
  const error = isTyping && typed.isJudged ? read(text).error : undefined;
  const note = error ?? hint;

  const type = (next: string) => {
    const figure = isLive ? read(next).value : undefined;
    const hasChanged = figure !== undefined && figure !== value;
    const over = hasChanged ? showOrEmpty(figure) : formattedText;
    setTyped({ text: next, over, unit, isJudged: false });
    if (hasChanged) onChange(figure);
  };
  const apply = () => {
    if (!isTyping) return;
    const figure = read(text).value;
    if (figure === undefined) return setTyped({ ...typed, isJudged: true });
    setTyped({ ...typed, text: formattedText });
    if (showOrEmpty(figure) !== formattedText) onChange(figure);
  };
  useInputBeforeHydration(() => element.current?.value, formattedText, type);
  return (
    <>
      <span className={clsx(styles.box, className)}>
        {prefix && <span aria-hidden>{prefix}</span>}
        <input
          {...input}
          ref={element}
          className={styles.input}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={text}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={note ? noteId : undefined}
          onFocus={({ currentTarget }) => {
            // React repeats the event after hydration, when something may have been typed.
            if (currentTarget.value === formattedText) currentTarget.select();
          }}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={apply}
          onKeyDown={(event) => {
            if (event.key === "Enter") return apply();
            if (event.key !== "Escape" || !isTyping) return;
            // Keeps the surrounding dialog open.
            event.preventDefault();
            setTyped({ ...typed, text: formattedText });
          }}
        />
        {unit && (
          <span aria-hidden className="faint">
            {unit}
          </span>
        )}
      </span>
      {note && (
        <p id={noteId} role={error && "alert"} className={error ? styles.error : styles.hint}>
          {note}
        </p>
      )}
    </>
  );
}
