import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { readJson, refusalOf } from "../../api/answers.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "../../ui/notice.tsx";
import styles from "./activity-view.module.css";
import { FIELD_LABELS, isFieldName } from "../../vehicle/fields.ts";
import type { ActivityAnswer } from "./activity-log.server.ts";
import { EV_FORM_FIELDS } from "./ev-form.ts";

const TIME = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** Who changed what and when, with the values before and after (readings 3). */
export function ActivityView() {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(activityQuery());
  const entries = data?.pages.flatMap((page) => page.entries);
  return (
    <section aria-labelledby="activity-heading" className={styles.view}>
      <h2 id="activity-heading" className={styles.heading}>
        Activity
      </h2>
      <p className={styles.lead}>
        Every change with the values before and after. What was deleted can be typed in again from
        here.
      </p>
      {entries?.length === 0 && (
        <EmptyState
          icon={<History />}
          title="Nothing has been changed yet"
          text="Changes that administrators make will appear here."
        />
      )}
      {entries && entries.length > 0 && (
        <ol aria-label="Changes, the latest first" role="list" className={styles.list}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {!entries && !error && (
        <Loading text="Loading activity...">
          {Array.from({ length: 6 }, (_, index) => (
            <div key={index} className={styles.entry}>
              <Skeleton width={`${50 + ((index * 13) % 30)}%`} height="1.3em" />
              <Skeleton width="140px" height="1em" />
            </div>
          ))}
        </Loading>
      )}
      {error && (
        <ErrorState
          title="The activity could not be loaded."
          text={refusalOf(error)}
          retrying={isFetching}
          onRetry={() => void (entries ? fetchNextPage() : refetch())}
        />
      )}
      {hasNextPage && !error && (
        <Button
          className={styles.more}
          pending={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? "Loading..." : "Show earlier changes"}
        </Button>
      )}
    </section>
  );
}

function Entry({ entry }: { entry: ActivityEntry }) {
  const { before, after } = entry;
  const values = valuesOf(entry);
  return (
    <li className={styles.entry}>
      <p className={styles.what}>
        <strong>{entry.username ?? "The server"}</strong> {verbOf(entry)}{" "}
        <bdi className={styles.subject}>{entry.subject}</bdi>
      </p>
      <time dateTime={entry.at} className={styles.time}>
        {TIME.format(new Date(entry.at))}
      </time>
      {values.length > 0 &&
        (before && after ? (
          <Changes values={values} subject={entry.subject} />
        ) : (
          <Whole values={values} side={before ? "before" : "after"} />
        ))}
    </li>
  );
}

function Changes({ values, subject }: { values: readonly ActivityValue[]; subject: string }) {
  return (
    <table className={styles.changes}>
      <caption className="visually-hidden">What changed in {subject}</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
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

function activityQuery() {
  return infiniteQueryOptions({
    queryKey: ["activity"] as const,
    initialPageParam: null as number | null,
    queryFn: ({ pageParam, signal }) =>
      readJson<ActivityAnswer>(
        `/api/activity${pageParam === null ? "" : `?before=${pageParam}`}`,
        signal,
      ),
    getNextPageParam: (last) => last.next,
    refetchOnMount: "always",
  });
}

type ActivityEntry = ActivityAnswer["entries"][number];

const VERBS: Readonly<Record<string, string>> = {
  "row-added": "added",
  "row-changed": "changed",
  "row-deleted": "deleted",
  "models-merged": "merged",
  "makes-merged": "merged the make",
  "rows-imported": "imported",
  "import-undone": "undid the import of",
  "starter-filled": "filled",
  "review-removed": "removed",
  "review-kept": "kept",
  "user-registered": "registered",
  "user-removed": "removed the administrator",
  "invitation-made": "made",
  "invitation-revoked": "revoked",
};

/** What was done, as the middle of `{name} … {subject}`. */
export function verbOf({ action }: Pick<ActivityEntry, "action">): string {
  return VERBS[action] ?? action.replaceAll("-", " ");
}

const ORDER: readonly string[] = EV_FORM_FIELDS.map(({ name }) => name);

/** `Price ($)` for a field of a row, else the field's name as words. */
function labelOf(field: string): string {
  if (isFieldName(field)) return FIELD_LABELS[field];
  const words = field.replaceAll(/([A-Z])/g, " $1").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value so that it can be typed in again; "" where there was none. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return typeof value === "string" ? value : JSON.stringify(value);
}

interface ActivityValue {
  field: string;
  label: string;
  before: string;
  after: string;
}

/** The values of an entry, in the order of the form; fields that are empty throughout are left out. */
export function valuesOf({
  before,
  after,
}: Pick<ActivityEntry, "before" | "after">): ActivityValue[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const placeOf = (field: string) => (isFieldName(field) ? ORDER.indexOf(field) : ORDER.length);
  return fields
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((field) => ({
      field,
      label: labelOf(field),
      before: valueText(before?.[field]),
      after: valueText(after?.[field]),
    }))
    .filter((value) => value.before !== "" || value.after !== "");
}
