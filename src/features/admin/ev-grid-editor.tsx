import { Check, X } from "lucide-react";
import type { PointerEvent, ReactNode } from "react";

import { IconButton } from "../../ui/icon-button.tsx";
import styles from "./ev-grid-editor.module.css";

interface EvGridEditorProps {
  /** what is edited: `Price of 2025 Tesla Model 3 Long Range` */
  label: string;
  /** what is wrong, where the control does not say it itself */
  messageId?: string;
  message?: string | undefined;
  /** a choice is saved when it is made and needs no button */
  onSave?: () => void;
  onCancel: () => void;
  onLeave: () => void;
  /** the control */
  children: ReactNode;
}

/** A pressed button would take the focus, and with it end the editing. */
const keepFocus = (event: PointerEvent) => event.preventDefault();

/** The frame of a cell's editor: over its cell, on a phone a bar at the top of the screen. */
export function EvGridEditor(props: EvGridEditorProps) {
  const { label, messageId, message, onSave, onCancel, onLeave, children } = props;
  return (
    <div
      data-editor
      className={styles.editor}
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
        {onSave && (
          <IconButton
            label="Save"
            tabIndex={-1}
            className={styles.button}
            onPointerDown={keepFocus}
            onClick={onSave}
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
