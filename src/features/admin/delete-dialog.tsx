import { useMutation, useQuery } from "@tanstack/react-query";

import { ConfirmDialog } from "../../ui/dialog.tsx";
import { toast, toastError } from "../../ui/toast.ts";
import type { DeletionCost } from "../../vehicle/row.store.server.ts";
import { countOf } from "../../vehicle/counts.ts";
import type { EvRow } from "../../vehicle/vehicle.ts";
import { AnswerError, refusalOf } from "../../api/answers.ts";
import styles from "./rows-view.module.css";
import { deleteRow, removalQuery } from "./rows.client.ts";

interface DeleteDialogProps {
  row: EvRow;
  onDeleted: () => Promise<void>;
  onOutdated: () => void;
  onClose: () => void;
}

/** Asks before a row goes for good, and says what goes with it (§2, readings 2). */
export function DeleteDialog({ row, onDeleted, onOutdated, onClose }: DeleteDialogProps) {
  const { make, model, trim, year } = row;
  const { mutate, isPending, isIdle } = useMutation({
    mutationFn: () => deleteRow(row),
    onSuccess: async () => {
      await onDeleted();
      toast({ title: "Success", description: `${make} ${model} was deleted successfully` }); // §8
    },
    onError: (failure) => {
      toastError(refusalOf(failure));
      onClose();
      // Another try has to know the row as it is now.
      if (isOutdated(failure)) onOutdated();
    },
  });
  // Of a row that goes nothing can be counted any more.
  const removal = useQuery({ ...removalQuery(row.id), enabled: isIdle });
  return (
    <ConfirmDialog
      title="Delete this EV?"
      description={
        <>
          {year} {make} {model} {trim} will be deleted for good. This action cannot be undone.
        </>
      }
      confirmLabel={isPending ? "Deleting..." : "Delete"}
      // What goes with it is said before, unless it cannot be found out.
      disabled={removal.isPending}
      pending={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      <p role="status" className={styles.removal}>
        {removal.isPending
          ? "Counting its reviews..."
          : removal.data
            ? wordRemoval(row, removal.data)
            : "Its reviews, which could not be counted, are deleted too."}
      </p>
    </ConfirmDialog>
  );
}

/** Whether somebody else has deleted or changed the row (readings 3). */
function isOutdated(failure: unknown): boolean {
  return failure instanceof AnswerError && [404, 412].includes(failure.status);
}

function wordRemoval(
  { make, model }: Pick<EvRow, "make" | "model">,
  { isLastRow, reviews, votes }: DeletionCost,
): string {
  const reviewsGo = reviews > 0 ? countOf(reviews, "review") : "";
  if (!isLastRow) {
    return reviewsGo ? `${reviewsGo} of this trim will be deleted too.` : "It has no reviews.";
  }
  const gone = [votes > 0 ? countOf(votes, "vote") : "", reviewsGo].filter(Boolean);
  const withIt = gone.length > 0 ? `, with its ${gone.join(" and ")}` : "";
  return `This is the last trim of the ${make} ${model}: the model will be deleted too${withIt}.`;
}
