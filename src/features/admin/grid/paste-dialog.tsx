import { CircleAlert } from "lucide-react";
import { useState } from "react";

import { MutationDialog } from "../../../ui/mutation-dialog.tsx";
import { countOf } from "../../../domain/format.ts";
import styles from "./paste-dialog.module.css";
import { rowName } from "../../../domain/names.ts";
import { shownText } from "./grid-columns.ts";
import type { SaveOutcome } from "./save-queue.ts";
import {
  type PastePlan,
  type PlannedCell,
  type PlannedRow,
  planSentences,
} from "./use-clipboard.ts";
import { markText } from "./use-row-saves.ts";

interface PasteDialogProps {
  plan: PastePlan;
  /** while another dialog asks about a conflict */
  isHidden: boolean;
  onSave: (rows: readonly PlannedRow[]) => Promise<SaveOutcome>;
  onClose: () => void;
}

type Progress = "asking" | "saving" | { error: unknown };

/**
 * Shows what a block of cells would change and what is wrong with it before anything is saved. Either all
 * valid rows are changed or none (grid.md#blocks).
 */
export function PasteDialog({ plan, isHidden, onSave, onClose }: PasteDialogProps) {
  const [progress, setProgress] = useState<Progress>("asking");
  const good = plan.rows.filter((row) => !row.isWrong);
  const isSaving = progress === "saving";
  const hasFailed = typeof progress === "object";
  const submitLabel = isSaving
    ? "Saving..."
    : hasFailed
      ? "Try again"
      : `Save ${countOf(good.length, "row")}`;
  const { question, remarks } = planSentences(plan);
  const save = async () => {
    setProgress("saving");
    const outcome = await onSave(good);
    if (outcome.kind === "failed") setProgress({ error: outcome.error });
    else onClose();
  };

  return (
    <MutationDialog
      open={!isHidden}
      size="l"
      title={hasFailed ? "Nothing was changed" : question}
      cancelLabel={good.length > 0 ? "Cancel" : "Close"}
      submitLabel={good.length > 0 ? submitLabel : undefined}
      pending={isSaving}
      error={hasFailed && markText("trim", progress.error)}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <Remarks remarks={remarks} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lists scroll by keyboard, too */}
      <div role="region" aria-label="Changes" tabIndex={0}>
        {plan.rows.map(({ row, cells, isWrong }) => (
          <section key={row.id} className={styles.row}>
            <h3 className={styles.name}>{rowName(row)}</h3>
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

function Remarks({ remarks }: { remarks: readonly string[] }) {
  if (remarks.length === 0) return null;
  return (
    <ul className={styles.remarks}>
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
    </ul>
  );
}

function CellChange({ cell }: { cell: PlannedCell }) {
  const { column, before, after, typed, message } = cell;
  return (
    <li className={styles.cell}>
      <span className={styles.label}>{column.label}</span>
      <s className={styles.before}>{shownText(column, before)}</s>
      <span aria-hidden>→</span>
      <span className="visually-hidden">becomes</span>
      {message === undefined ? (
        <b className={styles.after}>{shownText(column, after ?? null)}</b>
      ) : (
        <span className={styles.wrong}>
          <b>{typed || "empty"}</b> {message}
        </span>
      )}
    </li>
  );
}
