import { Search } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";

import { nameSearch } from "../../domain/filters/search.ts";
import { countOf } from "../../domain/format.ts";
import type { Ev } from "../../domain/vehicle.ts";
import field from "../../ui/search-field.module.css";
import { useDistance } from "../../ui/use-distance.ts";
import { NearestNames } from "../search/nearest-names.tsx";
import { nextTrim, trimFigures } from "./compare.ts";
import styles from "./model-search.module.css";

const MAX_SUGGESTIONS = 50;

/** A box for make and model with a list (comparing.md#compare-page); the library's own is 42 KiB (decision 006). */
export function ModelSearch(props: {
  label: string;
  evs: readonly Ev[];
  ids: readonly number[];
  onChoose: (ev: Ev) => void;
}) {
  const { label, evs, ids, onChoose } = props;
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [marked, setMarked] = useState(-1);
  const distance = useDistance();
  const listId = useId();
  const optionId = (at: number) => `${listId}-${at}`;
  const matches = isOpen ? evs.filter(nameSearch(text)) : [];
  const shown = matches.slice(0, MAX_SUGGESTIONS);

  const search = (typed: string) => {
    setText(typed);
    setOpen(true);
    setMarked(-1);
  };
  const choose = (ev: Ev | undefined) => {
    if (!ev || !nextTrim(ev, ids)) return;
    search("");
    setOpen(false);
    onChoose(ev);
  };
  const mark = (at: number) => {
    setMarked(at);
    setOpen(true);
    document.getElementById(optionId(at))?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = shown.length - 1;
    if (event.key === "ArrowDown") mark(marked < last ? marked + 1 : 0);
    else if (event.key === "ArrowUp") mark(marked > 0 ? marked - 1 : Math.max(last, 0));
    else if (event.key === "Enter" && isOpen)
      choose(shown[marked] ?? (last === 0 ? shown[0] : undefined));
    else if (event.key === "Escape" && isOpen) setOpen(false);
    else return;
    event.preventDefault();
  };

  return (
    <div
      className={styles.model}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <div className={`${field.search} ${styles.search}`}>
        <Search aria-hidden className={field.icon} />
        <input
          type="text"
          role="combobox"
          aria-label={label}
          aria-autocomplete="list"
          aria-expanded={shown.length > 0}
          aria-controls={listId}
          aria-activedescendant={shown[marked] && optionId(marked)}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          className={field.input}
          placeholder="Search models..."
          value={text}
          onChange={(event) => search(event.currentTarget.value)}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
        />
        <p role="status" className="visually-hidden">
          {isOpen && countOf(matches.length, "model")}
        </p>
      </div>
      {isOpen && (
        <div className={styles.popup}>
          <div role="listbox" id={listId} aria-label="Models" className={styles.list}>
            {shown.map((ev, at) => {
              const trim = nextTrim(ev, ids);
              return (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the box keeps the focus and handles the keys
                <div
                  key={ev.id}
                  id={optionId(at)}
                  role="option"
                  aria-selected={at === marked}
                  aria-disabled={!trim}
                  className={styles.option}
                  // Losing the focus would close the list before the click.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => choose(ev)}
                >
                  <span className={styles.name} translate="no">
                    {ev.make} {ev.model}
                  </span>
                  <span className={styles.hint}>
                    {trim ? trimFigures({ ev, trim }, distance) : "chosen"}
                  </span>
                </div>
              );
            })}
          </div>
          {shown.length === 0 && (
            <div className={styles.more}>
              <p>No model matches “{text.trim()}”.</p>
              <NearestNames evs={evs} text={text} onChoose={search} />
            </div>
          )}
          {matches.length > shown.length && (
            <p className={styles.more}>
              {matches.length - shown.length} more: type on to find them.
            </p>
          )}
        </div>
      )}
    </div>
  );
}
