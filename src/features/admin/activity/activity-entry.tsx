import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "wouter";

import { adminPath } from "../../../domain/routes.ts";
import { Button } from "../../../ui/button.tsx";
import { Loading, QueryError } from "../../../ui/notice.tsx";
import { type FieldName, isFieldName } from "../../../domain/fields.ts";
import { WrittenRows } from "../../import/wizard/import-outcome.tsx";
import { undoneText } from "../../import/wizard/import-texts.ts";
import { undoImport } from "../../import/wizard/import.queries.ts";
import view from "../entries-view.module.css";
import { AskingButton } from "../confirm-dialog.tsx";
import { MoreButton } from "../entries-view.tsx";
import styles from "./activity-entry.module.css";
import {
  type ActivityValue,
  eventWords,
  labelsOf,
  listChangedValues,
  subjectOfMany,
} from "./activity.ts";
import type { ActivityEntry } from "../../activity/activity.schema.ts";
import {
  type ActivityFilters,
  activityQuery,
  restoreRow,
  restoreValues,
} from "./activity.queries.ts";
import { useAdminMutation } from "../rows/rows.queries.ts";

/** Lists changes, each in one line with a way to undo it, for an `EntryList` (dashboard.md#activity). */
export function showEntry(
  entry: ActivityEntry,
  filters: ActivityFilters,
  onFilter?: (change: ActivityFilters) => void,
) {
  const { username, at, change } = entry;
  const { field } = filters;
  const values = listChangedValues(entry, field);
  const [value] = values;
  return {
    at,
    line: (
      <>
        <bdi className={styles.who}>{username ?? "The server"}</bdi>
        {" · "}
        <EventText entry={entry} field={field} />
      </>
    ),
    value:
      value && values.length === 1 && !change && entry.before && entry.after
        ? `${value.before} → ${value.after}`
        : undefined,
    action: !change && <Restore entry={entry} field={field} />,
    details: change ? (
      <ChangedRows filters={{ ...filters, change: change.id }} />
    ) : (
      <EntryDetails entry={entry} field={field} onFilter={onFilter} />
    ),
  };
}

interface EventTextProps {
  entry: ActivityEntry;
  /** names only this field */
  field: FieldName | undefined;
}

function EventText({ entry, field }: EventTextProps) {
  const { action, subject, change } = entry;
  return (
    <>
      {eventWords(entry, field)}{" "}
      {change ? subjectOfMany(action, change.rows) : <bdi translate="no">{subject}</bdi>}
    </>
  );
}

function Subject({ entry: { subject, hasRow, rowId } }: { entry: ActivityEntry }) {
  const name = <bdi translate="no">{subject}</bdi>;
  return hasRow && rowId !== null ? <Link href={adminPath({ row: rowId })}>{name}</Link> : name;
}

interface EntryDetailsProps {
  entry: ActivityEntry;
  /** shows only this field's values */
  field: FieldName | undefined;
  /** absent when the list is about a single row anyway */
  onFilter: ((change: ActivityFilters) => void) | undefined;
}

