import { Columns3, Download, Link2, PaintBucket, Share2, SlidersHorizontal } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useSearch } from "wouter";

import { withBase } from "../../domain/base-path.ts";
import { countFacets } from "../../domain/filters/facets.ts";
import { type SortKey, startingOrder, toggleSort } from "../../domain/filters/sort.ts";
import { memoizeByObject } from "../../domain/memoize.ts";
import { TABLE } from "../../domain/routes.ts";
import { createScorer, CRITERIA, CRITERION_NAMES, type Weights } from "../../domain/scores.ts";
import { keepPassing, orderTrims, type TableRow } from "../../domain/table-rows.ts";
import { longDriveMinutes } from "../../domain/trip.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { EmptyCatalogue } from "../../features/catalogue/empty-catalogue.tsx";
import { useWholeCatalogue } from "../../features/catalogue/use-catalogue.ts";
import { serializeFilters } from "../../features/filters/filter-address.ts";
import { FilterChipRow, LeftOutNotes, MatchCount } from "../../features/filters/match-count.tsx";
import { NoMatches } from "../../features/filters/no-matches.tsx";
import { QuickFilterBanner } from "../../features/filters/quick-filter-pills.tsx";
import { SearchForm } from "../../features/filters/search-form.tsx";
import {
  useActiveFilters,
  useFilterResults,
  useFilters,
  useMakes,
} from "../../features/filters/use-filters.tsx";
import type { Column } from "../../features/table/columns.ts";

import { MarketTable } from "../../features/table/market-table.tsx";
import {
  changeView,
  shownColumns,
  readTablePage,
  TABLE_PAGE_ROWS,
  tablePath,
  type TableView,
  VIEW_CODEC,
  csvPath,
} from "../../features/table/table-address.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { copyLink } from "../../ui/copy-link-button.tsx";
import { download } from "../../ui/save-file.ts";
import { lazyDialog, useDialog } from "../../ui/lazy.tsx";
import { Menu } from "../../ui/menu.tsx";
import { PageLinks } from "../../ui/pager.tsx";
import { usePageState } from "../../ui/use-page-state.tsx";
import styles from "./page.module.css";

const facetsOf = memoizeByObject(countFacets);

const { Dialog: FilterDialog, opener: filterOpener } = lazyDialog(
  async () => (await import("../../features/table/column-filter-dialog.tsx")).ColumnFilterDialog,
);

/** table.md#rows */
export function TablePart() {
  const evs = useWholeCatalogue();
  const [view, setView] = usePageState(VIEW_CODEC);
  const change = useCallback(
    (part: Partial<TableView>) => setView((now) => changeView(now, part)),
    [setView],
  );
  const { found, rows, sort, sortBy } = useFoundRows(evs, view, change);
  const page = readTablePage(useSearch(), rows.length);
  const active = useActiveFilters();
  const columns = useMemo(() => shownColumns(view), [view]);
  const { subject: filtered, show: openFilter, control } = useDialog<Column>();

  if (evs.length === 0) return <EmptyCatalogue />;
  return (
    <div className={styles.market}>
      <Tools evs={evs} view={view} onChange={change} />
      <QuickFilterBanner />
      <div className={styles.status}>
        <MatchCount
          found={{
            ...found,
            unknownDrives: sort?.key === "trip" ? countUnknownDrives(rows) : 0,
          }}
          ofTrims
          pending={false}
        />
        <FilterChipRow />
      </div>
      {view.weights && (
        <RankNote weights={view.weights} onClear={() => change({ weights: null })} />
      )}
      {view.isShaded && (
        <p className="note">The longer the bar below a figure, the better it is.</p>
      )}
      {rows.length === 0 ? (
        <NoMatches evs={evs} />
      ) : (
        <MarketTable
          rows={rows}
          columns={columns}
          isShaded={view.isShaded}
          page={page}
          sort={sort}
          active={active}
          onSort={sortBy}
          onFilter={openFilter}
          filterOpener={filterOpener}
        />
      )}
      <TablePages view={view} page={page} rows={rows.length} />
      <LeftOutNotes leftOut={found.leftOut} />
      {filtered && <FilterDialog {...control} column={filtered} evs={evs} facets={facetsOf(evs)} />}
    </div>
  );
}

const countUnknownDrives = (rows: readonly TableRow[]) =>
  rows.filter(({ shown }) => longDriveMinutes(shown) === null).length;

