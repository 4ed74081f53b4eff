import { type ChangeEvent, type KeyboardEvent, useId, useLayoutEffect, useRef } from "react";

import { plainText } from "./grid-values.ts";
import { EvGridEditor } from "./ev-grid-editor.tsx";
import styles from "./ev-grid-editor.module.css";
import type { CellEditorProps } from "./text-cell.tsx";
import { rowName } from "../../vehicle/ev-row.ts";

/** Keys that walk through the choices of a closed list; walking past one is not choosing it. */
const WALKS = /^(Arrow|Page|Home|End|.$)/;

/** Edits a choice: it is saved when it is made (§4), by keyboard with Enter. */
export function SelectCell({ column, editing, commands }: CellEditorProps) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const walking = useRef(false);
  const { row, byPointer } = editing;
  const options = column.options ?? [];
  const label = `${column.label} of ${rowName(row)}`;
  const begins = (editing.now ?? editing.typed)?.toLowerCase();
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
    const { value: chosen } = event.currentTarget;
    if (walking.current) commands.type(chosen);
    else commands.commit(chosen, "stay");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Alt with an arrow opens the list, and so does the space bar.
    walking.current = WALKS.test(event.key) && !event.altKey && event.key !== " ";
  };
  return (
    <EvGridEditor
      label={label}
      messageId={id}
      message={editing.message}
      savesItself
      // While the list is open, its keys are the browser's and do not come here.
      onSave={(after) => commands.commit(value(), after)}
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
        onKeyUp={(event) => {
          // The press closed the list, unseen by the page; it reverts the cell as well (§4).
          if (event.key === "Escape") commands.cancel();
        }}
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
