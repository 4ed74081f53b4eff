import { BookOpen, Check, X } from "lucide-react";
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

import { ImageField } from "../../pictures/image-field.tsx";
import { IconButton } from "../../../ui/button.tsx";
import { rowName } from "../../../domain/names.ts";
import { hasKnownNames, KnownNamesList } from "../rows/known-names.tsx";
import { claimFieldsOf } from "../sources/claim-form.ts";
import styles from "./cell-editors.module.css";
import { type FieldColumn, cellToText } from "./grid-columns.ts";
import { readSavingKey } from "./grid-keys.ts";
import type { CellEditing, Editing } from "./use-cell-editing.ts";
import type { Direction } from "./use-grid-selection.ts";

interface CellEditorProps {
  column: FieldColumn;
  editing: Editing;
  commands: Pick<CellEditing, "commit" | "type" | "cancel" | "leave">;
}

interface EditorFrameProps extends CellEditorProps {
  /** returns what is typed or chosen */
  value: () => string;
  /** true while saving has to wait */
  isBusy?: boolean;
  savesItself?: boolean;
  /** called with what is wrong with a value that was to be saved */
  onMessage?: (message: string | undefined) => void;
  /** id of an error that the control does not show itself */
  messageId?: string;
  message?: string | undefined;
  children: ReactNode;
}

function labelOf({ column, editing }: CellEditorProps): string {
  return `${column.label} of ${rowName(editing.row)}`;
}

/** Pressing a button would move the focus and thereby end editing. */
const keepFocus = (event: PointerEvent) => event.preventDefault();

/**
 * Covers its cell; on a phone it is a bar at the top of the screen. Enter and Tab save, Escape reverts
 * (grid.md#editing-a-cell).
 */
