import { ConfirmDialog } from "../../../ui/dialog.tsx";

interface DiscardQuestionProps {
  onDiscard: () => void;
  onKeep: () => void;
}

/** Asked when a form is closed in which something was typed. */
export function DiscardQuestion({ onDiscard, onKeep }: DiscardQuestionProps) {
  return (
    <ConfirmDialog
      title="Discard what you typed?"
      description="It has not been saved."
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      onConfirm={onDiscard}
      onCancel={onKeep}
    />
  );
}
