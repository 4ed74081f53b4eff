import { type ReactNode, useId, useRef, useState } from "react";

import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import styles from "./dialog.module.css";

/** A dialog with Cancel and a button that sends what is in it. */
export function MutationDialog(props: {
  /** false while another dialog takes its place */
  open?: boolean;
  title: ReactNode;
  description?: ReactNode;
  size?: "s" | "m" | "l";
  /** an alertdialog asks before something irreversible and has no form; its focus is on Cancel or on a field */
  role?: "dialog" | "alertdialog";
  /** absent if there is nothing to send */
  submitLabel?: string | undefined;
  cancelLabel?: string;
  /** another way to send it */
  secondLabel?: string | undefined;
  onSecond?: () => void;
  /** the mutation is running; the dialog stays open */
  pending?: boolean;
  /** why it failed, unless a field says so */
  error?: string | false | undefined;
  canSubmit?: boolean;
  /** whether there is input to ask about before closing */
  isDirty?: () => boolean;
  finalFocus?: () => HTMLElement | null;
  onSubmit: () => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { open = true, title, description, role = "dialog" } = props;
  const { submitLabel, cancelLabel = "Cancel", secondLabel, onSecond } = props;
  const { pending = false, error, canSubmit = true, isDirty, onSubmit, onClose, children } = props;
  const isQuestion = role === "alertdialog";
  const { size = isQuestion ? "s" : "m" } = props;
  const form = useId();
  const cancel = useRef<HTMLButtonElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    if (pending) return;
    if (isDirty?.()) setIsLeaving(true);
    else onClose();
  };
  return (
    <Dialog
      open={open}
      size={size}
      role={role}
      fill={!isQuestion}
      title={title}
      description={description}
      initialFocus={() => {
        const main = isQuestion ? cancel.current : (submit.current ?? cancel.current);
        const field = firstField(cancel.current);
        if (!field) return main;
        // On a touch screen, the keyboard for it would cover half of the dialog.
        if (!matchMedia("(pointer: coarse)").matches) return field;
        return isQuestion ? main : null;
      }}
      finalFocus={props.finalFocus}
      onOpenChange={(stays) => !stays && leave()}
      footer={
        <>
          {error && (
            <p role="alert" className={styles.error}>
              {error}
            </p>
          )}
          <Button ref={cancel} disabled={pending} onClick={leave}>
            {cancelLabel}
          </Button>
          {secondLabel && (
            <Button disabled={pending || !canSubmit} onClick={onSecond}>
              {secondLabel}
            </Button>
          )}
          {submitLabel && (
            <Button
              ref={submit}
              variant="primary"
              pending={pending}
              disabled={!canSubmit}
              {...(isQuestion ? { onClick: onSubmit } : { type: "submit" as const, form })}
            >
              {submitLabel}
            </Button>
          )}
        </>
      }
    >
      {isQuestion ? (
        children
      ) : (
        <>
          <form
            id={form}
            noValidate
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault();
              if (!pending && canSubmit) onSubmit();
            }}
          >
            {children}
          </form>
          {isLeaving && <DiscardQuestion onDiscard={onClose} onKeep={() => setIsLeaving(false)} />}
        </>
      )}
    </Dialog>
  );
}

/** Where typing begins or went on; a field that only shows a text is second best. */
function firstField(button: HTMLElement | null): HTMLElement | null {
  const dialog = button?.closest("[role$='dialog']");
  const find = (state: string) =>
    dialog?.querySelector<HTMLElement>(`:is(input, select, textarea):enabled${state}`);
  return find("[data-focus-first]") ?? find(":not([readonly])") ?? find("") ?? null;
}

/** Asks before a form with unsaved input is closed. */
function DiscardQuestion({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) {
  return (
    <MutationDialog
      role="alertdialog"
      title="Discard what you typed?"
      description="It has not been saved."
      submitLabel="Discard"
      cancelLabel="Keep editing"
      onSubmit={onDiscard}
      onClose={onKeep}
    />
  );
}
