import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { History, SearchX, SlidersHorizontal } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { EmptyState } from "../../../ui/notice.tsx";
import { Chip } from "../../../ui/pill.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { useDelayedValue } from "../../../ui/use-delayed-value.ts";
import { EntriesView, MoreButton } from "../entries-view.tsx";
import {
  type ActivityFilters,
  activityPeopleQuery,
  activityQuery,
  showEntry,
} from "./activity-entry.tsx";
import {
  ACTIVITY_KIND_NAMES,
  ACTIVITY_KINDS,
  ACTIVITY_SEARCH_MAX_CHARACTERS,
} from "../../activity/activity-kinds.ts";
import view from "../entries-view.module.css";

import { SEARCH_REST_MS } from "../rows/use-list-address.ts";

const SEARCH_LABEL = "Search the activity by car or person...";

/** Lists who changed what and when, searchable, with a way to undo each change (dashboard.md#activity). */
export function ActivityView() {
  const [choices, setChoices] = useState<ActivityFilters>({});
  const [text, setText] = useState("");
  const filters = { ...choices, search: useDelayedValue(text.trim(), SEARCH_REST_MS) };
  const [isFiltering, setIsFiltering] = useState(false);
  const panel = useId();
  const filter = (change: ActivityFilters) => setChoices((before) => ({ ...before, ...change }));
  const query = useInfiniteQuery(activityQuery(filters));
  const { kind, user, evId } = filters;
  const filterCount = [kind, user].filter(Boolean).length;
  const isFiltered = Object.values(filters).some(Boolean);
  const showAll = () => {
    setText("");
    setChoices({});
  };
  return (
    <EntriesView
      title="Activity"
      label="Changes, the latest first"
      query={query}
      entries={query.data?.pages.flatMap((page) => page.entries)}
      show={(entry) => showEntry(entry, filters, filter)}
      tools={
        <>
          <SearchField
            landmark="Activity"
            label={SEARCH_LABEL}
            placeholder={SEARCH_LABEL}
            maxLength={ACTIVITY_SEARCH_MAX_CHARACTERS}
            value={text}
            onType={setText}
            clearLabel="Clear search"
            className={view.search}
          />
          <Button
            aria-expanded={isFiltering}
            aria-controls={panel}
            onClick={() => setIsFiltering(!isFiltering)}
          >
            <SlidersHorizontal aria-hidden />
            {filterCount > 0 ? `Filters (${filterCount})` : "Filters"}
          </Button>
          <div id={panel} hidden={!isFiltering} className={view.panel}>
            {isFiltering && <ActivityChoices filters={filters} onFilter={filter} />}
          </div>
          {evId !== undefined && (
            <div role="group" aria-label="Only changes" className={view.choice}>
              <Chip label="Changes of one model" onRemove={() => filter({ evId: undefined })} />
            </div>
          )}
        </>
      }
      empty={
        isFiltered ? (
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
        )
      }
    >
      <MoreButton query={query} label="Show earlier changes" />
    </EntriesView>
  );
}

/** Filters the activity by kind and person (dashboard.md#activity). */
function ActivityChoices(props: {
  filters: ActivityFilters;
  onFilter: (change: ActivityFilters) => void;
}) {
  const { filters, onFilter } = props;
  const { data = [] } = useQuery(activityPeopleQuery);
  const { kind, user } = filters;
  return (
    <>
      <Choice
        label="Kind"
        value={kind}
        emptyLabel="Any kind"
        options={ACTIVITY_KIND_NAMES.map((name) => [name, ACTIVITY_KINDS[name].label])}
        onChange={(chosen) => onFilter({ kind: chosen })}
      />
      <Choice
        label="Person"
        value={user}
        emptyLabel="Anyone"
        options={data.map((name) => [name, name])}
        onChange={(chosen) => onFilter({ user: chosen })}
      />
    </>
  );
}
