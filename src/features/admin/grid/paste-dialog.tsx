import { useMutation } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";

import { MutationDialog } from "../../../ui/mutation-dialog.tsx";
import { countOf } from "../../../domain/format.ts";
import styles from "./paste-dialog.module.css";
import { rowName } from "../../../domain/names.ts";
import { formatCell } from "./grid-columns.ts";
import { countRows, markText } from "../rows/save-row.ts";
import type { SaveOutcome } from "./save-queue.ts";
import {
  type PastePlan,
  type PlannedCell,
  type PlannedRow,
  planSentences,
} from "./plan-changes.ts";

interface PasteDialogProps {
  plan: PastePlan;
  /** while another dialog asks about a conflict */
  isHidden: boolean;
  /** returns the element to focus once it is closed: the dialog that led here is gone */
  finalFocus: () => HTMLElement | null;
  onSave: (rows: readonly PlannedRow[]) => Promise<SaveOutcome>;
  onClose: () => void;
}

/** What a block would change and what is wrong with it; then all valid rows are changed or none (grid.md#blocks). */
export function PasteDialog(props: PasteDialogProps) {
  const { plan, isHidden, finalFocus, onSave, onClose } = props;
  const good = plan.rows.filter((row) => !row.isWrong);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const outcome = await onSave(good);
      if (outcome.kind === "failed") throw outcome.error;
    },
    onSuccess: onClose,
  });
  const hasFailed = error !== null && !isPending;
  const saveLabel = hasFailed ? "Try again" : `Save ${countOf(countRows(good), "row")}`;
  const { question, remarks } = planSentences(plan);
  // Makes are changed row by row.
  const isOneCall = good.length < 2 || good.every(({ changes }) => changes.make === undefined);
  const failureTitle = isOneCall ? "Nothing was changed" : "Not all rows were changed";

  return (
    <MutationDialog
      open={!isHidden}
      size="l"
      title={hasFailed ? failureTitle : question}
      cancelLabel={good.length > 0 ? "Cancel" : "Close"}
      submitLabel={good.length > 0 ? saveLabel : undefined}
      pending={isPending}
      error={hasFailed && markText(null, error)}
      finalFocus={finalFocus}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      {remarks.length > 0 && (
        <ul className={styles.remarks}>
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lists scroll by keyboard, too */}
      <div role="region" aria-label="Changes" tabIndex={0} className="divided">
        {plan.rows.map(({ seen: row, cells, isWrong, modelRows }) => (
          <section key={row.id} className={styles.row}>
            <h3 className={styles.name}>
              {modelRows === undefined
                ? rowName(row)
                : `${row.model}, ${countOf(modelRows, "row")}`}
            </h3>
            {isWrong && (
              <p className={styles.bad}>
                <CircleAlert aria-hidden /> Left unchanged because of errors
              </p>
            )}
            <ul className={styles.cells}>
              {cells.map((cell) => (
                <CellChange key={cell.column.field} cell={cell} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </MutationDialog>
  );
}

function CellChange({ cell }: { cell: PlannedCell }) {
  const { column, before, after, typed, message } = cell;
  return (
    <li className={styles.cell}>
      <span className="faint">{column.label}</span>
      <s className="faint">{formatCell(column, before)}</s>
      <span aria-hidden>→</span>
      <span className="visually-hidden">becomes</span>
      {message === undefined ? (
        <b className={styles.after}>{formatCell(column, after ?? null)}</b>
      ) : (
        <span className={styles.wrong}>
          <b>{typed || "empty"}</b> {message}
        </span>
      )}
    </li>
  );
}
