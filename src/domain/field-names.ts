/** The names of a field in calls, filters and files, which are all accepted (open-data.md#field-names). */
import { entryOf, FIELD_NAMES, type FieldName } from "./fields.ts";
import { FILTERS } from "./filters/filters.ts";

/** A slider has a parameter for each end instead. */
function isParameter(name: string): boolean {
  return Object.hasOwn(FILTERS, name) && FILTERS[name as keyof typeof FILTERS].kind !== "slider";
}

export function publicNameOf(field: FieldName): string {
  return entryOf(field).trimName ?? field;
}

/** Returns the parameters that filter by a field; the first also goes by the names of the field. */
export function filtersOf(field: FieldName): readonly string[] {
  const { filter, filterEnds = [] } = entryOf(field);
  const own = new Set([field, publicNameOf(field)].filter(isParameter));
  return [...(filter === undefined ? [] : [filter]), ...filterEnds, ...own];
}

/** The filter that each further name of a field stands for. */
export const FILTER_BY_FIELD_NAME: ReadonlyMap<string, string> = new Map(
  FIELD_NAMES.flatMap((field) => {
    const [filter] = entryOf(field).filterEnds ? [] : filtersOf(field);
    if (filter === undefined) return [];
    const names = [field, publicNameOf(field)].filter((name) => !isParameter(name));
    return names.map((name): [string, string] => [name, filter]);
  }),
);

/** The names of rows come last, so that they win over a filter of the same name. */
const FIELD_BY_NAME: ReadonlyMap<unknown, FieldName> = new Map([
  ...FIELD_NAMES.flatMap((field) =>
    [publicNameOf(field), ...filtersOf(field)].map((name) => [name, field] as const),
  ),
  ...FIELD_NAMES.map((field) => [field, field] as const),
]);

/** Returns the field that a name stands for; anything else stays as it is. */
export function toFieldName(name: unknown): unknown {
  return FIELD_BY_NAME.get(name) ?? name;
}
