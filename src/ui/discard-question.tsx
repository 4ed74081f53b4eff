import { ConfirmDialog } from "./dialog.tsx";

interface DiscardQuestionProps {
  description?: string;
  onDiscard: () => void;
  onKeep: () => void;
}

/** Asks before a form with unsaved input is closed. */
export function DiscardQuestion({
  description = "It has not been saved.",
  onDiscard,
  onKeep,
}: DiscardQuestionProps) {
  return (
    <ConfirmDialog
      title="Discard what you typed?"
      description={description}
      confirmLabel="Discard"
      cancelLabel="Keep editing"
      onConfirm={onDiscard}
      onCancel={onKeep}
    />
  );
}
