import type { ComponentProps, ReactNode } from "react";

import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Loading, QueryError } from "../../ui/notice.tsx";

interface ListDialogProps extends Omit<
  ComponentProps<typeof Dialog>,
  "open" | "onOpenChange" | "footer"
> {
  /** what it lists, which is loading or could not be loaded */
  query?: ComponentProps<typeof QueryError>["query"];
  /** its name in messages, such as `views` */
  name?: string;
  /** other buttons beside the one that closes it */
  buttons?: ReactNode;
  onClose: () => void;
}

/** A dialog that lists something and has nothing to send itself. */
export function ListDialog(props: ListDialogProps) {
  const { query, name, buttons, onClose, children, ...dialog } = props;
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
    >
      {query?.error && <QueryError title={`The ${name} could not be loaded.`} query={query} />}
      {query && query.data === undefined && !query.error && <Loading text={`Loading ${name}...`} />}
      {children}
    </Dialog>
  );
}
