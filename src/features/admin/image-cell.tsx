import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";

import { ImageField } from "../images/image-field.tsx";
import { EvGridEditor } from "./ev-grid-editor.tsx";
import styles from "./image-cell.module.css";
import { plainText } from "./grid-values.ts";
import type { CellEditorProps } from "./text-cell.tsx";
import { rowName } from "../../vehicle/ev-row.ts";

/** Edits a picture: an address to type, or a file whose upload gives one (§2, §7). */
export function ImageCell({ column, editing, commands }: CellEditorProps) {
  const input = useRef<HTMLInputElement>(null);
  const { row } = editing;
  const [begun] = useState(editing.now ?? editing.typed);
  const [text, setText] = useState(begun ?? plainText(row[column.field]));
  const [message, setMessage] = useState(editing.message);
  const [isBusy, setIsBusy] = useState(false);
  const label = `${column.label} of ${rowName(row)}`;

  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    if (begun === null) input.current?.select();
  }, [begun]);

  /** Tab walks through its controls, and Enter on one of them presses it. */
  const keepOwnKeys = (event: KeyboardEvent) => {
    const isPress = event.key === "Enter" && event.target !== input.current;
    if (event.key === "Tab" || isPress) event.stopPropagation();
  };
  return (
    <EvGridEditor
      label={label}
      onSave={(after) => !isBusy && setMessage(commands.commit(text, after))}
      onCancel={commands.cancel}
      // A picture on its way is waited for.
      onLeave={() => !isBusy && commands.leave(text)}
    >
      {/* Its controls have the focus; some keep their keys from the cell around them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={styles.field} onKeyDown={keepOwnKeys}>
        <ImageField
          isCompact
          label={label}
          value={text}
          onChange={(value) => {
            setText(value);
            commands.type(value);
            setMessage(undefined);
          }}
          onBusyChange={setIsBusy}
          error={message}
          inputRef={input}
        />
      </div>
    </EvGridEditor>
  );
}
