import { Search, X } from "lucide-react";
import { useRef } from "react";

import { IconButton } from "../../ui/icon-button.tsx";
import { SEARCH_MAX_CHARACTERS } from "./limits.ts";
import styles from "./rows-search.module.css";

interface RowsSearchProps {
  text: string;
  onType: (text: string) => void;
  /** Enter: no more waiting */
  onSubmit: () => void;
  onClear: () => void;
}

const LABEL = "Search by make, model, or trim..."; // §2

/** The list's search box. */
export function RowsSearch({ text, onType, onSubmit, onClear }: RowsSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <form
      role="search"
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Search aria-hidden className={styles.icon} />
      <input
        ref={input}
        type="search"
        className={styles.input}
        aria-label={LABEL}
        placeholder={LABEL}
        maxLength={SEARCH_MAX_CHARACTERS}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      {text !== "" && (
        <IconButton
          label="Clear search"
          onClick={() => {
            onClear();
            input.current?.focus();
          }}
        >
          <X aria-hidden />
        </IconButton>
      )}
    </form>
  );
}