function EntryDetails({ entry, field, onFilter }: EntryDetailsProps) {
  const { subject, evId, before, after, hasRow } = entry;
  const values = listChangedValues(entry, field);
  const isRestorable = values.length > 1 && before && after && hasRow;
  return (
    <>
      <p className={view.title}>
        <Subject entry={entry} />
      </p>
      {evId !== null && onFilter && (
        <Button size="s" onClick={() => onFilter({ evId })}>
          All changes of this model<span className="visually-hidden">: {subject}</span>
        </Button>
      )}
      <ImportedRows entry={entry} />
      {values.length > 0 && (
        <ul aria-label={`Values of ${subject}`} className={styles.rows}>
          {values.map((value) => (
            <li key={value.field} className={styles.row}>
              <Value entry={entry} value={value} />
              {isRestorable && <RestoreValues entry={entry} values={[value]} />}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface ValueProps {
  entry: Pick<ActivityEntry, "before" | "after">;
  value: ActivityValue;
}

/** `Price: $64,500 → $64,600`, or only one of them if the row was added or deleted. */
function Value({ entry, value: { label, before, after } }: ValueProps) {
  return (
    <span className={styles.value}>
      {label}: {entry.before && <bdi>{before}</bdi>}
      {entry.before && entry.after && " → "}
      {entry.after && <b dir="auto">{after}</b>}
    </span>
  );
}

/** The rows of a change of many rows that match the filters. */
function ChangedRows({ filters }: { filters: ActivityFilters }) {
  const query = useInfiniteQuery(activityQuery(filters));
  const { data, error } = query;
  const rows = data?.pages.flatMap((page) => page.entries);
  return (
    <>
      {rows ? (
        <ol role="list" aria-label="Rows of this change" className={styles.rows}>
          {rows.map((row) => (
            <li key={row.id} className={styles.row}>
              <span>
                <Subject entry={row} />
                {row.before &&
                  row.after &&
                  listChangedValues(row, filters.field).map((value) => (
                    <Value key={value.field} entry={row} value={value} />
                  ))}
              </span>
              <Restore entry={row} field={filters.field} />
            </li>
          ))}
        </ol>
      ) : (
        !error && <Loading text="Loading rows..." />
      )}
      {error && <QueryError title="The rows could not be loaded." query={query} />}
      <MoreButton query={query} label="Show more rows" />
    </>
  );
}

/** Restores what an entry about one row changed or deleted; nothing for other entries. */
function Restore({ entry, field }: EventTextProps) {
  const { action, rowId, before, after, hasRow, subject } = entry;
  if (action === "row-deleted" && rowId !== null && before) {
    return (
      <RestoreButton
        what={subject}
        restore={() => restoreRow(entry)}
        // Votes are of the model, which is new if this row is its first.
        message={({ isModelHeader }) =>
          `${subject} is back, without its reviews${isModelHeader ? " and votes" : ""}`
        }
      />
    );
  }
  const values = listChangedValues(entry, field).filter((value) => isFieldName(value.field));
  if (!before || !after || !hasRow || values.length === 0) return null;
  return <RestoreValues entry={entry} values={values} />;
}

function RestoreValues({ entry, values }: { entry: ActivityEntry; values: ActivityValue[] }) {
  const { subject, before } = entry;
  const [first, ...others] = values;
  const names = labelsOf(values);
  const isOne = others.length === 0;
  const formerValues = values.map(({ field }) => [field, before?.[field] ?? null]);
  return (
    <RestoreButton
      what={isOne ? `${names}: ${first?.before}` : names}
      restore={() => restoreValues(entry, Object.fromEntries(formerValues))}
      message={() =>
        isOne
          ? `${names} of ${subject} is ${first?.before} again`
          : `${names} of ${subject} are as they were before`
      }
    />
  );
}

interface RestoreButtonProps<Restored> {
  what: string;
  restore: () => Promise<Restored>;
  message: (restored: Restored) => string;
}

function RestoreButton<Restored>({ what, restore, message }: RestoreButtonProps<Restored>) {
  const { mutate, isPending } = useAdminMutation({
    mutationFn: restore,
    successTitle: "Restored",
    successMessage: message,
  });
  return (
    <Button size="s" variant="quiet" pending={isPending} onClick={() => mutate()}>
      Restore<span className="visually-hidden"> {what}</span>
    </Button>
  );
}

/** Shows what an import has written and undoes it (dashboard.md#activity, importing.md#undo). */
function ImportedRows({ entry: { action, after, subject } }: { entry: ActivityEntry }) {
  const importId = after?.["importId"];
  const isOfClaims = action === "claims-imported";
  if (typeof importId !== "number" || !(isOfClaims || action === "rows-imported")) return null;
  return (
    <>
      <AskingButton
        label="Undo import"
        of={`of ${subject}`}
        title="Undo this import?"
        description={`What ${subject} added is removed, and values it changed are restored. Anything that was changed since stays as it is.`}
        successTitle="Import undone"
        send={() => undoImport(importId)}
        successMessage={(undone) => undoneText(undone, isOfClaims ? "source" : "EV")}
      />
      {!isOfClaims && <WrittenRows importId={importId} subject={subject} />}
    </>
  );
}
