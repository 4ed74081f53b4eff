import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { Link } from "wouter";
import { EvInput } from "../../../domain/ev-input.ts";
import { isFieldName } from "../../../domain/fields.ts";
import { countOf, formatPrice, NOT_AVAILABLE, upperFirst } from "../../../domain/format.ts";
import { adminPath } from "../../../domain/routes.ts";
import { Button } from "../../../ui/button.tsx";
import { readJson } from "../../../ui/calls/answers.ts";
import { sendJson } from "../../../ui/calls/send.ts";
import { formatLocalTime } from "../../../ui/dates.ts";
import { Loading, QueryError } from "../../../ui/notice.tsx";
import { ACTIVITY_KINDS } from "../../activity/activity-kinds.ts";
import type {
  ActivityAnswer,
  ActivityEntry,
  ActivityPeople,
  ActivityQuery,
} from "../../activity/activity.schema.ts";
import type { WrittenAnswer } from "../../import/import.schema.ts";
import { undoneText } from "../../import/wizard/import-texts.ts";
import { undoImport } from "../../import/wizard/import.queries.ts";
import { AskingButton } from "../confirm-dialog.tsx";
import { MoreButton } from "../entries-view.tsx";
import view from "../entries-view.module.css";
import { columnOf } from "../grid/grid-columns.ts";
import { EV_FORM_FIELDS } from "../rows/ev-form.ts";
import { addRow, patchRows } from "../rows/rows.queries.ts";
import { useAdminMutation } from "../use-admin-mutation.ts";
import styles from "./activity-entry.module.css";

/** What is absent or empty does not filter. */
export type ActivityFilters = Omit<ActivityQuery, "limit" | "before">;

export function activityQuery(filters: ActivityFilters) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(filters)) {
    if (value) parameters.set(name, String(value));
  }
  return infiniteQueryOptions({
    queryKey: ["activity", parameters.toString()] as const,
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams(parameters);
      if (pageParam !== null) query.set("before", String(pageParam));
      return readJson<ActivityAnswer>(`/api/activity?${query}`, signal);
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  });
}

export const activityPeopleQuery = queryOptions({
  queryKey: ["activity", "people"] as const,
  queryFn: async ({ signal }) => {
    const { people } = await readJson<ActivityPeople>("/api/activity/people", signal);
    return people;
  },
});

/** Lists changes, each in one line with a way to undo it, for an `EntryList` (dashboard.md#activity). */
export function showEntry(
  entry: ActivityEntry,
  filters: ActivityFilters,
  onFilter: (change: ActivityFilters) => void,
) {
  const { username, at, change, action, subject, before, after, hasRow, evId } = entry;
  const values = listChangedValues(entry);
  const [value] = values;
  const isInLine = value && values.length === 1 && !change && before && after;
  const hasDetails = change || hasRow || evId !== null || (values.length > 0 && !isInLine);
  return {
    at,
    line: (
      <>
        <b dir="auto">{username ?? "Server"}</b>
        {` · ${eventWords(entry)} `}
        {change ? subjectOfMany(action, change.rows) : <bdi translate="no">{subject}</bdi>}
      </>
    ),
    value: isInLine && (
      <>
        <bdi>{value.before}</bdi> → <bdi>{value.after}</bdi>
      </>
    ),
    action: !change && <Restore entry={entry} />,
    details: !hasDetails ? null : change ? (
      <ChangedRows filters={{ ...filters, change: change.id }} />
    ) : (
      <EntryDetails {...{ entry, values, onFilter }} />
    ),
  };
}

