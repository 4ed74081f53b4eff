import { useQueries } from "@tanstack/react-query";
import { useId, useState } from "react";

import { readJson, refusalOf } from "../../../ui/calls/answers.ts";
import { MutationDialog } from "../../../ui/mutation-dialog.tsx";
import { toastError } from "../../../ui/toast.ts";
import { countOf } from "../../../domain/format.ts";
import { rowName } from "../../../domain/names.ts";
import type { Ev, EvRow } from "../../../domain/vehicle.ts";
import { Choice, ValueField } from "../field-editors.tsx";
import { columnOf, HIDEABLE_COLUMNS, isTypedFigure, readCell } from "./grid-columns.ts";
import { changedByPercent, readPercentage } from "./percentage.ts";
import { type PastePlan, planPaste } from "./use-clipboard.ts";
import {
  addNextYear,
  deleteRows,
  isRowMissing,
  mergeMakes,
  mergeModels,
  useAdminMutation,
} from "../rows/rows.queries.ts";
import { compareSizes, type Merged, type MergeSize, mergeSizeQuery } from "./merge-size.ts";
import styles from "./selection-dialogs.module.css";

interface SetFieldDialogProps {
  rows: readonly EvRow[];
  onPlan: (plan: PastePlan) => void;
  onClose: () => void;
}

/** Sets one field of all selected rows to a value, after showing what would change. */
export function SetFieldDialog({ rows, onPlan, onClose }: SetFieldDialogProps) {
  const [column, setColumn] = useState(HIDEABLE_COLUMNS[0]);
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  if (!column) return null;
  const type = (value: string) => {
    setText(value);
    setError(undefined);
  };
  const submit = () => {
    const all = { top: 0, left: 0, bottom: rows.length - 1, right: 0 };
    const percent = isTypedFigure(column) ? readPercentage(text) : null;
    if (percent !== null) {
      const cells = rows.map((row) => [changedByPercent(column, row[column.field], percent)]);
      return onPlan(planPaste(cells, rows, all, [column]));
    }
    const { message } = readCell(column, text);
    if (message !== undefined) return setError(message);
    onPlan(planPaste([[text]], rows, all, [column]));
  };
  return (
    <MutationDialog
      title={`Set one field on ${countOf(rows.length, "row")}`}
      size="s"
      submitLabel="Show changes"
      onSubmit={submit}
      onClose={onClose}
    >
      <Choice
        label="Field"
        value={column.field}
        options={HIDEABLE_COLUMNS.map(({ field, label }) => [field, label])}
        onChoose={(field) => {
          setColumn(columnOf(field));
          type("");
        }}
      />
      <ValueField
        column={column}
        label="Value"
        hint={
          isTypedFigure(column) ? "Or a change of each row’s own value, such as +2%" : undefined
        }
        value={text}
        issue={error}
        onType={type}
      />
    </MutationDialog>
  );
}

const NAMED_ROWS = 5;

function Names({ rows }: { rows: readonly EvRow[] }) {
  const named = rows.slice(0, NAMED_ROWS);
  return (
    <ul className={styles.names}>
      {named.map((row) => (
        <li key={row.id}>{rowName(row)}</li>
      ))}
      {rows.length > named.length && <li>and {rows.length - named.length} more</li>}
    </ul>
  );
}

interface RowsQuestionProps {
  rows: readonly EvRow[];
  onDone: () => void;
  onClose: () => void;
}

export function NewYearDialog({ rows, onDone, onClose }: RowsQuestionProps) {
  const { mutate, isPending } = useAdminMutation({
    mutationFn: () => addNextYear(rows),
    successMessage({ added, skipped }) {
      const there = `, ${countOf(skipped, "row was", "rows were")} there already`;
      return `${countOf(added, "row")} added${skipped > 0 ? there : ""}`;
    },
    onSuccess: onDone,
    onSettled: onClose,
  });
  return (
    <MutationDialog
      role="alertdialog"
      title={`Copy ${countOf(rows.length, "row")} to the next model year?`}
      description="Sources and check dates are left empty. Rows that already exist are skipped. If anything fails, nothing is copied."
      submitLabel={isPending ? "Adding..." : "Add"}
      pending={isPending}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <Names rows={rows} />
    </MutationDialog>
  );
}

interface DeleteRowsDialogProps extends RowsQuestionProps {
  /** called when another user has deleted these rows; then none was deleted */
  onGone: (gone: readonly EvRow[]) => void;
}

