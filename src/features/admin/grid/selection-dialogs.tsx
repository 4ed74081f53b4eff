import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { readJson, toastMessage } from "../../../ui/calls/answers.ts";
import { sendJson } from "../../../ui/calls/send.ts";
import { MutationDialog } from "../../../ui/mutation-dialog.tsx";
import { toastError } from "../../../ui/toast.ts";
import { brandKey } from "../../../domain/brands.ts";
import { countOf } from "../../../domain/format.ts";
import { identityKey, rowName } from "../../../domain/names.ts";
import { ADMIN } from "../../../domain/routes.ts";
import type { Ev, EvRow } from "../../../domain/vehicle.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { Radios } from "../../../ui/radios.tsx";
import { ValueField } from "../value-field.tsx";
import { listQuery, parseListState } from "../rows/list-query.ts";
import { WHOLE_LIST } from "../rows/row-filters.ts";
import type { MergeAnswer } from "../rows/rows.schema.ts";
import { addNextYear, isRowMissing, readList } from "../rows/rows.queries.ts";
import { undoImportAction } from "../use-admin-mutation.ts";
import { columnOf, HIDEABLE_COLUMNS, parseCellText } from "./grid-columns.ts";
import styles from "./selection-dialogs.module.css";
import { type PastePlan, planMake, planPaste } from "./plan-changes.ts";

const SET_COLUMNS = [columnOf("make"), ...HIDEABLE_COLUMNS];

