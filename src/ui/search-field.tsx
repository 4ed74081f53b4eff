import { clsx } from "clsx";
import { Search } from "lucide-react";
import type { InputHTMLAttributes, ReactNode, Ref } from "react";

import styles from "./search-field.module.css";

interface SearchFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type"> {
  ref?: Ref<HTMLInputElement>;
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
  const { label, landmark, children, className, ...input } = props;
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
        {...input}
        type="search"
        aria-label={label}
        className={styles.input}
      />
      {children}
    </div>
  );
}
