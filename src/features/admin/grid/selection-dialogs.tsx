import { useMutation, useQueries, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";

import { readJson, refusalOf } from "../../../ui/calls/answers.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { toast, toastError } from "../../../ui/toast.ts";
import { countOf } from "../../../domain/counts.ts";
import { rowName } from "../../../domain/names.ts";
import type { Ev, EvRow } from "../../../domain/vehicle.ts";
import { Choice, FormDialog } from "../rows/form-dialog.tsx";
import { ValueField } from "../rows/value-field.tsx";
import { columnOf, HIDEABLE_COLUMNS, readCell } from "./grid-columns.ts";
import { changedByPercent, readPercentage } from "./percentage.ts";
import { type PastePlan, planPaste } from "./use-clipboard.ts";
import {
  addNextYear,
  deleteRows,
  isRowMissing,
  mergeMakes,
  mergeModels,
  refreshAll,
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
    const percent = column.kind === "number" ? readPercentage(text) : null;
    if (percent !== null) {
      const cells = rows.map((row) => [changedByPercent(column, row[column.field], percent)]);
      return onPlan(planPaste(cells, rows, all, [column]));
    }
    const { message } = readCell(column, text);
    if (message !== undefined) return setError(message);
    onPlan(planPaste([[text]], rows, all, [column]));
  };
  return (
    <FormDialog
      title={`Set one field on ${countOf(rows.length, "row")}`}
      submit="Show changes"
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
          column.kind === "number" ? "Or a change of each row’s own value, such as +2%" : undefined
        }
        value={text}
        issue={error}
        onType={type}
      />
    </FormDialog>
  );
}

interface QuestionProps<Result> {
  title: string;
  description: string;
  /** the button's label, and its label while the change is running */
  labels: readonly [does: string, isDoing: string];
  change: () => Promise<Result>;
  /** returns a sentence about the result */
  told: (result: Result) => string;
  refused?: (failure: unknown) => string;
  onDone: () => void;
  onClose: () => void;
  /** false while information that the question needs is loading */
  isReady?: boolean;
  children: ReactNode;
}

/** Asks first, then changes the catalogue, refetches everything and reports the result. */
function Question<Result>(props: QuestionProps<Result>) {
  const { title, description, labels, change, told, refused = refusalOf, isReady = true } = props;
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: change,
    onSuccess: async (result) => {
      await refreshAll(client);
      props.onDone();
      toast({ title: "Success", description: told(result) });
    },
    onError: (failure) => {
      toastError(refused(failure));
      props.onClose();
      void refreshAll(client);
    },
  });
  return (
    <ConfirmDialog
      title={title}
      description={description}
      confirmLabel={labels[isPending ? 1 : 0]}
      pending={isPending}
      onConfirm={() => isReady && mutate()}
      onCancel={props.onClose}
    >
      {props.children}
    </ConfirmDialog>
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
  return (
    <Question
      title={`Copy ${countOf(rows.length, "row")} to the next model year?`}
      description="Sources and check dates are left empty. Rows that already exist are skipped. If anything fails, nothing is copied."
      labels={["Add", "Adding..."]}
      change={() => addNextYear(rows)}
      told={({ added, skipped }) => {
        const there = `, ${countOf(skipped, "row was", "rows were")} there already`;
        return `${countOf(added, "row")} added${skipped > 0 ? there : ""}`;
      }}
      onDone={onDone}
      onClose={onClose}
    >
      <Names rows={rows} />
    </Question>
  );
}

interface DeleteRowsDialogProps extends RowsQuestionProps {
  /** called when another user has deleted these rows; then none was deleted */
  onGone: (gone: readonly EvRow[]) => void;
}

export function DeleteRowsDialog({ rows, onGone, onDone, onClose }: DeleteRowsDialogProps) {
  return (
    <Question
      title={`Delete ${countOf(rows.length, "row")}?`}
      description="Their reviews are deleted too. A model with no rows left is deleted with its votes. The activity keeps the values."
      labels={["Delete", "Deleting..."]}
      change={() => deleteRows(rows)}
      told={() => `${countOf(rows.length, "row")} deleted`}
      refused={(failure) => {
        const missing = isRowMissing(failure) ? failure.issues.map(({ path }) => path) : [];
        const gone = rows.filter((_row, at) => missing.includes(`ids.${at}`));
        if (gone.length === 0) return refusalOf(failure);
        onGone(gone);
        return `${countOf(gone.length, "row no longer exists", "rows no longer exist")}, so nothing was deleted. The others are still selected.`;
      }}
      onDone={onDone}
      onClose={onClose}
    >
      <Names rows={rows} />
    </Question>
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
  const merge = async () => {
    if (what === "makes") return mergeMakes(other.make, target.make);
    const ids = [other, target].map((row) => readJson<Ev>(`/api/evs/${row.id}/fresh`));
    const [from, into] = await Promise.all(ids);
    return mergeModels(from?.id ?? 0, into?.id ?? 0);
  };
  return (
    <Question
      title={`Merge two ${what}?`}
      description={MERGE_WORDS[what]}
      labels={["Merge", "Merging..."]}
      isReady={chosen !== null}
      change={merge}
      told={({ moved }) => `${countOf(moved, "row")} moved to ${nameOf(target)}`}
      onDone={onDone}
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
    </Question>
  );
}
