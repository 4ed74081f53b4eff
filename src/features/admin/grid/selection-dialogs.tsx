import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";

import { readJson, refusalOf } from "../../../ui/calls/answers.ts";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/fields.tsx";
import { toast, toastError } from "../../../ui/toast.ts";
import { countOf } from "../../../domain/counts.ts";
import { rowName } from "../../../domain/names.ts";
import type { Ev, EvRow } from "../../../domain/vehicle.ts";
import { Choice, FormDialog } from "../rows/form-dialog.tsx";
import { columnOf, readCell } from "./grid-columns.ts";
import { type PastePlan, planPaste } from "./use-clipboard.ts";
import { HIDEABLE_COLUMNS } from "./hidden-columns.tsx";
import {
  addNextYear,
  deleteRows,
  isRowMissing,
  mergeMakes,
  mergeModels,
  refreshAll,
} from "../rows/rows.queries.ts";
import styles from "./selection-dialogs.module.css";

interface SetFieldDialogProps {
  rows: readonly EvRow[];
  onPlan: (plan: PastePlan) => void;
  onClose: () => void;
}

/** One field and its value for all chosen rows; what would change is shown before it is saved. */
export function SetFieldDialog({ rows, onPlan, onClose }: SetFieldDialogProps) {
  const [column, setColumn] = useState(HIDEABLE_COLUMNS[0]);
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  if (!column) return null;
  const options =
    column.kind === "boolean"
      ? FLAG_OPTIONS
      : column.options?.map(({ value, label }) => [String(value ?? ""), label] as const);
  const type = (value: string) => {
    setText(value);
    setError(undefined);
  };
  const submit = () => {
    const { message } = readCell(column, text);
    if (message !== undefined) return setError(message);
    const all = { top: 0, left: 0, bottom: rows.length - 1, right: 0 };
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
      {options ? (
        <Choice
          label="Value"
          value={text}
          options={options.some(([value]) => value === "") ? options : [CHOOSE_ONE, ...options]}
          issue={error}
          onChoose={type}
        />
      ) : (
        <TextField
          label={column.unit ? `Value (${column.unit})` : "Value"}
          name="value"
          value={text}
          issue={error}
          onChange={(event) => type(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}

const CHOOSE_ONE = ["", "Choose one"] as const;
const FLAG_OPTIONS = [
  ["", "Not known"],
  ["true", "Yes"],
  ["false", "No"],
] as const;

interface QuestionProps<Result> {
  title: string;
  description: string;
  /** what its button says, also while it is done */
  labels: readonly [does: string, isDoing: string];
  change: () => Promise<Result>;
  /** what has become of it, in a sentence */
  told: (result: Result) => string;
  refused?: (failure: unknown) => string;
  onDone: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks, changes the catalogue, reads everything again and says what has become of it. */
function Question<Result>(props: QuestionProps<Result>) {
  const { title, description, labels, change, told, refused = refusalOf } = props;
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
      onConfirm={() => mutate()}
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
  /** somebody else has deleted these, so that none was */
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

export const MERGED = ["models", "makes"] as const;
export type Merged = (typeof MERGED)[number];

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

/** A row of either model or make, where there are two of them among these. */
export function pairAmong(rows: readonly EvRow[], what: Merged): readonly [EvRow, EvRow] | null {
  const [first, second, ...more] = new Map(rows.map((row) => [NAME_OF[what](row), row])).values();
  return first && second && more.length === 0 ? [first, second] : null;
}

interface MergeDialogProps {
  what: Merged;
  pair: readonly [EvRow, EvRow];
  onDone: () => void;
  onClose: () => void;
}

/** Asks which of two models or makes stays (grid.md#merging). */
export function MergeDialog({ what, pair, onDone, onClose }: MergeDialogProps) {
  const group = useId();
  const [first, second] = pair;
  const [kept, setKept] = useState(first);
  const other = kept === first ? second : first;
  const nameOf = NAME_OF[what];
  const merge = async () => {
    if (what === "makes") return mergeMakes(other.make, kept.make);
    const ids = [other, kept].map((row) => readJson<Ev>(`/api/evs/${row.id}/fresh`));
    const [from, into] = await Promise.all(ids);
    return mergeModels(from?.id ?? 0, into?.id ?? 0);
  };
  return (
    <Question
      title={`Merge two ${what}?`}
      description={MERGE_WORDS[what]}
      labels={["Merge", "Merging..."]}
      change={merge}
      told={({ moved }) => `${countOf(moved, "row")} moved to ${nameOf(kept)}`}
      onDone={onDone}
      onClose={onClose}
    >
      <fieldset className={styles.choice}>
        <legend>Which one to keep</legend>
        {pair.map((row) => (
          <label key={row.id}>
            <input type="radio" name={group} checked={row === kept} onChange={() => setKept(row)} />
            <bdi>{nameOf(row)}</bdi>
          </label>
        ))}
      </fieldset>
    </Question>
  );
}
