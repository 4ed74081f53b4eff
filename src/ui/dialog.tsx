import { clsx } from "clsx";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, type RefObject, useRef } from "react";

import { Button, IconButton } from "./button.tsx";
import styles from "./dialog.module.css";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** one sentence under the title */
  description?: ReactNode;
  children?: ReactNode;
  /** actions that stay in sight below the scrolling part */
  footer?: ReactNode;
  /** widest it becomes on a desktop: 480, 640 or 960 px */
  size?: "s" | "m" | "l";
  /** alertdialog asks before something that cannot be undone */
  role?: "dialog" | "alertdialog";
  /** false: on a phone it is as high as what it says, at the bottom of the screen */
  fill?: boolean;
  /** what has the focus first; else the first control */
  initialFocus?: RefObject<HTMLElement | null>;
}

/**
 * A modal dialog; on a phone a sheet that fills the height. Keeps focus inside, closes with
 * Escape and gives the focus back to what had it. Load it lazily: no first screen needs it.
 */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children, footer, size = "m" } = props;
  const { role = "dialog", fill = true, initialFocus } = props;
  const opener = useRef<Element | null>(null);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={styles.overlay} />
        <Radix.Content
          role={role}
          className={clsx(styles.dialog, styles[size], !fill && styles.low)}
          // Radix wants to be told when there is no description.
          {...(!description && { "aria-describedby": undefined })}
          onKeyDown={(event) => {
            // Radix leaves Escape to a notification that has come since.
            if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing)
              return;
            event.preventDefault();
            onOpenChange(false);
          }}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            if (!initialFocus?.current) return;
            event.preventDefault();
            initialFocus.current.focus();
          }}
          onCloseAutoFocus={(event) => {
            // Radix returns the focus to its own trigger only, and we have none.
            event.preventDefault();
            // What was done in the dialog may have taken it and the page elsewhere.
            if (opener.current instanceof HTMLElement && document.activeElement === document.body)
              opener.current.focus({ preventScroll: true });
          }}
        >
          <header className={styles.header}>
            <div className={styles.words}>
              <Radix.Title className={styles.title}>{title}</Radix.Title>
              {description && (
                <Radix.Description className={styles.description}>{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label="Close">
                <X aria-hidden />
              </IconButton>
            </Radix.Close>
          </header>
          {children && <div className={styles.body}>{children}</div>}
          {footer && <footer className={styles.footer}>{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ConfirmDialogProps {
  title: ReactNode;
  /** what follows from a yes; read out with the title */
  description: ReactNode;
  children?: ReactNode;
  /** the yes, as a verb */
  confirmLabel: string;
  /** the no */
  cancelLabel?: string;
  /** a yes is not possible yet */
  disabled?: boolean;
  /** the yes runs; the dialog stays until its caller takes it away */
  pending?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something that cannot be undone; the focus begins on the no. Mount it to open it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    description,
    children,
    confirmLabel,
    cancelLabel = "Cancel",
    pending = false,
  } = props;
  const { disabled = false, onConfirm, onCancel } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      size="s"
      role="alertdialog"
      fill={false}
      title={title}
      description={description}
      initialFocus={cancel}
      onOpenChange={(stays) => !stays && !pending && onCancel()}
      footer={
        <>
          <Button ref={cancel} disabled={pending} onClick={onCancel}>
            {cancelLabel}
          </Button>
          <Button variant="primary" disabled={disabled} pending={pending} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