function EntryDetails(props: {
  entry: ActivityEntry;
  values: readonly ActivityValue[];
  onFilter: (change: ActivityFilters) => void;
}) {
  const { entry, values, onFilter } = props;
  const { subject, rowId, evId, after, hasRow } = entry;
  const about = <span className="visually-hidden">: {subject}</span>;
  return (
    <>
      <p translate="no" className={view.title}>
        {subject}
      </p>
      {evId !== null && (
        <div className="row">
          {hasRow && rowId !== null && (
            <Button size="s" href={adminPath({ row: rowId })}>
              Show in the list{about}
            </Button>
          )}
          <Button size="s" onClick={() => onFilter({ evId })}>
            All changes to this model{about}
          </Button>
        </div>
      )}
      {values.length > 0 && (
        <ul aria-label={`Values of ${subject}`} className={styles.rows}>
          {values.map((value) => (
            <li key={value.field} className={styles.row}>
              <Value entry={entry} value={value} />
              {after && values.length > 1 && <Restore entry={entry} values={[value]} />}
            </li>
          ))}
        </ul>
      )}
      <ImportedRows entry={entry} />
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

function RowName({ entry: { subject, hasRow, rowId } }: { entry: ActivityEntry }) {
  const name = <bdi translate="no">{subject}</bdi>;
  return hasRow && rowId !== null ? <Link href={adminPath({ row: rowId })}>{name}</Link> : name;
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
                <RowName entry={row} />
                {row.before &&
                  row.after &&
                  listChangedValues(row).map((value) => (
                    <Value key={value.field} entry={row} value={value} />
                  ))}
              </span>
              <Restore entry={row} />
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

interface RestoreProps {
  entry: ActivityEntry;
  /** by default all that it changed */
  values?: readonly ActivityValue[];
}

/** Restores what an entry about one row changed or deleted; nothing for other entries. */
function Restore({ entry, values = listChangedValues(entry) }: RestoreProps) {
  const { rowId, before, after, hasRow, subject } = entry;
  const isDeleted = entry.action === "row-deleted";
  const changed = values.filter(({ field }) => isFieldName(field));
  const former = changed.length === 1 ? changed[0]?.before : undefined;
  const names = labelsOf(changed);
  const { mutate, isPending } = useAdminMutation({
    mutationFn: async (id: number) => {
      if (isDeleted) {
        const { isModelHeader } = await addRow(EvInput.parse(before));
        // Votes are of the model, which is new if this row is its first.
        return `${subject} is back, without its reviews${isModelHeader ? " and votes" : ""}`;
      }
      const set = Object.fromEntries(changed.map(({ field }) => [field, before?.[field] ?? null]));
      // Make and model belong to the whole model.
      if ("make" in set || "model" in set) await sendJson("PUT", `/api/evs/${id}?undo=true`, set);
      else await patchRows([{ id, set }], true);
      return `${names} of ${subject} ${former === undefined ? "are as they were before" : `is ${former} again`}`;
    },
    successTitle: "Restored",
    successMessage: (sentence) => sentence,
  });
  const isChanged = after && hasRow && changed.length > 0;
  if (rowId === null || !before || !(isDeleted || isChanged)) return null;
  const what = isDeleted ? subject : former === undefined ? names : `${names}: ${former}`;
  return (
    <Button size="s" variant="quiet" pending={isPending} onClick={() => mutate(rowId)}>
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
      {!isOfClaims && <WrittenRows importId={importId} />}
      <AskingButton
        label="Undo import"
        of={`of ${subject}`}
        title="Undo this import?"
        description={`What ${subject} added is removed, and values it changed are restored. Anything that was changed since stays as it is.`}
        successTitle="Import undone"
        send={() => undoImport(importId)}
        successMessage={(undone) => undoneText(undone, isOfClaims ? "source" : "EV")}
      />
    </>
  );
}

function WrittenRows({ importId }: { importId: number }) {
  const query = useQuery({
    queryKey: ["written rows", importId],
    queryFn: ({ signal }) => readJson<WrittenAnswer>(`/api/imports/${importId}`, signal),
    // They are gone when everything else is read again after the import was undone.
    staleTime: "static",
    gcTime: 0,
  });
  const { data, error } = query;
  if (error) return <QueryError title="The rows could not be loaded." query={query} />;
  if (!data) return <Loading text="Loading rows..." />;
  return (
    <ol role="list" aria-label="Rows of this import" className={styles.rows}>
      {data.rows.map(({ id, name, kind }) => (
        <li key={id} className={styles.row}>
          <Link href={adminPath({ row: id })}>
            <bdi translate="no">{name}</bdi>
          </Link>
          <span className="fine">{kind}</span>
        </li>
      ))}
      {data.next !== null && <li className={styles.row}>...and more</li>}
      {data.rows.length === 0 && <li className={styles.row}>None of them are left.</li>}
    </ol>
  );
}

const VERBS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(ACTIVITY_KINDS).map(({ actions }) => actions),
);

/** The words for an action in the middle of `{name} … {subject}`. */
export function verbOf({ action }: { action: string }): string {
  return VERBS[action] ?? action.replaceAll("-", " ");
}

const ORDER: readonly string[] = EV_FORM_FIELDS.map(({ name }) => name);

/** The counts of an import, as the importer calls them. */
const COUNT_LABELS: Readonly<Record<string, string>> = { skipped: "Existing", invalid: "Bad rows" };

/** `Price` for a field of a row; for any other field, its name as words. */
function fieldLabel(field: string): string {
  const label = columnOf(field)?.label ?? COUNT_LABELS[field];
  if (label) return label;
  const words = field.replaceAll(/([A-Z])/g, " $1").toLowerCase();
  return upperFirst(words);
}

/** A moment as the server writes it, ISO 8601 in UTC. */
const TIME = /^\d{4}-\d{2}-\d{2}T\S+Z$/;

/** Formats a value in full, with its unit: `$64,500`, `310 mi`. */
export function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return NOT_AVAILABLE;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "string") return TIME.test(value) ? formatLocalTime(value) : value;
  if (typeof value !== "number") return JSON.stringify(value);
  if (field === "price") return formatPrice(value);
  const unit = columnOf(field)?.unit;
  return unit ? `${value} ${unit}` : String(value);
}

