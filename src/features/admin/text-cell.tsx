import { useId, useLayoutEffect, useRef, useState } from "react";

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

/** Edits text or a number. */
export function TextCell({ column, editing, commands }: CellEditorProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState(editing.message);
  const { row } = editing;
  const [begun] = useState(editing.now ?? editing.typed);
  const label = `${column.label} of ${rowName(row)}`;

  useLayoutEffect(() => {
    const field = input.current;
    field?.focus({ preventScroll: true });
    // What was typed is continued, a value that stands is replaced by typing.
    if (begun === null) field?.select();
    else field?.setSelectionRange(begun.length, begun.length);
  }, [begun]);

  const text = () => input.current?.value ?? "";
  return (
    <EvGridEditor
      label={label}
      messageId={id}
      message={message}
      onSave={(after) => setMessage(commands.commit(text(), after))}
      onCancel={commands.cancel}
      onLeave={() => commands.leave(text())}
    >
      <input
        ref={input}
        aria-label={label}
        aria-invalid={message ? true : undefined}
        aria-describedby={message ? id : undefined}
        className={styles.input}
        defaultValue={begun ?? plainText(row[column.field])}
        inputMode={column.kind === "number" ? "decimal" : "text"}
        autoComplete="off"
        enterKeyHint="done"
        spellCheck={false}
        dir="auto"
        onChange={(event) => commands.type(event.currentTarget.value)}
      />
    </EvGridEditor>
  );
}
