import { type ReactNode, useState } from "react";

import { Button } from "../../ui/button.tsx";
import { MutationDialog } from "../../ui/mutation-dialog.tsx";
import { type AdminMutationOptions, useAdminMutation } from "./use-admin-mutation.ts";

interface ConfirmDialogProps<Result> extends Omit<
  AdminMutationOptions<void, Result>,
  "mutationFn" | "onSettled"
> {
  title: string;
  description: ReactNode;
  label: string;
  canSubmit?: boolean;
  send: () => Promise<Result>;
  /** called in the end, whether it was sent or not */
  onClose: () => void;
  children?: ReactNode;
}

/** Asks before something is sent. */
export function ConfirmDialog<Result>(props: ConfirmDialogProps<Result>) {
  const {
    title,
    description,
    label,
    canSubmit = true,
    send,
    onClose,
    children,
    ...options
  } = props;
  const { mutate, isPending } = useAdminMutation({
    ...options,
    mutationFn: send,
    onSettled: onClose,
  });
  return (
    <MutationDialog
      role="alertdialog"
      {...{ title, description, canSubmit, onClose, children }}
      submitLabel={label}
      pending={isPending}
      onSubmit={() => mutate()}
    />
  );
}

interface AskingButtonProps<Result> extends Omit<ConfirmDialogProps<Result>, "onClose"> {
  /** completes the label for screen readers */
  of?: string;
}

export function AskingButton<Result>(props: AskingButtonProps<Result>) {
  const { of, ...question } = props;
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button size="s" onClick={() => setIsAsking(true)}>
        {props.label}
        {of && <span className="visually-hidden"> {of}</span>}
      </Button>
      {isAsking && <ConfirmDialog {...question} onClose={() => setIsAsking(false)} />}
    </>
  );
}
