import { useQuery } from "@tanstack/react-query";

import { countOf } from "../../../domain/format.ts";
import type { DeletionCost, EvRow } from "../../../domain/vehicle.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import type { FigureField } from "../../claims/claims.ts";
import { type EvFormValues, valuesLike } from "./ev-form.ts";
import { deleteRow, deletionCostQuery } from "./rows.queries.ts";

export type RowsDialog =
  /** row null: adds a new one */
  | { kind: "form"; row: EvRow | null; start?: EvFormValues }
  | { kind: "delete"; row: EvRow }
  /** asks for the sources of the figures that the form has changed, one after another */
  | { kind: "source"; row: EvRow; fields: readonly FigureField[] };

export function addLike(row: EvRow, onlyModel: boolean): RowsDialog {
  return { kind: "form", row: null, start: valuesLike(row, onlyModel) };
}

/** Asks before a row is deleted for good, and says what else is (vehicles.md#deleting-rows). */
export function DeleteDialog(props: {
  row: EvRow;
  /** called before the list is read again */
  onDeleted: () => void;
  onSuccess: () => void;
  onClose: () => void;
}) {
  const { row, onDeleted, onSuccess, onClose } = props;
  const { make, model, trim, year } = row;
  const cost = useQuery(deletionCostQuery(row.id));
  return (
    <ConfirmDialog
      title="Delete this EV?"
      description={
        <>
          {year} {make} {model} {trim} will be deleted. This action cannot be undone; only its
          values stay in the activity.{" "}
          <span role="status">
            {cost.isPending
              ? "Counting its reviews..."
              : cost.data
                ? deletionWords(row, cost.data)
                : "Its reviews, which could not be counted, are deleted too."}
          </span>
        </>
      }
      label="Delete"
      // First show what else is deleted, unless that cannot be determined.
      canSubmit={!cost.isPending}
      send={async () => {
        await deleteRow(row);
        onDeleted();
      }}
      successMessage={() => `${make} ${model} was deleted successfully`}
      onSuccess={onSuccess}
      onClose={onClose}
    />
  );
}

function deletionWords(
  { make, model }: Pick<EvRow, "make" | "model">,
  { isLastRow, reviews, votes }: DeletionCost,
): string {
  const reviewsGo = reviews > 0 ? countOf(reviews, "review") : "";
  if (!isLastRow) return reviewsGo && `${reviewsGo} of this trim will be deleted too.`;
  const gone = [votes > 0 ? countOf(votes, "vote") : "", reviewsGo].filter(Boolean);
  const withIt = gone.length > 0 ? `, with its ${gone.join(" and ")}` : "";
  return `This is the last trim of the ${make} ${model}: the model will be deleted too${withIt}.`;
}
