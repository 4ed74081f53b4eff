import { RotateCcw, Undo2 } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";

import { adminPath } from "../../../domain/routes.ts";
import { Button } from "../../../ui/button.tsx";
import { formatLocalTime } from "../../../ui/dates.ts";
import { MutationDialog } from "../../../ui/mutation-dialog.tsx";
import { countOf } from "../../../domain/format.ts";
import { type FieldName, isFieldName } from "../../../domain/fields.ts";
import { WrittenRows } from "../../import/wizard/import-outcome.tsx";
import { undoneText } from "../../import/wizard/import-texts.ts";
import { undoImport } from "../../import/wizard/import.queries.ts";
import styles from "./activity-entry.module.css";
import {
  type ActivityValue,
  changedFieldWords,
  fieldLabel,
  listChangedValues,
  valueText,
  verbOf,
} from "./activity.ts";
import type { ActivityEntry } from "./activity.schema.ts";
import {
  type ActivityFilters,
  restoreChange,
  restoreRow,
  restoreRows,
  restoreValues,
} from "./activity.queries.ts";
import { useAdminMutation } from "../rows/rows.queries.ts";

type Filter = (change: Partial<ActivityFilters>) => void;

interface EntryProps {
  entry: ActivityEntry;
  /** absent when the list is about a single row anyway */
  onFilter?: Filter;
  /** shows only this field's values */
  field?: FieldName | null;
}

/** Shows one change: what it did, links to it, and what can be restored (dashboard.md#activity). */
export function Entry({ entry, onFilter, field = null }: EntryProps) {
  const { before, after, subject, evId, hasRow, rowId, action } = entry;
  const values = listChangedValues(entry).filter(
    (value) => field === null || value.field === field,
  );
  const name = (
    <bdi className={styles.subject} translate="no">
      {subject}
    </bdi>
  );
  const isGone = action === "row-deleted" && rowId !== null && before !== null;
  return (
    <li className={styles.entry}>
      <p className={styles.what}>
        <Who username={entry.username} onFilter={onFilter} /> {verbOf(entry)}{" "}
        {hasRow && rowId !== null ? <Link href={adminPath({ row: rowId })}>{name}</Link> : name}
      </p>
      <When at={entry.at} />
      {(isGone || (evId !== null && onFilter)) && (
        <p className={styles.ways}>
          {evId !== null && onFilter && (
            <Button
              size="s"
              variant="quiet"
              className={styles.only}
              onClick={() => onFilter({ car: { evId, name: subject } })}
            >
              Only this model<span className="visually-hidden">: {subject}</span>
            </Button>
          )}
          {isGone && <RestoreRow entry={entry} />}
        </p>
      )}
      <ImportedRows entry={entry} />
      {values.length > 0 &&
        (before && after ? (
          <Changes values={values} entry={entry} />
        ) : (
          <Whole values={values} side={before ? "before" : "after"} />
        ))}
    </li>
  );
}