export interface ActivityValue {
  field: string;
  label: string;
  /** as text */
  before: string;
  after: string;
}

/** Values by field name; null if the row did not exist before, or no longer exists. */
interface ChangedValues {
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

/** The values of an entry in the order of the form, without fields that have none and counts of 0. */
export function listChangedValues({ before, after }: ChangedValues): ActivityValue[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const shown = fields.filter((field) => field !== "importId");
  const rankOf = (field: string) => (isFieldName(field) ? ORDER.indexOf(field) : ORDER.length);
  return shown
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map((field) => ({
      field,
      label: fieldLabel(field),
      before: valueText(field, before?.[field]),
      after: valueText(field, after?.[field]),
    }))
    .filter(({ field, before: was, after: is }) => {
      const nothing = columnOf(field) ? [NOT_AVAILABLE] : [NOT_AVAILABLE, "0"];
      return [was, is].some((text) => !nothing.includes(text));
    });
}

/** The labels of these values, as `Price and Range`. */
function labelsOf(values: readonly ActivityValue[]): string {
  return new Intl.ListFormat("en-US").format(values.map(({ label }) => label));
}

interface ActivityEvent extends ChangedValues {
  action: string;
  /** a change of many rows */
  change: { rows: number } | null;
}

/** The words before the subject of an event: `Price and Range of`, `reverted Price of`, `deleted`. */
export function eventWords(entry: ActivityEvent): string {
  const { action, change, before, after } = entry;
  const values = before && after ? listChangedValues(entry) : [];
  const isUndo = action === "row-reverted";
  if ((action === "row-changed" || isUndo) && values.length > 0) {
    return `${isUndo ? "reverted " : ""}${labelsOf(values)} of`;
  }
  return change ? verbOf(entry).replace(" a correction:", "") : verbOf(entry);
}

/** The subject of a change of many rows or corrections. */
export function subjectOfMany(action: string, rows: number): string {
  return countOf(rows, action === "correction-declined" ? "correction" : "row");
}
