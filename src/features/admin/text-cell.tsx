import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";

import type { FieldColumn } from "./grid-columns.ts";
import type { GridCommands } from "./grid-commands.ts";
import type { Editing } from "./grid-state.ts";
import { plainText } from "./grid-values.ts";
import { EvGridEditor } from "./ev-grid-editor.tsx";
import styles from "./ev-grid-editor.module.css";
import { rowName } from "../../vehicle/ev-row.ts";

export interface CellEditorProps {
  column: FieldColumn;
  editing: Editing;
  commands: GridCommands;
}

/** Edits text or a number: Enter and Tab save, Escape reverts (§4). */
export function TextCell({ column, editing, commands }: CellEditorProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState(editing.message);
  const { row, typed } = editing;
  const label = `${column.label} of ${rowName(row)}`;

  useLayoutEffect(() => {
    const field = input.current;
    field?.focus({ preventScroll: true });
    // What was typed is continued, a value that stands is replaced by typing.
    if (typed === null) field?.select();
    else field?.setSelectionRange(typed.length, typed.length);
  }, [typed]);

  const text = () => input.current?.value ?? "";
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method's own Enter chooses among its proposals.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      commands.cancel();
      return;
    }
    if (event.key !== "Enter" && event.key !== "Tab") return;
    event.preventDefault();
    const [on, back] =
      event.key === "Enter" ? (["down", "up"] as const) : (["right", "left"] as const);
    setMessage(commands.commit(text(), event.shiftKey ? back : on));
  };

  return (
    <EvGridEditor
      label={label}
      messageId={id}
      message={message}
      onSave={() => setMessage(commands.commit(text(), "stay"))}
      onCancel={commands.cancel}
      onLeave={() => commands.leave(text())}
    >
      <input
        ref={input}
        aria-label={label}
        aria-invalid={message ? true : undefined}
        aria-describedby={message ? id : undefined}
        className={styles.input}
        defaultValue={typed ?? plainText(row[column.field])}
        inputMode={column.kind === "number" ? "decimal" : "text"}
        autoComplete="off"
        enterKeyHint="done"
        spellCheck={false}
        dir="auto"
        onKeyDown={onKeyDown}
      />
    </EvGridEditor>
  );
}