/** Shows a change of many rows as one entry. @param entries the loaded entries of this change */
export function ManyRows({
  entries: [first, ...others],
  onFilter,
}: {
  entries: readonly [ActivityEntry, ...ActivityEntry[]];
  onFilter: Filter;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const { change, username, at, action } = first;
  const all = change?.rows ?? 0;
  const shownCount = others.length + 1;
  const isDeletion = action === "row-deleted";
  const changed = changedFieldWords([first, ...others]);
  const { mutate, isPending } = useAdminMutation({
    mutationFn: async () => {
      const id = change?.id ?? 0;
      if (!isDeletion) return restoredValues(await restoreChange(id));
      const { added, skipped, invalid } = await restoreRows(id);
      return restoredRows(added, skipped, invalid);
    },
    successTitle: "Restored",
    successMessage: (message) => message,
    onSettled: () => setIsAsking(false),
  });
  return (
    <li className={styles.entry}>
      <p className={styles.what}>
        <Who username={username} onFilter={onFilter} /> {verbOf(first)}{" "}
        {changed && `${changed} of `}
        <span className={styles.subject}>{countOf(all, "row")}</span> at once
      </p>
      <When at={at} />
      {(isDeletion || action === "row-changed") && (
        <p className={styles.ways}>
          <Button size="s" onClick={() => setIsAsking(true)}>
            <RotateCcw aria-hidden />
            Restore all {countOf(all, "row")}
          </Button>
        </p>
      )}
      <details className={styles.whole}>
        <summary>{shownCount < all ? `Show ${shownCount} of them` : "Show them"}</summary>
        <ol role="list" className={styles.rows}>
          {[first, ...others].map((entry) => (
            <Entry key={entry.id} entry={entry} onFilter={onFilter} />
          ))}
        </ol>
      </details>
      {isAsking && (
        <MutationDialog
          role="alertdialog"
          title={`Restore ${countOf(all, "row")}?`}
          description={
            isDeletion
              ? "They are added as one import, which can be undone. Rows that already exist, or whose values are no longer allowed, are skipped."
              : "Every cell gets back its value from before this change, even if it has been edited since. Deleted rows stay deleted."
          }
          submitLabel={isPending ? "Restoring..." : "Restore"}
          pending={isPending}
          onSubmit={() => mutate()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </li>
  );
}

function restoredValues(count: number): string {
  if (count === 0) return "Nothing: none of these rows exist any more";
  return `${countOf(count, "row has", "rows have")} the values from before again`;
}

function restoredRows(added: number, skipped: number, invalid: number): string {
  return [
    `${countOf(added, "row is", "rows are")} back, without reviews and votes`,
    skipped > 0 && `${countOf(skipped, "row was", "rows were")} there already`,
    invalid > 0 && `${countOf(invalid, "row")} left out: its values are no longer allowed`,
  ]
    .filter(Boolean)
    .join(". ");
}

function Who({ username, onFilter }: { username: string | null; onFilter?: Filter | undefined }) {
  if (username === null) return <strong>The server</strong>;
  if (!onFilter) return <bdi className={styles.who}>{username}</bdi>;
  return (
    <button
      type="button"
      className={styles.who}
      aria-label={`${username}: show only what they did`}
      onClick={() => onFilter({ user: username })}
    >
      {username}
    </button>
  );
}

function When({ at }: { at: string }) {
  return (
    <time dateTime={at} className={styles.time}>
      {formatLocalTime(at)}
    </time>
  );
}

function RestoreRow({ entry }: { entry: ActivityEntry }) {
  const { mutate, isPending } = useAdminMutation({
    mutationFn: () => restoreRow(entry),
    successTitle: "Restored",
    successMessage: () => `${entry.subject} is back, without its reviews and votes`,
  });
  return (
    <Button size="s" pending={isPending} onClick={() => mutate()}>
      <RotateCcw aria-hidden />
      Restore<span className="visually-hidden"> {entry.subject}</span>
    </Button>
  );
}

function RestoreValue({ entry, field }: { entry: ActivityEntry; field: string }) {
  const before = entry.before?.[field] ?? null;
  const text = valueText(before) || "empty";
  const { mutate, isPending } = useAdminMutation({
    mutationFn: () => restoreValues(entry, { [field]: before }),
    successTitle: "Restored",
    successMessage: () => `${fieldLabel(field)} of ${entry.subject} is ${text} again`,
  });
  return (
    <Button size="s" variant="quiet" pending={isPending} onClick={() => mutate()}>
      Restore<span className="visually-hidden">{` ${fieldLabel(field)}: ${text}`}</span>
    </Button>
  );
}

function Changes({ values, entry }: { values: readonly ActivityValue[]; entry: ActivityEntry }) {
  return (
    <table className={styles.changes}>
      <caption className="visually-hidden">What changed in {entry.subject}</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
          {entry.hasRow && (
            <th scope="col">
              <span className="visually-hidden">Restore</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {values.map(({ field, label, before, after }) => (
          <tr key={field}>
            <th scope="row">{label}</th>
            <td>
              <Value text={before} />
            </td>
            <td className={styles.after}>
              <Value text={after} />
            </td>
            {entry.hasRow && (
              <td className={styles.restore}>
                {isFieldName(field) && <RestoreValue entry={entry} field={field} />}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Whole({ values, side }: { values: readonly ActivityValue[]; side: "before" | "after" }) {
  return (
    <details className={styles.whole}>
      <summary>
        {side === "before" ? "Values before" : "Values"} ({values.length})
      </summary>
      <dl>
        {values.map((value) => (
          <div key={value.field}>
            <dt>{value.label}</dt>
            <dd>
              <Value text={value[side]} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Value({ text }: { text: string }) {
  return text === "" ? <span className={styles.none}>empty</span> : <bdi>{text}</bdi>;
}

/** Shows what an import has written and undoes it (dashboard.md#activity). */
function ImportedRows({ entry: { action, after, subject } }: { entry: ActivityEntry }) {
  const importId = after?.["importId"];
  const isOfClaims = action === "claims-imported";
  if (typeof importId !== "number" || !(isOfClaims || action === "rows-imported")) return null;
  return (
    <>
      <UndoImport importId={importId} subject={subject} isOfClaims={isOfClaims} />
      {!isOfClaims && <WrittenRows importId={importId} subject={subject} />}
    </>
  );
}

/** Undoes an import after asking (importing.md#undo). */
function UndoImport(props: { importId: number; subject: string; isOfClaims: boolean }) {
  const { importId, subject, isOfClaims } = props;
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, isSuccess } = useAdminMutation({
    mutationFn: () => undoImport(importId),
    successTitle: "Import undone",
    successMessage({ removed, restored, kept }) {
      const stay = kept.length > 0 ? `, ${countOf(kept.length, "changed EV")} kept` : "";
      const gone = isOfClaims
        ? `${countOf(removed, "source")} removed`
        : undoneText({ removed, restored });
      return `${gone}${stay}`;
    },
    onSettled: () => setIsAsking(false),
  });
  if (isSuccess) return <p className={styles.ways}>Import undone.</p>;
  return (
    <p className={styles.ways}>
      <Button size="s" onClick={() => setIsAsking(true)}>
        <Undo2 aria-hidden />
        Undo import<span className="visually-hidden"> of {subject}</span>
      </Button>
      {isAsking && (
        <MutationDialog
          role="alertdialog"
          title="Undo this import?"
          description={`What ${subject} added is removed, and values it changed are restored. Anything that was changed since stays as it is.`}
          submitLabel={isPending ? "Undoing..." : "Undo import"}
          pending={isPending}
          onSubmit={() => mutate()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </p>
  );
}
