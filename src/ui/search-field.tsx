import { clsx } from "clsx";
import { Search } from "lucide-react";
import { type InputHTMLAttributes, type ReactNode, type RefObject, useRef } from "react";

import { useEarlyInput } from "./hydrated.ts";
import styles from "./search-field.module.css";

interface SearchFieldProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  "type" | "value" | "onChange"
> {
  ref?: RefObject<HTMLInputElement | null>;
  value: string;
  onType: (text: string) => void;
  /** what is searched, said by the input */
  label: string;
  /** of the landmark around it; without it there is none */
  landmark?: string | true;
  /** behind the input, such as a button that clears it */
  children?: ReactNode;
  /** of the frame */
  className?: string | undefined;
}

/** Outside, so that it is not drawn again with each key. */
const GLASS = <Search aria-hidden className={styles.icon} />;

/** A framed box to search in, with its glass. */
export function SearchField(props: SearchFieldProps) {
  const { ref, label, landmark, children, className, value, onType, ...attributes } = props;
  const own = useRef<HTMLInputElement>(null);
  const input = ref ?? own;
  useEarlyInput(() => input.current?.value, value, onType);
  return (
    <div
      {...(landmark && { role: "search" })}
      {...(typeof landmark === "string" && { "aria-label": landmark })}
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
      {children}
    </div>
  );
}
