import { clsx } from "clsx";
import { Search, X } from "lucide-react";
import { type InputHTMLAttributes, type ReactNode, type RefObject, useRef } from "react";

import { IconButton } from "./button.tsx";
import { useInputBeforeHydration } from "./hydration.ts";
import styles from "./search-field.module.css";

/** A constant, so that it does not render again with each key. */
const GLASS = <Search aria-hidden className={styles.icon} />;

export function SearchField(
  props: Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "value" | "onChange"> & {
    ref?: RefObject<HTMLInputElement | null>;
    value: string;
    onType: (text: string) => void;
    label: string;
    /** a name turns it into a landmark */
    landmark?: string;
    /** label of a button that empties the field; without it there is no button */
    clearLabel?: string;
    children?: ReactNode;
    className?: string | undefined;
  },
) {
  const { ref, label, landmark, clearLabel, children, className, ...rest } = props;
  const { value, onType, ...attributes } = rest;
  const own = useRef<HTMLInputElement>(null);
  const input = ref ?? own;
  useInputBeforeHydration(() => input.current?.value, value, onType);
  return (
    <div
      {...(landmark && { role: "search", "aria-label": landmark })}
      className={clsx(styles.search, className)}
    >
      {GLASS}
      <input
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        {...attributes}
        ref={input}
        type="search"
        value={value}
        onChange={(event) => onType(event.currentTarget.value)}
        aria-label={label}
        className={styles.input}
      />
      {clearLabel && value !== "" && (
        <IconButton
          label={clearLabel}
          onClick={() => {
            onType("");
            input.current?.focus();
          }}
        >
          <X aria-hidden size={20} />
        </IconButton>
      )}
      {children}
    </div>
  );
}
