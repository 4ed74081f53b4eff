import { BookOpen, Check, CircleAlert, X } from "lucide-react";
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

import { entryOf } from "../../../domain/fields.ts";
import { rowName } from "../../../domain/names.ts";
import { IconButton } from "../../../ui/button.tsx";
import { ImageField } from "../../pictures/image-field.tsx";
import styles from "./cell-editors.module.css";
import { cellToText, completeText, type FieldColumn } from "./grid-columns.ts";
import { readSavingKey } from "./grid-keys.ts";
import type { CellEditing, OpenCell } from "./use-cell-editing.ts";
import type { CellPosition } from "./use-grid-selection.ts";
import { hasKnownNames, KnownNames } from "../rows/known-names.tsx";
import { claimFieldsOf } from "../sources/claim-form.ts";

interface CellEditorProps {
  column: FieldColumn;
  openCell: OpenCell;
  commands: Pick<CellEditing, "commit" | "type" | "cancel" | "leave">;
}

interface EditorFrameProps extends CellEditorProps {
  /** returns what is typed or chosen */
  value: () => string;
  /** true while saving has to wait */
  isBusy?: boolean;
  savesOnChange?: boolean;
  /** id of the error, unless the control shows it itself */
  messageId?: string;
  /** below the control */
  note?: ReactNode;
  children: ReactNode;
}

/** The editor of a cell (grid.md#editing-a-cell); a flag is toggled by its button instead. */
export function CellEditor(props: CellEditorProps) {
  const { kind, options } = props.column;
  if (kind === "image") return <ImageCell {...props} />;
  // Typing is quicker than choosing from a list, and the text is checked.
  return options && props.openCell.typed === null ? (
    <SelectCell {...props} options={options} />
  ) : (
    <TextCell {...props} />
  );
}

function labelOf({ column, openCell }: CellEditorProps): string {
  return `${column.label} of ${rowName(openCell.row)}`;
}

/** Covers its cell; on a phone, a bar at the top. Enter and Tab save, Escape reverts (grid.md#editing-a-cell). */
function EditorFrame(props: EditorFrameProps) {
  const { openCell, commands, value, isBusy, savesOnChange, messageId, note, children } = props;
  const frame = useRef<HTMLDivElement>(null);
  // It is wider than its cell once it says what is wrong.
  useLayoutEffect(() => {
    if (openCell.message) frame.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [openCell.message]);
  const save = (step: CellPosition | null, thenOpenSources = false) => {
    const text = completeText(props.column.options ?? [], value());
    if (!isBusy) commands.commit(text, step, thenOpenSources);
  };
  const hasSources = claimFieldsOf(props.column).length > 0;
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method is composing, Enter picks one of its suggestions.
    if (event.nativeEvent.isComposing) return;
    const step = readSavingKey(event);
    if (!step && event.key !== "Escape") return;
    event.preventDefault();
    const thenOpenSources = hasSources && event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (thenOpenSources) save(null, true);
    else if (step) save(step);
    else commands.cancel();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its controls have the focus; the keys hold for all of them
    <div
      ref={frame}
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
        {!savesOnChange && (
          <EditorButton label="Save" onClick={() => save(null)}>
            <Check aria-hidden />
          </EditorButton>
        )}
        {hasSources && (
          <EditorButton label="Save and name the source" onClick={() => save(null, true)}>
            <BookOpen aria-hidden />
          </EditorButton>
        )}
        <EditorButton label="Cancel" onClick={commands.cancel}>
          <X aria-hidden />
        </EditorButton>
      </div>
      {messageId && openCell.message && (
        <p id={messageId} role="alert" className={styles.message}>
          <CircleAlert aria-hidden />
          {openCell.message}
        </p>
      )}
      {note}
    </div>
  );
}

function EditorButton(
  props: Pick<ComponentProps<typeof IconButton>, "label" | "onClick" | "children">,
) {
  return (
    <IconButton
      {...props}
      tabIndex={-1}
      className={styles.button}
      // Pressing it would move the focus and thereby end editing.
      onPointerDown={(event) => event.preventDefault()}
    />
  );
}

/** Focuses an editor. @returns the text that was typed before it opened */
function useEditorFocus(input: RefObject<HTMLInputElement | null>, openCell: OpenCell) {
  const [{ typed, byPointer }] = useState(openCell);
  useLayoutEffect(() => {
    input.current?.focus({ preventScroll: true });
    // Continue what was typed; select a value that is shown or clicked, so that typing replaces it.
    if (typed === null || byPointer) input.current?.select();
    else input.current?.setSelectionRange(typed.length, typed.length);
  }, [input, typed, byPointer]);
  return typed;
}

