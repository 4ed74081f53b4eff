import { Check, X } from "lucide-react";
import type { KeyboardEvent, PointerEvent, ReactNode } from "react";

import { IconButton } from "../../ui/button.tsx";
import styles from "./ev-grid-editor.module.css";
import { type AfterSave, readSavingKey } from "./grid-keys.ts";

interface EvGridEditorProps {
  /** what is edited: `Price of 2025 Tesla Model 3 Long Range` */
  label: string;
  /** what is wrong, where the control does not say it itself */
  messageId?: string;
  message?: string | undefined;
  /** a choice is saved when it is made and needs no button */
  savesItself?: boolean;
  onSave: (after: AfterSave) => void;
  onCancel: () => void;
  onLeave: () => void;
  /** the control */
  children: ReactNode;
}

/** A pressed button would take the focus, and with it end the editing. */
const keepFocus = (event: PointerEvent) => event.preventDefault();

/**
 * The frame of a cell's editor: over its cell, on a phone a bar at the top of the screen. Enter and
 * Tab save, Escape reverts (§4).
 */
export function EvGridEditor(props: EvGridEditorProps) {
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
