import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { History, SearchX } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { EmptyState, Loading, QueryError, Skeleton } from "../../../ui/notice.tsx";
import { Chip, Pill } from "../../../ui/pill.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { Entry, ManyRows } from "./activity-entry.tsx";
import { ACTIVITY_KIND_NAMES, ACTIVITY_KINDS } from "./activity.ts";
import styles from "./activity-view.module.css";
import view from "../admin-view.module.css";
import type { ActivityEntry } from "./activity.schema.ts";
import {
  type ActivityFilters,
  activityQuery,
  ALL_ACTIVITY,
  activityPeopleQuery,
} from "./activity.queries.ts";
import { SEARCH_MAX_CHARACTERS, SEARCH_REST_MS } from "../limits.ts";
import { SelectField, TextField } from "../../../ui/fields.tsx";
import { FIELD_LABELS, isFieldName } from "../../../domain/fields.ts";
import { EV_FORM_FIELDS } from "../rows/ev-form.ts";

const SEARCH_LABEL = "Search the activity by car, person or field...";

/** Lists who changed what and when, searchable, with a way to undo each change (dashboard.md#activity). */
export function ActivityView() {
  const [filters, setFilters] = useState(ALL_ACTIVITY);
  const [text, setText] = useState("");
  const filter = (change: Partial<ActivityFilters>) =>
    setFilters((before) => ({ ...before, ...change }));
  const searching = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(searching.current), []);
  const type = (typed: string) => {
    setText(typed);
    clearTimeout(searching.current);
    searching.current = setTimeout(() => filter({ search: typed.trim() }), SEARCH_REST_MS);
  };
  const query = useInfiniteQuery(activityQuery(filters));
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage } = query;
  const entries = data?.pages.flatMap((page) => page.entries);
  const isFiltered = Object.values(filters).some(Boolean);
  const showAll = () => {
    clearTimeout(searching.current);
    setText("");
    setFilters(ALL_ACTIVITY);
  };
  return (
    <section aria-labelledby="activity-heading" className={view.view}>
      <h2 id="activity-heading" className={view.heading}>
        Activity
      </h2>
      <p className={styles.lead}>
        Every change with the values before and after. Values and deleted rows can be restored from
        here.
      </p>
      <SearchField
        landmark="Activity"
        label={SEARCH_LABEL}
        placeholder={SEARCH_LABEL}
        maxLength={SEARCH_MAX_CHARACTERS}
        value={text}
        onType={type}
        clearLabel="Clear search"
        onClear={() => type("")}
      />
      <div role="group" aria-label="Which changes" className={view.choice}>
        <Pill pressed={filters.kind === null} onClick={() => filter({ kind: null })}>
          All
        </Pill>
        {ACTIVITY_KIND_NAMES.map((kind) => (
          <Pill key={kind} pressed={filters.kind === kind} onClick={() => filter({ kind })}>
            {ACTIVITY_KINDS[kind].label}
          </Pill>
        ))}
      </div>
      <ActivityChoices filters={filters} onFilter={filter} />
      {filters.car !== null && (
        <div role="group" aria-label="Only changes" className={view.choice}>
          <Chip
            label={`About the model of ${filters.car.name}`}
            onRemove={() => filter({ car: null })}
          />
        </div>
      )}
      {entries?.length === 0 &&
        (isFiltered ? (
          <EmptyState
            icon={<SearchX />}
            title="No activity found"
            text="Try another search or filter."
            action={<Button onClick={showAll}>Show all changes</Button>}
          />
        ) : (
          <EmptyState
            icon={<History />}
            title="Nothing has been changed yet"
            text="Changes that administrators make will appear here."
          />
        ))}
      {entries && entries.length > 0 && (
        <ol aria-label="Changes, the latest first" role="list" className={view.list}>
          {foldChanges(entries).map((group) =>
            group[0].change === null || group.length === 1 ? (
              <Entry key={group[0].id} entry={group[0]} onFilter={filter} />
            ) : (
              <ManyRows key={group[0].id} entries={group} onFilter={filter} />
            ),
          )}
        </ol>
      )}
      {!entries && !error && (
        <Loading text="Loading activity...">
          <Skeleton count={4} height="4.5em" className={view.entries} />
        </Loading>
      )}
      {error && <QueryError title="The activity could not be loaded." query={query} />}
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

/** Groups consecutive entries that belong to one change of many rows. */
export function foldChanges(
  entries: readonly ActivityEntry[],
): (readonly [ActivityEntry, ...ActivityEntry[]])[] {
  const groups: [ActivityEntry, ...ActivityEntry[]][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (entry.change && last?.[0].change?.id === entry.change.id) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

interface ActivityChoicesProps {
  filters: ActivityFilters;
  onFilter: (change: Partial<ActivityFilters>) => void;
}

/** Filters the activity by field, person and dates (dashboard.md#activity). */
function ActivityChoices({ filters, onFilter }: ActivityChoicesProps) {
  const { data = [] } = useQuery(activityPeopleQuery);
  const { user, field, from, to } = filters;
  const people = user === null || data.includes(user) ? data : [user, ...data];
  return (
    <div role="group" aria-label="Field, person and dates" className={styles.choices}>
      <SelectField
        label="Field"
        value={field ?? ""}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ field: isFieldName(value) ? value : null })
        }
      >
        <option value="">Any field</option>
        {EV_FORM_FIELDS.map(({ name }) => (
          <option key={name} value={name}>
            {FIELD_LABELS[name]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Person"
        value={user ?? ""}
        onChange={({ currentTarget: { value } }) => onFilter({ user: value || null })}
      >
        <option value="">Anyone</option>
        {people.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label="From"
        type="date"
        max={to || undefined}
        value={from}
        onChange={(event) => onFilter({ from: event.currentTarget.value })}
      />
      <TextField
        label="To"
        type="date"
        min={from || undefined}
        value={to}
        onChange={(event) => onFilter({ to: event.currentTarget.value })}
      />
    </div>
  );
}