function TextCell(props: CellEditorProps) {
  const { column, openCell, commands } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const initialText = useEditorFocus(input, openCell);
  const { options } = column;
  const value = () => input.current?.value ?? "";
  const { row, field, typed, message } = openCell;
  const entry = entryOf(field);
  const start = initialText ?? cellToText(row[field]);
  const listId = `${id}list`;
  const names = hasKnownNames(field) && (
    <KnownNames
      id={listId}
      field={field}
      make={row.make}
      current={row[field]}
      typed={typed ?? start}
      onUse={(name) => {
        if (input.current) input.current.value = name;
        commands.type(name);
      }}
    />
  );
  return (
    <EditorFrame {...props} value={value} messageId={id} note={names}>
      <span className={styles.text}>
        {entry.kind === "figure" && entry.symbol === "$" && (
          <span aria-hidden className={styles.currency}>
            $
          </span>
        )}
        <input
          ref={input}
          list={options || hasKnownNames(field) ? listId : undefined}
          aria-label={labelOf(props)}
          aria-invalid={message ? true : undefined}
          aria-describedby={message ? id : undefined}
          className={styles.input}
          defaultValue={start}
          inputMode={column.kind === "figure" ? "decimal" : "text"}
          autoComplete="off"
          enterKeyHint="done"
          spellCheck={false}
          dir="auto"
          onChange={(event) => commands.type(event.currentTarget.value)}
        />
        {options && (
          <datalist id={listId}>
            {options.map(([text, label]) => (
              <option key={text}>{label}</option>
            ))}
          </datalist>
        )}
      </span>
    </EditorFrame>
  );
}

/** Keys that move through the options of a closed list; moving past an option does not choose it. */
const BROWSING_KEYS = /^(Arrow|Page|Home|End|.$)/;

/** A choice is saved when it is made, or with Enter when using the keyboard (grid.md#editing-a-cell). */
function SelectCell({ options, ...props }: CellEditorProps & { options: CellOptions }) {
  const { column, openCell, commands } = props;
  const select = useRef<HTMLSelectElement>(null);
  const isBrowsing = useRef(false);
  const { row, byPointer } = openCell;

  useLayoutEffect(() => {
    select.current?.focus({ preventScroll: true });
    try {
      if (byPointer) select.current?.showPicker();
    } catch {
      // Not every browser lets a script open the list; pressing it still works.
    }
  }, [byPointer]);

  return (
    // While the list is open, the browser handles its keys, so they do not arrive here.
    <EditorFrame {...props} value={() => select.current?.value ?? ""} savesOnChange>
      <select
        ref={select}
        aria-label={labelOf(props)}
        className={styles.input}
        defaultValue={cellToText(row[column.field])}
        onChange={(event) => {
          if (!isBrowsing.current) commands.commit(event.currentTarget.value, null);
        }}
        onPointerDown={() => {
          isBrowsing.current = false;
        }}
        onKeyDown={({ key, altKey }) => {
          // Alt with an arrow key and the space bar open the list.
          isBrowsing.current = BROWSING_KEYS.test(key) && !altKey && key !== " ";
        }}
        onKeyUp={(event) => {
          // Escape closed the list without a keydown event; it also reverts the cell
          // (grid.md#editing-a-cell).
          if (event.key === "Escape") commands.cancel();
        }}
      >
        <Options options={options} />
      </select>
    </EditorFrame>
  );
}

type CellOptions = NonNullable<FieldColumn["options"]>;

export function Options({ options }: { options: CellOptions }) {
  return options.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

/** Edits a picture by its address or by uploading a file (pictures.md#image-cells, pictures.md#uploads). */
function ImageCell(props: CellEditorProps) {
  const { column, openCell, commands } = props;
  const input = useRef<HTMLInputElement>(null);
  useEditorFocus(input, openCell);
  const text = openCell.typed ?? cellToText(openCell.row[column.field]);
  const [isBusy, setIsBusy] = useState(false);
  const keepOwnKeys = (event: KeyboardEvent) => {
    const isPress = event.key === "Enter" && event.target !== input.current;
    if (event.key === "Tab" || isPress) event.stopPropagation();
  };
  return (
    <EditorFrame {...props} value={() => text} isBusy={isBusy}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its controls have the focus; some keep their keys from the cell around them */}
      <div className={styles.picture} onKeyDown={keepOwnKeys}>
        <ImageField
          isCompact
          label={labelOf(props)}
          value={text}
          onChange={(value) => commands.type(value)}
          onBusyChange={setIsBusy}
          error={openCell.message}
          inputRef={input}
        />
      </div>
    </EditorFrame>
  );
}
