import { type ReactNode, useRef } from "react";

import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

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
