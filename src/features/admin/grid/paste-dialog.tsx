import { useMutation } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";

import { MutationDialog } from "../../../ui/mutation-dialog.tsx";
import { countOf } from "../../../domain/format.ts";
import styles from "./paste-dialog.module.css";
import { rowName } from "../../../domain/names.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { formatCell } from "./grid-columns.ts";
import { countRows, markText, sendBlock } from "../rows/save-row.ts";
import type { Saves } from "./use-saves.ts";
import {
  changeWords,
  isRowWrong,
  type PastePlan,
  type PlannedCell,
  type PlannedRow,
  planSentences,
} from "./plan-changes.ts";

/** What a block would change and what is wrong with it; then all valid rows are changed or none (grid.md#blocks). */
export function PasteDialog(props: {
  plan: PastePlan;
  /** while another dialog asks about a conflict */
  isHidden: boolean;
  /** returns the element to focus once it is closed: the dialog that led here is gone */
  finalFocus: () => HTMLElement | null;
  saves: Pick<Saves, "saveEdits" | "notifySaved">;
  onClose: () => void;
}) {
  const { plan, isHidden, finalFocus, saves, onClose } = props;
  const good = plan.rows.filter((row) => !isRowWrong(row));
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const outcome = await saves.saveEdits(good, { send: sendBlock });
      if (outcome.kind === "failed") throw outcome.error;
      if (outcome.kind !== "saved") return;
      const saved = new Set(outcome.rows.map(({ id }) => id));
      const words = changeWords(good.filter(({ seen }) => saved.has(seen.id)));
      saves.notifySaved(outcome.unusual, `Changed ${words}`);
    },
    onSuccess: onClose,
  });
  const hasFailed = error !== null && !isPending;
  const saveLabel = hasFailed ? "Try again" : `Save ${countOf(countRows(good), "row")}`;
  const { question, remarks } = planSentences(plan);
  // Makes are changed model by model.
  const isOneCall = good.length < 2 || good.every(({ modelRows }) => modelRows === undefined);
  const failureTitle = isOneCall ? "Nothing was changed" : "Not all models were changed";

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
        {plan.rows.map(({ seen: row, cells, changes, modelRows }) => (
          <section key={row.id} className={styles.row}>
            <h3 className={styles.name}>
              {modelRows === undefined
                ? rowName(row)
                : `${row.model}, ${countOf(modelRows, "row")}`}
            </h3>
            {cells.some(({ message }) => message) && (
              <p className={styles.bad}>
                <CircleAlert aria-hidden /> Left unchanged because of errors
              </p>
            )}
            <ul className={styles.cells}>
              {cells.map((cell) => (
                <CellChange key={cell.column.field} {...{ row, cell, changes }} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </MutationDialog>
  );
}

interface CellChangeProps extends Pick<PlannedRow, "changes"> {
  row: EvRow;
  cell: PlannedCell;
}

function CellChange({ row, changes, cell: { column, typed, message } }: CellChangeProps) {
  const { field } = column;
  return (
    <li className={styles.cell}>
      <span className="faint">{column.label}</span>
      <s className="faint">{formatCell(column, row[field])}</s>
      <span aria-hidden>→</span>
      <span className="visually-hidden">becomes</span>
      {message === undefined ? (
        <b>{formatCell(column, changes[field] ?? null)}</b>
      ) : (
        <span className={styles.wrong}>
          <b>{typed || "empty"}</b> {message}
        </span>
      )}
    </li>
  );
}