export function DeleteRowsDialog({ rows, onGone, onDone, onClose }: DeleteRowsDialogProps) {
  const { mutate, isPending } = useAdminMutation({
    mutationFn: () => deleteRows(rows),
    successMessage: () => `${countOf(rows.length, "row")} deleted`,
    onSuccess: onDone,
    onError(failure) {
      const missing = isRowMissing(failure) ? failure.issues.map(({ path }) => path) : [];
      const gone = rows.filter((_row, at) => missing.includes(`ids.${at}`));
      if (gone.length > 0) onGone(gone);
      toastError(
        gone.length === 0
          ? refusalOf(failure)
          : `${countOf(gone.length, "row no longer exists", "rows no longer exist")}, so nothing was deleted. The others are still selected.`,
      );
    },
    onSettled: onClose,
  });
  return (
    <MutationDialog
      role="alertdialog"
      title={`Delete ${countOf(rows.length, "row")}?`}
      description="Their reviews are deleted too. A model with no rows left is deleted with its votes. The activity keeps the values."
      submitLabel={isPending ? "Deleting..." : "Delete"}
      pending={isPending}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <Names rows={rows} />
    </MutationDialog>
  );
}

const NAME_OF: Readonly<Record<Merged, (row: EvRow) => string>> = {
  models: ({ make, model }) => `${make} ${model}`,
  makes: ({ make }) => make,
};

const MERGE_WORDS: Readonly<Record<Merged, string>> = {
  models:
    "All rows, reviews and votes move to the model you keep. Links to the other one will lead there.",
  makes:
    "All models move to the make you keep. Models that both have are merged with their reviews and votes. Old links still work.",
};

/** One row for each of two models or makes, if these rows contain exactly two. */
export function pairAmong(rows: readonly EvRow[], what: Merged): readonly [EvRow, EvRow] | null {
  const [first, second, ...more] = new Map(rows.map((row) => [NAME_OF[what](row), row])).values();
  return first && second && more.length === 0 ? [first, second] : null;
}

function sizeWords(size: MergeSize | undefined): string {
  if (!size) return "";
  const { rows, votes, reviews } = size;
  return [
    countOf(rows, "row"),
    votes !== undefined && countOf(votes, "vote"),
    reviews !== undefined && countOf(reviews, "review"),
  ]
    .filter((each) => each !== false)
    .join(", ");
}

interface MergeDialogProps {
  what: Merged;
  pair: readonly [EvRow, EvRow];
  onDone: () => void;
  onClose: () => void;
}

/** Asks which of two models or makes to keep (grid.md#merging). */
export function MergeDialog({ what, pair, onDone, onClose }: MergeDialogProps) {
  const group = useId();
  const [first, second] = pair;
  const [chosen, setChosen] = useState<EvRow | null>(null);
  const sizes = useQueries({ queries: pair.map((row) => mergeSizeQuery(what, row)) });
  const [firstSize, secondSize] = sizes.map(({ data }) => data);
  // The larger one usually has the right name.
  const isSecondLarger = firstSize && secondSize && compareSizes(firstSize, secondSize) < 0;
  // Chosen only once: if the default changed later, the user might merge the wrong way.
  if (chosen === null && sizes.every(({ isPending }) => !isPending))
    setChosen(isSecondLarger ? second : first);
  const target = chosen ?? first;
  const other = target === first ? second : first;
  const nameOf = NAME_OF[what];
  const { mutate, isPending } = useAdminMutation({
    async mutationFn() {
      if (what === "makes") return mergeMakes(other.make, target.make);
      const ids = [other, target].map((row) => readJson<Ev>(`/api/evs/${row.id}/fresh`));
      const [from, into] = await Promise.all(ids);
      return mergeModels(from?.id ?? 0, into?.id ?? 0);
    },
    successMessage: ({ moved }) => `${countOf(moved, "row")} moved to ${nameOf(target)}`,
    onSuccess: onDone,
    onSettled: onClose,
  });
  return (
    <MutationDialog
      role="alertdialog"
      title={`Merge two ${what}?`}
      description={MERGE_WORDS[what]}
      submitLabel={isPending ? "Merging..." : "Merge"}
      pending={isPending}
      canSubmit={chosen !== null}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <fieldset className={styles.choice}>
        <legend>Which one to keep</legend>
        {pair.map((row, at) => (
          <div key={row.id} className={styles.option}>
            <label>
              <input
                type="radio"
                name={group}
                checked={row === chosen}
                aria-describedby={`${group}${at}`}
                onChange={() => setChosen(row)}
              />
              <bdi translate="no">{nameOf(row)}</bdi>
            </label>
            <span id={`${group}${at}`} className={styles.size}>
              {sizeWords(sizes[at]?.data)}
            </span>
          </div>
        ))}
      </fieldset>
    </MutationDialog>
  );
}
