import { Check, X } from "lucide-react";
import {
  type ChangeEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

import { ImageField } from "../images/image-field.tsx";
import { IconButton } from "../../ui/button.tsx";
import { rowName } from "../../vehicle/names.ts";
import styles from "./cell-editors.module.css";
import { type FieldColumn, plainText } from "./grid-columns.ts";
import { type AfterSave, readSavingKey } from "./grid-keys.ts";
import type { Editing, GridCommands } from "./grid-state.ts";

interface EvGridEditorProps {
  label: string;
  /** an error that the control does not show itself */
  messageId?: string;
  message?: string | undefined;
  savesItself?: boolean;
  onSave: (after: AfterSave) => void;
  onCancel: () => void;
  onLeave: () => void;
  children: ReactNode;
}

/** A pressed button would take the focus, and with it end the editing. */
const keepFocus = (event: PointerEvent) => event.preventDefault();

/**
 * Over its cell, on a phone a bar at the top of the screen. Enter and Tab save, Escape reverts
 * (§4).
 */
function EvGridEditor(props: EvGridEditorProps) {
  const { label, messageId, message, savesItself, onSave, onCancel, onLeave, children } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method's own Enter chooses among its proposals.
    if (event.nativeEvent.isComposing) return;
    const after = readSavingKey({ key: event.key, shift: event.shiftKey });
    if (after === undefined && event.key !== "Escape") return;
    event.preventDefault();
    if (after) onSave(after);
    else onCancel();
  };
  return (
    // Its controls have the focus; the keys hold for all of them.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      data-editor
      className={styles.editor}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        // Another window took the focus; the editor has it again when this one does.
        if (document.activeElement === event.target) return;
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave();
      }}
    >
      <span aria-hidden className={styles.label}>
        {label}
      </span>
      <div className={styles.line}>
        {children}
        {!savesItself && (
          <IconButton
            label="Save"
            tabIndex={-1}
            className={styles.button}
            onPointerDown={keepFocus}
            onClick={() => onSave("stay")}
          >
            <Check aria-hidden />
          </IconButton>
        )}
        <IconButton
          label="Cancel"
          tabIndex={-1}
          className={styles.button}
          onPointerDown={keepFocus}
          onClick={onCancel}
        >
          <X aria-hidden />
        </IconButton>
      </div>
      {message && (
        <p id={messageId} role="alert" className={styles.message}>
          {message}
        </p>
      )}
    </div>
  );
}

export interface CellEditorProps {
  column: FieldColumn;
  editing: Editing;
  commands: GridCommands;
}

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

  const keepOwnKeys = (event: KeyboardEvent) => {
    const isPress = event.key === "Enter" && event.target !== input.current;
    if (event.key === "Tab" || isPress) event.stopPropagation();
  };
  return (
    <EvGridEditor
      label={label}
      onSave={(after) => !isBusy && setMessage(commands.commit(text, after))}
      onCancel={commands.cancel}
      onLeave={() => !isBusy && commands.leave(text)}
    >
      {/* Its controls have the focus; some keep their keys from the cell around them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className={styles.picture} onKeyDown={keepOwnKeys}>
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
