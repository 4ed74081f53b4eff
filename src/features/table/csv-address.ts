import { toVehicleFilter } from "../filters/filter-views.ts";
import type { FilterState } from "../filters/filter-state.ts";
import { type Bounds, writeBounds } from "../../domain/filters/bounds.ts";
import { BOUNDS, CHOICES, FLAGS, LIMITS, record } from "../../domain/filters/filters.ts";
import { formatRank } from "../ranking/rank-address.ts";
import { NAME_COLUMNS } from "./columns.ts";
import type { TableView } from "./table-address.ts";

function formatBounds(bounds: Bounds): string {
  return bounds.min === null && bounds.max === null ? "" : writeBounds(bounds);
}

/**
 * Returns the address of a CSV file with the table's rows, columns and order (table.md#csv). Slider ends and
 * names in the search are converted to the call's own parameters.
 * @param makes the catalogue's brands
 */
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
