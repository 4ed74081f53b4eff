import type { ComponentProps, ReactNode } from "react";

import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

interface ListDialogProps extends Omit<
  ComponentProps<typeof Dialog>,
  "open" | "onOpenChange" | "footer"
> {
  /** other buttons beside the one that closes it */
  buttons?: ReactNode;
  onClose: () => void;
}

/** A dialog that lists something and has nothing to send itself. */
export function ListDialog(props: ListDialogProps) {
  const { buttons, onClose, ...dialog } = props;
  return (
    <Dialog
      {...dialog}
      open
      onOpenChange={(stays) => !stays && onClose()}
      footer={
        <>
          {buttons}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    />
  );
}
