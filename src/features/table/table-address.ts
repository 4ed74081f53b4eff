/** The table's own part of its address, besides the filters (table.md#address). */
import { serializeFilters } from "../filters/filter-address.ts";
import { toVehicleFilter } from "../filters/filter-views.ts";
import type { FilterState } from "../filters/filter-state.ts";
import { formatRank, isRankParameter, readRank } from "../ranking/use-ranking-weights.ts";
import { type Column, COLUMNS, NAME_COLUMNS, SCORE_COLUMN, defaultColumns } from "./columns.ts";
import { LIST_PAGE, marketPath, readListPage } from "../../domain/routes.ts";
import type { Weights } from "../../domain/scores.ts";
import type { Codec } from "../../ui/page-query.ts";

/** Number of rows in a document, for visitors without JavaScript (table.md#without-javascript). */
export const TABLE_PAGE_ROWS = 50;

const NAMED = "columns";
const SHADED = "shade";

export interface TableView {
  /** names, in table order */
  readonly columns: readonly string[];
  /** whether cells are shaded from worst to best */
  readonly isShaded: boolean;
  /** weights of the visitor's own ranking; null when the table is sorted instead */
  readonly weights: Weights | null;
}

/** Ignores unknown parameters. @param search with or without its question mark */
export function parseTableView(search: string): TableView {
  const weights = readRank(search);
  const query = new URLSearchParams(search);
  const named = new Set(
    query
      .get(NAMED)
      ?.split(",")
      .map((name) => name.trim()),
  );
  const knownNames = COLUMNS.map(({ name }) => name).filter((name) => named.has(name));
  const columns = knownNames.filter((name) => name !== SCORE_COLUMN.name || weights);
  return {
    columns: columns.length > 0 ? columns : defaultColumns(weights !== null),
    isShaded: query.get(SHADED) === "true",
    weights,
  };
}

/** Returns the query without question mark; defaults are left out. */
export function serializeTableView({ columns, isShaded, weights }: TableView): string {
  const names = columns.filter((name) => weights || name !== SCORE_COLUMN.name).join();
  const isDefault = names === defaultColumns(weights !== null).join();
  return [
    isDefault ? "" : `${NAMED}=${names}`,
    isShaded ? `${SHADED}=true` : "",
    formatRank(weights),
  ]
    .filter(Boolean)
    .join("&");
}

/** The columns and order of the table, which are only kept in the address. */
export const VIEW_CODEC: Codec<TableView> = {
  owns: (name) => name === NAMED || name === SHADED || isRankParameter(name),
  parse: parseTableView,
  serialize: serializeTableView,
};

/** Without weights there is no score to show. */
export function changeView(view: TableView, part: Partial<TableView>): TableView {
  return parseTableView(serializeTableView({ ...view, ...part }));
}

export function shownColumns({ columns }: TableView): readonly Column[] {
  return COLUMNS.filter(({ name }) => columns.includes(name));
}

/** @param filters as serializeFilters() writes them @param page from 1, without JavaScript */
export function tablePath(filters: string, view?: TableView, page = 1): string {
  const query = [
    filters,
    view ? serializeTableView(view) : "",
    page > 1 ? `${LIST_PAGE}=${page}` : "",
  ].filter(Boolean);
  return marketPath(query.join("&"));
}

/** @returns the page from 1; 1 for an impossible page */
export function readTablePage(search: string, rows: number): number {
  return readListPage(search, Math.ceil(rows / TABLE_PAGE_ROWS)) || 1;
}

/** The CSV of the table's rows, columns and order (table.md#csv). @param makes the catalogue's brands */
export function csvPath(state: FilterState, makes: readonly string[], view: TableView): string {
  // The call does not read names of brands or types in the search, nor ends of sliders.
  const filter = toVehicleFilter(state, makes);
  const [min, max] = [filter.minRange, filter.maxRange];
  const filters = serializeFilters({
    ...state,
    search: filter.words.join(" "),
    ignored: "",
    show: null,
    makes: filter.makes,
    bodyTypes: filter.bodyTypes,
    range: min === null && max === null ? null : { min, max },
    price: filter.maxPrice,
  });
  const query = new URLSearchParams(filters);
  query.delete("sort");
  query.delete("order");
  if (!view.weights) {
    query.set("sort", state.sort.key);
    query.set("order", state.sort.order);
  }
  query.set("columns", [...Object.keys(NAME_COLUMNS), ...view.columns].join());
  query.set("values", "shown");
  return `/api/evs.csv?${[query.toString(), formatRank(view.weights)].filter(Boolean).join("&")}`;
}
