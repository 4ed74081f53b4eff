import { X } from "lucide-react";
import { useRef } from "react";

import { IconButton } from "../../ui/button.tsx";
import { SearchField } from "../../ui/search-field.tsx";
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
      <SearchField
        ref={input}
        label={LABEL}
        placeholder={LABEL}
        maxLength={SEARCH_MAX_CHARACTERS}
        value={text}
        onType={onType}
      >
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
      </SearchField>
    </form>
  );
}
