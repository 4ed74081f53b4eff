/** Filters and order of the administrators' list, as in its call and address (dashboard.md#sort-and-filter). */
import { z } from "zod";

import type { FieldEntry } from "../../../domain/field-kinds.ts";
import { entryOf, FIELD_NAMES, type FieldName, isFieldName } from "../../../domain/fields.ts";
import { isFigureField } from "../../claims/claims.ts";

export const SEARCH_MAX_CHARACTERS = 200;
export const MOST_ROWS_PER_PAGE = 1000;
/** calls.md#many-rows: per change or deletion */
export const MOST_ROWS_PER_CHANGE = 1000;
/** maximum length of the column filters as JSON */
const FILTERS_MAX_CHARACTERS = 4000;

/** The condition for one column: empty or not, or what its kind allows; ranges are inclusive. */
export interface RowFilter {
  empty?: boolean | undefined;
  contains?: string | undefined;
  is?: boolean | undefined;
  /** whether a figure has a value that some source confirms, or that none does */
  sourced?: boolean | undefined;
  /** a number, or a date as YYYY-MM-DD */
  from?: number | string | undefined;
  to?: number | string | undefined;
}

export type RowFilters = Partial<Record<FieldName, RowFilter>>;

export const SORT_ORDERS = ["asc", "desc"] as const;

export interface RowSort {
  field: FieldName;
  order: (typeof SORT_ORDERS)[number];
}

/** The list's search, order and filters, without its page. */
export interface ListChoice {
  search: string;
  sort: RowSort | null;
  filters: RowFilters;
}

export const WHOLE_LIST: ListChoice = { search: "", sort: null, filters: {} };

export function isNarrowed({ search, filters }: ListChoice): boolean {
  return search !== "" || Object.keys(filters).length > 0;
}

/** The search, order and filters as parameters of the call and the address. */
export function choiceParameters({ sort, filters }: ListChoice): [string, string][] {
  const conditions: [string, string][] = [];
  if (sort) conditions.push(["sort", sort.field]);
  if (sort?.order === "desc") conditions.push(["order", sort.order]);
  if (Object.keys(filters).length > 0) conditions.push(["filters", JSON.stringify(filters)]);
  return conditions;
}

/** Ignores invalid parameters in the address. */
export function readChoice(params: URLSearchParams): Pick<ListChoice, "sort" | "filters"> {
  const field = params.get("sort");
  const order = params.get("order") === "desc" ? "desc" : "asc";
  const { data: filters = {} } = FiltersText.safeParse(params.get("filters"));
  return {
    sort: isFieldName(field) ? { field, order } : null,
    filters,
  };
}

export type FilterOperator = "contains" | "is" | "range";

export function filterOperator({ kind }: FieldEntry): FilterOperator {
  if (kind === "flag") return "is";
  return kind === "figure" || kind === "date" ? "range" : "contains";
}

function shapeOf(name: FieldName): z.core.$ZodShape {
  const entry = entryOf(name);
  const operator = filterOperator(entry);
  const every = { empty: z.boolean(), ...(isFigureField(name) && { sourced: z.boolean() }) };
  if (operator === "is") return { ...every, is: z.boolean() };
  if (operator === "contains") {
    return { ...every, contains: z.string().trim().min(1).max(SEARCH_MAX_CHARACTERS) };
  }
  const end = entry.kind === "date" ? z.iso.date() : z.number();
  return { ...every, from: end, to: end };
}

const ALLOWED: Readonly<Record<FilterOperator, string>> = {
  contains: '{"contains": text}',
  is: '{"is": true or false}',
  range: '{"from": a, "to": b} with a not beyond b, or one of both',
};

function filterOf(name: FieldName) {
  const entry = entryOf(name);
  const sourced = isFigureField(name) ? ', {"sourced": true or false}' : "";
  const error = `filters.${name} must be {"empty": true or false}${sourced} or ${ALLOWED[filterOperator(entry)]}`;
  return z.unknown().transform((given, context): RowFilter => {
    const { data } = z.strictObject(shapeOf(name)).partial().safeParse(given);
    const filter: RowFilter = data ?? {}; // validated against its schema
    const { from, to } = filter;
    const conditions =
      Object.keys(filter).length - (from !== undefined && to !== undefined ? 1 : 0);
    const isReversed = from !== undefined && to !== undefined && from > to;
    if (conditions !== 1 || isReversed) context.addIssue({ code: "custom", message: error });
    return filter;
  });
}

const RowFilters: z.ZodType<RowFilters> = z
  .strictObject(Object.fromEntries(FIELD_NAMES.map((name) => [name, filterOf(name)])), {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `filters has no field ${issue.keys.join(", ")}`
        : "filters must be a JSON object with a filter for each field",
  })
  .partial();

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // The schema refuses null with the right message.
  }
}

/** Filters as JSON. */
export const FiltersText = z
  .string()
  .max(FILTERS_MAX_CHARACTERS, `filters must have at most ${FILTERS_MAX_CHARACTERS} characters`)
  .transform((text, context): RowFilters => {
    const { data, error } = RowFilters.safeParse(parseJson(text));
    if (error) context.addIssue({ code: "custom", message: error.issues[0]?.message });
    return data ?? {};
  });

/** Describes a filter, such as `Price from $20,000`. @param format formats a figure */
export function filterWords(
  label: string,
  { empty: isNone, contains, is, sourced, from, to }: RowFilter,
  format: (value: number) => string = String,
): string {
  if (isNone !== undefined) return `${label} is ${isNone ? "" : "not "}empty`;
  if (sourced !== undefined) return `${label} has ${sourced ? "a" : "no"} source`;
  if (contains !== undefined) return `${label} contains “${contains}”`;
  if (is !== undefined) return `${label} is ${is ? "Yes" : "No"}`;
  const say = (end: number | string) => (typeof end === "number" ? format(end) : end);
  if (from === undefined) return `${label} up to ${say(to ?? "")}`;
  return `${label} from ${say(from)}${to === undefined ? "" : ` to ${say(to)}`}`;
}
