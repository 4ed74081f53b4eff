/** The table's own part of its address, besides the filters (table.md#address). */
import { toVehicleFilter } from "../filters/filter-views.ts";
import type { FilterState } from "../filters/filter-state.ts";
import { type Bounds, writeBounds } from "../../domain/filters/bounds.ts";
import { BOUNDS, CHOICES, FLAGS, LIMITS } from "../../domain/filters/filters.ts";
import { formatRank, isRankParameter, readRank } from "../ranking/use-rank.ts";
import { type Column, COLUMNS, NAME_COLUMNS, SCORE_COLUMN, defaultColumns } from "./columns.ts";
import { LIST_PAGE, marketPath, readListPage } from "../../domain/routes.ts";
import type { Weights } from "../../domain/scores.ts";
import type { Codec } from "../../ui/page-query.ts";
import { record } from "../../domain/records.ts";

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

function formatBounds(bounds: Bounds): string {
  return bounds.min === null && bounds.max === null ? "" : writeBounds(bounds);
}

/** The CSV of the table's rows, columns and order (table.md#csv). @param makes the catalogue's brands */
export function csvPath(state: FilterState, makes: readonly string[], view: TableView): string {
  const filter = toVehicleFilter(state, makes);
  const texts: Record<string, string | number | null> = {
    search: filter.words.join(" "),
    ids: filter.rowIds.join(),
    make: filter.makes.join(),
    bodyType: filter.bodyTypes.join(),
    ...record(CHOICES, (name) => filter[name].join()),
    minRange: filter.minRange,
    maxRange: filter.maxRange,
    maxPrice: filter.maxPrice,
    ...record(BOUNDS, (name) => formatBounds(filter[name])),
    ...record(LIMITS, (name) => filter[name]),
    ...record(FLAGS, (name) => (filter[name] ? "true" : "")),
    quick: state.quick,
    missing: filter.keepMissing.join(),
    ...(!view.weights && { sort: state.sort.key, order: state.sort.order }),
    columns: [...Object.keys(NAME_COLUMNS), ...view.columns].join(),
    values: "shown",
  };
  const parameters = Object.entries(texts).filter(([, text]) => text !== null && text !== "");
  const query = new URLSearchParams(parameters.map(([name, text]) => [name, String(text)]));
  return `/api/evs.csv?${[query.toString(), formatRank(view.weights)].filter(Boolean).join("&")}`;
}
