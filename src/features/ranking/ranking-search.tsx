import { X } from "lucide-react";
import { useRef } from "react";

import { IconButton } from "../../ui/icon-button.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { SEARCH_MAX_CHARACTERS } from "../filters/limits.ts";

export interface RankingSearchProps {
  text: string;
  onChange: (text: string) => void;
  /** somebody is about to type */
  onFocus: () => void;
}

/** Finds a vehicle of the ranking by a part of its make and model (§5). */
export function RankingSearch({ text, onChange, onFocus }: RankingSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <SearchField
      ref={input}
      landmark="Ranking"
      label="Search the ranking"
      placeholder="Search the ranking"
      maxLength={SEARCH_MAX_CHARACTERS}
      value={text}
      onFocus={onFocus}
      onType={onChange}
    >
      {text !== "" && (
        <IconButton
          label="Clear the ranking's search"
          onClick={() => {
            onChange("");
            input.current?.focus();
          }}
        >
          <X aria-hidden size={20} />
        </IconButton>
      )}
    </SearchField>
  );
}
