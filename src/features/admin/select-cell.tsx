import { type ChangeEvent, type KeyboardEvent, useId, useLayoutEffect, useRef } from "react";

import { plainText, rowName } from "./grid-values.ts";
import { EvGridEditor } from "./ev-grid-editor.tsx";
import styles from "./ev-grid-editor.module.css";
import type { CellEditorProps } from "./text-cell.tsx";

/** Keys that walk through the choices of a closed list; walking past one is not choosing it. */
const WALKS = /^(Arrow|Page|Home|End|.$)/;

/** Edits a choice: it is saved when it is made (§4), by keyboard with Enter. */
export function SelectCell({ column, editing, commands }: CellEditorProps) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const walking = useRef(false);
  const entered = useRef(false);
  const { row, typed, byPointer } = editing;
  const options = column.options ?? [];
  const label = `${column.label} of ${rowName(row)}`;
  const begins = typed?.toLowerCase();
  const first =
    (begins && options.find((option) => option.label.toLowerCase().startsWith(begins))?.value) ||
    row[column.field];

  useLayoutEffect(() => {
    select.current?.focus({ preventScroll: true });
    try {
      if (byPointer) select.current?.showPicker();
    } catch {
      // Not every browser opens the list for us; a press on it does.
    }
  }, [byPointer]);

  const value = () => select.current?.value ?? "";
  const onChange = (event: ChangeEvent<HTMLSelectElement>) => {
    if (!walking.current) commands.commit(event.currentTarget.value, "stay");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    walking.current = WALKS.test(event.key) && event.key !== " ";
    entered.current = event.key === "Enter";
    if (event.key === "Escape") {
      event.preventDefault();
      commands.cancel();
    }
    if (event.key === "Tab") {
      event.preventDefault();
      commands.commit(value(), event.shiftKey ? "left" : "right");
    }
  };
  const onKeyUp = (event: KeyboardEvent) => {
    // An open list takes the choice between the two; the Enter that opened the editor is not ours.
    if (event.key === "Enter" && entered.current) {
      commands.commit(value(), event.shiftKey ? "up" : "down");
    }
  };

  return (
    <EvGridEditor
      label={label}
      messageId={id}
      message={editing.message}
      onCancel={commands.cancel}
      onLeave={() => commands.leave(value())}
    >
      <select
        ref={select}
        aria-label={label}
        className={styles.input}
        defaultValue={plainText(first)}
        onChange={onChange}
        onPointerDown={() => {
          walking.current = false;
        }}
        onKeyDown={onKeyDown}
        onKeyUp={onKeyUp}
      >
        {options.map((option) => (
          <option key={option.label} value={plainText(option.value)}>
            {option.label}
          </option>
        ))}
      </select>
    </EvGridEditor>
  );
}