type Change = (part: Partial<TableView>) => void;

/** Returns what passes the filters, and its order. */
function useFoundRows(evs: readonly Ev[], view: TableView, change: Change) {
  const { state, update } = useFilters();
  const results = useFilterResults(evs);
  if (!results) throw new Error("the models are there");
  const { evs: all, found, state: asked } = results;
  const { weights } = view;
  const { sort } = asked;
  const ordered = useMemo(() => {
    const scorer = weights && createScorer(all, weights);
    return orderTrims(all, { sort, scorer });
  }, [all, sort, weights]);
  const rows = useMemo(() => keepPassing(ordered, found.matches), [ordered, found.matches]);
  const isRanked = weights !== null;
  const sortBy = useCallback(
    (key: SortKey) => {
      if (!isRanked) return update((now) => ({ ...now, sort: toggleSort(now.sort, key) }));
      // Both changes are one history entry.
      change({ weights: null });
      update((now) => ({ ...now, sort: { key, order: startingOrder(key) } }), { replaces: true });
    },
    [update, change, isRanked],
  );
  return { found, rows, sort: isRanked ? null : state.sort, sortBy };
}

const { Dialog: ColumnsDialog, opener: columnsOpener } = lazyDialog(
  async () => (await import("../../features/table/columns-dialog.tsx")).ColumnsDialog,
);

function Tools({ evs, view, onChange }: { evs: readonly Ev[]; view: TableView; onChange: Change }) {
  const { state } = useFilters();
  const makes = useMakes();
  const [isOpen, setOpen] = useState(false);
  const openColumns = () => setOpen(true);
  const { isShaded } = view;
  const share = [
    {
      icon: <Link2 aria-hidden />,
      label: "Copy link",
      onChoose: () => void copyLink(location.href, COPIED),
    },
    {
      icon: <Download aria-hidden />,
      label: "Download CSV",
      onChoose: () => download(withBase(csvPath(state, makes, view))),
    },
  ];
  return (
    <div className="line">
      <SearchForm variant="page" evs={evs} action={TABLE} className={styles.search} />
      <div className={styles.wide}>
        <Button size="s" {...columnsOpener} onClick={openColumns}>
          <Columns3 aria-hidden />
          Columns
        </Button>
        <Checkbox checked={isShaded} onChange={(isOn) => onChange({ isShaded: isOn })}>
          Shade best to worst
        </Checkbox>
        <Menu icon={<Share2 aria-hidden />} label="Share" items={share} />
      </div>
      <div className={styles.narrow}>
        <Menu
          icon={<SlidersHorizontal aria-hidden />}
          label="Table tools"
          isIcon
          items={[
            { icon: <Columns3 aria-hidden />, label: "Columns", onChoose: openColumns },
            {
              icon: <PaintBucket aria-hidden />,
              label: isShaded ? "Remove shading" : "Shade best to worst",
              onChoose: () => onChange({ isShaded: !isShaded }),
            },
            ...share,
          ]}
        />
      </div>
      <ColumnsDialog
        open={isOpen}
        onOpenChange={setOpen}
        view={view}
        onChange={(columns) => onChange({ columns })}
      />
    </div>
  );
}

const COPIED = { title: "Link copied", description: "It opens this table." };

function RankNote({ weights, onClear }: { weights: Weights; onClear: () => void }) {
  const weighed = CRITERION_NAMES.filter((name) => weights[name] > 0);
  const words = weighed.map((name) => `${CRITERIA[name].label.toLowerCase()} ${weights[name]}`);
  return (
    <p className="row note">
      Ranked by {words.join(", ")}
      <Button variant="quiet" size="s" onClick={onClear}>
        Clear ranking
      </Button>
    </p>
  );
}

/** Serves visitors without JavaScript; a browser with scripts neither shows nor hydrates noscript. */
function TablePages({ view, page, rows }: { view: TableView; page: number; rows: number }) {
  const { state } = useFilters();
  const last = Math.ceil(rows / TABLE_PAGE_ROWS);
  const addressOf = (one: number) => withBase(tablePath(serializeFilters(state), view, one));
  return (
    <noscript>
      {import.meta.env.SSR && last > 1 && (
        <PageLinks label="Pages of the table" page={page} pages={last} addressOf={addressOf} />
      )}
    </noscript>
  );
}