/** Sets one field of all selected rows to a value, after showing what would change. */
export function SetFieldDialog(props: {
  rows: readonly EvRow[];
  onPlan: (plan: PastePlan) => void;
  /** called when the rows' make was merged into another one instead */
  onDone: () => void;
  onClose: () => void;
}) {
  const { rows, onPlan, onDone, onClose } = props;
  const [column, setColumn] = useState(columnOf("year"));
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const [merged, setMerged] = useState<Pair<NamedRow>>();
  const type = (value: string) => {
    setText(value);
    setError(undefined);
  };
  /** A make belongs to whole models. It is renamed; a whole make is merged into one that exists. */
  const setMake = useMutation({
    mutationFn: async (make: string) => {
      const [first, ...others] = rows;
      if (!first || others.some((row) => row.make !== first.make)) {
        return setError("Select rows of one make only");
      }
      const [ofMake, namesakes] = await Promise.all([readMake(first.make), readMake(make)]);
      const other = namesakes.find((row) => row.make !== first.make);
      const models = new Set(rows.map(({ model }) => model));
      const modelRows = ofMake.filter(({ model }) => models.has(model));
      const isWhole = modelRows.length === ofMake.length;
      if (isWhole && other) return setMerged([first, other]);
      // Another spelling for some of its models would split a make.
      if (!isWhole && !other && brandKey(make) === brandKey(first.make)) {
        return setError(
          `The catalogue spells it ${first.make}. Select all its models to change that.`,
        );
      }
      onPlan(planMake(modelRows, other?.make ?? make));
    },
    onError: (failure) => setError(toastMessage(failure)),
  });
  const submit = () => {
    const all = { top: 0, left: 0, bottom: rows.length - 1, right: 0 };
    const { message, value } = parseCellText(column, text);
    if (message !== undefined) setError(message);
    else if (column.field === "make") setMake.mutate(String(value));
    else onPlan(planPaste([[text]], rows, all, [column]));
  };
  if (merged) {
    const [, keep] = merged;
    return <MergeDialog what="makes" pair={merged} {...{ keep, onDone, onClose }} />;
  }
  return (
    <MutationDialog
      title={`Set one field on ${countOf(rows.length, "row")}`}
      size="s"
      submitLabel="Show changes"
      pending={setMake.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Choice
        label="Field"
        value={column.field}
        options={SET_COLUMNS.map(({ field, label }) => [field, label])}
        onChange={(field = column.field) => {
          setColumn(columnOf(field));
          type("");
        }}
      />
      <ValueField column={column} value={text} issue={error} onType={type} />
    </MutationDialog>
  );
}

/** The rows of a make, up to 1,000. */
async function readMake(make: string): Promise<EvRow[]> {
  const filters = { make: { contains: make } };
  const { evs } = await readList({ ...WHOLE_LIST, filters });
  return evs.filter((row) => identityKey(row.make) === identityKey(make));
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
  const client = useQueryClient();
  const years = [...new Set(rows.map(({ year }) => year + 1))].toSorted((a, b) => a - b);
  const count = countOf(rows.length, "row");
  return (
    <ConfirmDialog
      title={`Add ${count} for ${years.join(", ")}?`}
      description="Sources and check dates are left empty. Rows that already exist are skipped. If anything fails, nothing is added."
      label={`Add ${count}`}
      send={() => addNextYear(rows, years)}
      successMessage={({ added, skipped }) => {
        const there = `, ${countOf(skipped, "row was", "rows were")} there already`;
        return `${countOf(added, "row")} added${skipped > 0 ? there : ""}`;
      }}
      successActions={({ importId }) => ({
        link: { label: "Show", href: addressOfYears(rows, years) },
        ...undoImportAction(client, importId, "row"),
      })}
      onSuccess={onDone}
      onClose={onClose}
    >
      <Names rows={rows} />
    </ConfirmDialog>
  );
}

/** The list of these years, of one model if all rows are of it. */
function addressOfYears(rows: readonly EvRow[], years: readonly number[]): string {
  const [name, ...others] = new Set(rows.map(NAME_OF.models));
  const year = { from: years[0], to: years.at(-1) };
  const search = others.length === 0 ? (name ?? "") : "";
  return `${ADMIN}?${listQuery({ ...parseListState(""), search, filters: { year } })}`;
}

interface DeleteRowsDialogProps extends RowsQuestionProps {
  /** called before the list is read again */
  onDeleted: (rowIds: readonly number[]) => void;
  /** called when another user has deleted these rows; then none was deleted */
  onGone: (gone: readonly EvRow[]) => void;
}

export function DeleteRowsDialog(props: DeleteRowsDialogProps) {
  const { rows, onDeleted, onGone, onDone, onClose } = props;
  return (
    <ConfirmDialog
      title={`Delete ${countOf(rows.length, "row")}?`}
      description="Their reviews are deleted too. A model with no rows left is deleted with its votes. This action cannot be undone; only the values stay in the activity."
      label="Delete"
      send={async () => {
        const ids = rows.map(({ id }) => id);
        await sendJson("DELETE", "/api/evs", { ids });
        onDeleted(ids);
      }}
      successMessage={() => `${countOf(rows.length, "row")} deleted`}
      onSuccess={onDone}
      onError={(failure) => {
        const missing = isRowMissing(failure) ? failure.issues.map(({ path }) => path) : [];
        const gone = rows.filter((_row, at) => missing.includes(`ids.${at}`));
        if (gone.length > 0) onGone(gone);
        toastError(
          gone.length === 0
            ? toastMessage(failure)
            : `${countOf(gone.length, "row no longer exists", "rows no longer exist")}, so nothing was deleted. The others are still selected.`,
        );
      }}
      onClose={onClose}
    >
      <Names rows={rows} />
    </ConfirmDialog>
  );
}

export const MERGE_KINDS = ["models", "makes"] as const;
export type MergeKind = (typeof MERGE_KINDS)[number];

type Pair<T> = readonly [T, T];
/** A row, or a model with its id. */
type NamedRow = Pick<EvRow, "id" | "make" | "model">;

const NAME_OF: Readonly<Record<MergeKind, (row: NamedRow) => string>> = {
  models: ({ make, model }) => `${make} ${model}`,
  makes: ({ make }) => make,
};

const MERGE_WORDS: Readonly<Record<MergeKind, string>> = {
  models:
    "All rows, reviews and votes move to the model you keep. Links to the other one will lead there.",
  makes:
    "All models move to the make you keep. Models that both have are merged with their reviews and votes. Old links still work.",
};

/** One row for each of two models or makes, if these rows contain exactly two. */
export function pairAmong(rows: readonly EvRow[], what: MergeKind): Pair<EvRow> | null {
  const [first, second, ...more] = new Map(rows.map((row) => [NAME_OF[what](row), row])).values();
  return first && second && more.length === 0 ? [first, second] : null;
}

/** Asks which of two models or makes to keep (grid.md#merging). */
export function MergeDialog(props: {
  what: MergeKind;
  pair: Pair<NamedRow>;
  /** the one to keep, if it is known */
  keep?: NamedRow;
  onDone: () => void;
  onClose: () => void;
}) {
  const { what, pair, keep, onDone, onClose } = props;
  const [keptId, setKeptId] = useState(keep?.id);
  const target = pair.find(({ id }) => id === keptId);
  const other = pair.find(({ id }) => id !== keptId);
  const nameOf = NAME_OF[what];
  return (
    <ConfirmDialog
      title={`Merge two ${what}?`}
      description={MERGE_WORDS[what]}
      label="Merge"
      canSubmit={target !== undefined}
      send={async () => {
        const send = (body: object) => sendJson<MergeAnswer>("POST", "/api/evs/merge", body);
        if (what === "makes") return send({ fromMake: other?.make, intoMake: target?.make });
        const models = [other, target].map((row) => readJson<Ev>(`/api/evs/${row?.id}/fresh`));
        const [from, into] = await Promise.all(models);
        return send({ from: from?.id, into: into?.id });
      }}
      successMessage={({ moved }) =>
        `${countOf(moved, "row")} moved to ${target ? nameOf(target) : ""}`
      }
      onSuccess={onDone}
      onClose={onClose}
    >
      <Radios
        legend="Which one to keep"
        options={pair.map((row) => [row.id, nameOf(row)])}
        areNames
        chosen={keptId}
        onChoose={setKeptId}
      />
    </ConfirmDialog>
  );
}
