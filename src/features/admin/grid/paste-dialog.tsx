import { Check, CircleAlert, LoaderCircle } from "lucide-react";
import { useState } from "react";

import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { countOf } from "../../../domain/counts.ts";
import styles from "./paste-dialog.module.css";
import { rowName } from "../../../domain/names.ts";
import { shownText } from "./grid-columns.ts";
import type { RowConflict, SaveOutcome } from "./save-queue.ts";
import {
  type PastePlan,
  type PlannedCell,
  type PlannedRow,
  planSentences,
} from "./use-clipboard.ts";
import { markText } from "./use-row-saves.ts";

interface PasteDialogProps {
  plan: PastePlan;
  onSave: (rows: readonly PlannedRow[]) => Promise<SaveOutcome>;
  onConflict: (conflict: RowConflict) => void;
  onClose: () => void;
}

type Progress =
  | "saving"
  | "saved"
  /** not saved because another row could not be */
  | "held"
  | RowConflict
  | { error: unknown };

/**
 * Shows what a block of cells would change and what is wrong with it before anything is saved, then the
 * result. Either all valid rows are changed or none (grid.md#blocks).
 */
export function PasteDialog({ plan, onSave, onConflict, onClose }: PasteDialogProps) {
  const [progress, setProgress] = useState<ReadonlyMap<number, Progress>>(new Map());
  const good = plan.rows.filter((row) => !row.isWrong);
  const hasBegun = progress.size > 0;
  const isSaving = [...progress.values()].includes("saving");
  const { question, remarks } = planSentences(plan);

  const reached = (state: Progress) => good.filter(({ row }) => progress.get(row.id) === state);
  const heldRows = reached("held");
  const save = async (rows: readonly PlannedRow[]) => {
    const note = (progressOf: (id: number) => Progress) =>
      setProgress((before) => {
        const changed = rows.map(({ row }) => [row.id, progressOf(row.id)] as const);
        return new Map([...before, ...changed]);
      });
    note(() => "saving");
    const outcome = await onSave(rows);
    if (outcome.kind === "saved") return note(() => "saved");
    if (outcome.kind === "failed") return note(() => ({ error: outcome.error }));
    note((id) => outcome.conflicts.find(({ base }) => base.id === id) ?? "held");
  };

  return (
    <Dialog
      open
      size="l"
      // Stays open until a running save has finished, to show its result.
      onOpenChange={(stays) => !stays && !isSaving && onClose()}
      title={isSaving ? "Saving..." : hasBegun ? savedSentence(reached("saved")) : question}
      footer={
        hasBegun ? (
          <>
            {heldRows.length > 0 && (
              <Button onClick={() => void save(heldRows)}>
                Save the other {countOf(heldRows.length, "row")}
              </Button>
            )}
            <Button variant="primary" pending={isSaving} onClick={onClose}>
              {isSaving ? "Saving..." : "Done"}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{good.length > 0 ? "Cancel" : "Close"}</Button>
            {good.length > 0 && (
              <Button variant="primary" onClick={() => void save(good)}>
                Save {countOf(good.length, "row")}
              </Button>
            )}
          </>
        )
      }
    >
      <Remarks remarks={remarks} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long lists scroll by keyboard, too */}
      <div role="region" aria-label="Changes" tabIndex={0}>
        {plan.rows.map((planned) => (
          <section key={planned.row.id} className={styles.row}>
            <h3 className={styles.name}>{rowName(planned.row)}</h3>
            <RowProgress
              planned={planned}
              progress={progress.get(planned.row.id)}
              onConflict={(conflict) => {
                onClose();
                onConflict(conflict);
              }}
            />
            <ul className={styles.cells}>
              {planned.cells.map((cell) => (
                <CellChange key={cell.column.field} cell={cell} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
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

function savedSentence(saved: readonly PlannedRow[]): string {
  if (saved.length === 0) return "Nothing was changed";
  const cells = saved.reduce((sum, row) => sum + row.cells.length, 0);
  return `Changed ${countOf(cells, "cell")} in ${countOf(saved.length, "row")}`;
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

interface RowProgressProps {
  planned: PlannedRow;
  progress: Progress | undefined;
  onConflict: (conflict: RowConflict) => void;
}

function RowProgress({ planned, progress, onConflict }: RowProgressProps) {
  if (planned.isWrong) {
    return (
      <p className={styles.bad}>
        <CircleAlert aria-hidden /> Left unchanged because of errors
      </p>
    );
  }
  if (progress === undefined) return null;
  if (progress === "saving" || progress === "saved") {
    const isSaving = progress === "saving";
    return (
      <p role="status" className={styles.quiet}>
        {isSaving ? <LoaderCircle aria-hidden className={styles.spinner} /> : <Check aria-hidden />}{" "}
        {isSaving ? "Saving..." : "Saved"}
      </p>
    );
  }
  if (progress === "held") {
    return <p className={styles.quiet}>Not saved because of an error in another row</p>;
  }
  return (
    <p role="alert" className={styles.bad}>
      <CircleAlert aria-hidden />
      {"error" in progress ? (
        markText("trim", progress.error)
      ) : (
        <>
          Not saved: somebody else has just changed this EV.
          <Button size="s" onClick={() => onConflict(progress)}>
            See what changed
          </Button>
        </>
      )}
    </p>
  );
}