function EditorFrame(props: EditorFrameProps) {
  const { commands, value, isBusy, savesItself, onMessage, messageId, message, children } = props;
  const save = (goOn: Direction | null, namesSource = false) => {
    if (isBusy) return;
    const wrong = commands.commit(value(), goOn, namesSource);
    onMessage?.(wrong);
  };
  const hasSources = claimFieldsOf(props.column).length > 0;
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method is composing, Enter picks one of its suggestions.
    if (event.nativeEvent.isComposing) return;
    const direction = readSavingKey({ key: event.key, shift: event.shiftKey });
    if (direction === undefined && event.key !== "Escape") return;
    event.preventDefault();
    const namesSource = hasSources && event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (namesSource) save(null, true);
    else if (direction) save(direction);
    else commands.cancel();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its controls have the focus; the keys hold for all of them
    <div
      data-editor
      className={styles.editor}
      onKeyDown={onKeyDown}
      // Text inputs keep the browser's own menu.
      onContextMenu={(event) => event.stopPropagation()}
      onTouchStart={(event) => event.stopPropagation()}
      onBlur={(event) => {
        // Another window has the focus; the editor gets it back when this window does.
        if (document.activeElement === event.target) return;
        const next = event.relatedTarget;
        // A dialog has opened by itself; the editor gets the focus back after it.
        if (next instanceof Element && next.closest("[role$=dialog]")) return;
        if (!isBusy && !event.currentTarget.contains(next)) commands.leave(value());
      }}
    >
      <span aria-hidden className={styles.label}>
        {labelOf(props)}
      </span>
      <div className={styles.line}>
        {children}
        {!savesItself && (
          <IconButton
            label="Save"
            tabIndex={-1}
            className={styles.button}
            onPointerDown={keepFocus}
            onClick={() => save(null)}
          >
            <Check aria-hidden />
          </IconButton>
        )}
        {hasSources && (
          <IconButton
            label="Save and name the source"
            tabIndex={-1}
            className={styles.button}
            onPointerDown={keepFocus}
            onClick={() => save(null, true)}
          >
            <BookOpen aria-hidden />
          </IconButton>
        )}
        <IconButton
          label="Cancel"
          tabIndex={-1}
          className={styles.button}
          onPointerDown={keepFocus}
          onClick={commands.cancel}
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

export function TextCell(props: CellEditorProps) {
  const { column, editing, commands } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState(editing.message);
  const [begun] = useState(editing.now ?? editing.typed);

  useLayoutEffect(() => {
    const field = input.current;
    field?.focus({ preventScroll: true });
    // Continue what was typed; select a stored value, so that typing replaces it.
    if (begun === null) field?.select();
    else field?.setSelectionRange(begun.length, begun.length);
  }, [begun]);

  const value = () => input.current?.value ?? "";
  const { row, field, now } = editing;
  const start = begun ?? cellToText(row[field]);
  const namesId = `${id}names`;
  return (
    <EditorFrame {...props} value={value} messageId={id} message={message} onMessage={setMessage}>
      <input
        ref={input}
        list={hasKnownNames(field) ? namesId : undefined}
        aria-label={labelOf(props)}
        aria-invalid={message ? true : undefined}
        aria-describedby={message ? id : undefined}
        className={styles.input}
        defaultValue={start}
        inputMode={column.kind === "number" ? "decimal" : "text"}
        autoComplete="off"
        enterKeyHint="done"
        spellCheck={false}
        dir="auto"
        onChange={(event) => commands.type(event.currentTarget.value)}
      />
      {hasKnownNames(field) && (
        <KnownNamesList id={namesId} field={field} make={row.make} typed={now ?? start} />
      )}
    </EditorFrame>
  );
}

/** Keys that move through the options of a closed list; moving past an option does not choose it. */
const WALKS = /^(Arrow|Page|Home|End|.$)/;

/**
 * Edits a choice, which is saved when it is made, or with Enter when using the keyboard
 * (grid.md#editing-a-cell).
 */
export function SelectCell(props: CellEditorProps) {
  const { column, editing, commands } = props;
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const walking = useRef(false);
  const { row, byPointer } = editing;
  const options = column.options ?? [];
  const begins = (editing.now ?? editing.typed)?.toLowerCase();
  const begun =
    options.find(({ value }) => cellToText(value).toLowerCase() === begins) ??
    (begins ? options.find(({ label }) => label.toLowerCase().startsWith(begins)) : undefined);
  const first = begun ? begun.value : row[column.field];

  useLayoutEffect(() => {
    select.current?.focus({ preventScroll: true });
    try {
      if (byPointer) select.current?.showPicker();
    } catch {
      // Not every browser lets a script open the list; pressing it still works.
    }
  }, [byPointer]);

  const value = () => select.current?.value ?? "";
  const onChange = (event: ChangeEvent<HTMLSelectElement>) => {
    const { value: chosen } = event.currentTarget;
    if (walking.current) commands.type(chosen);
    else commands.commit(chosen, null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Alt with an arrow key and the space bar open the list.
    walking.current = WALKS.test(event.key) && !event.altKey && event.key !== " ";
  };
  return (
    // While the list is open, the browser handles its keys, so they do not arrive here.
    <EditorFrame {...props} value={value} messageId={id} message={editing.message} savesItself>
      <select
        ref={select}
        aria-label={labelOf(props)}
        className={styles.input}
        defaultValue={cellToText(first)}
        onChange={onChange}
        onPointerDown={() => {
          walking.current = false;
        }}
        onKeyDown={onKeyDown}
        onKeyUp={(event) => {
          // Escape closed the list without a keydown event; it also reverts the cell
          // (grid.md#editing-a-cell).
          if (event.key === "Escape") commands.cancel();
        }}
      >
        {options.map((option) => (
          <option key={option.label} value={cellToText(option.value)}>
            {option.label}
          </option>
        ))}
      </select>
    </EditorFrame>
  );
}

/** Edits a picture by its address or by uploading a file (pictures.md#image-cells, pictures.md#uploads). */
export function ImageCell(props: CellEditorProps) {
  const { column, editing, commands } = props;
  const input = useRef<HTMLInputElement>(null);
  const [begun] = useState(editing.now ?? editing.typed);
  const [text, setText] = useState(begun ?? cellToText(editing.row[column.field]));
  const [message, setMessage] = useState(editing.message);
  const [isBusy, setIsBusy] = useState(false);

  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    if (begun === null) input.current?.select();
  }, [begun]);

  const keepOwnKeys = (event: KeyboardEvent) => {
    const isPress = event.key === "Enter" && event.target !== input.current;
    if (event.key === "Tab" || isPress) event.stopPropagation();
  };
  return (
    <EditorFrame {...props} value={() => text} isBusy={isBusy} onMessage={setMessage}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its controls have the focus; some keep their keys from the cell around them */}
      <div className={styles.picture} onKeyDown={keepOwnKeys}>
        <ImageField
          isCompact
          label={labelOf(props)}
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
    </EditorFrame>
  );
}
