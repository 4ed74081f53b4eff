import { useState } from "react";

import { Button } from "../../ui/button.tsx";
import { MutationDialog } from "../../ui/mutation-dialog.tsx";
import { useAdminMutation } from "./rows/rows.queries.ts";

interface AskingButtonProps {
  label: string;
  /** completes the label for screen readers */
  of?: string;
  isQuiet?: boolean;
  title: string;
  description: string;
  submitLabel?: string;
  successTitle?: string;
  /** resolves with what was done */
  send: () => Promise<string>;
}

/** A button that asks before it sends. */
export function AskingButton(props: AskingButtonProps) {
  const { label, of, isQuiet = false, title, description, successTitle, send } = props;
  const { submitLabel = label } = props;
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending } = useAdminMutation({
    mutationFn: send,
    ...(successTitle && { successTitle }),
    successMessage: (message) => message,
    onSettled: () => setIsAsking(false),
  });
  return (
    <>
      <Button size="s" variant={isQuiet ? "quiet" : "secondary"} onClick={() => setIsAsking(true)}>
        {label}
        {of && <span className="visually-hidden"> {of}</span>}
      </Button>
      {isAsking && (
        <MutationDialog
          role="alertdialog"
          title={title}
          description={description}
          submitLabel={submitLabel}
          pending={isPending}
          onSubmit={() => mutate()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
