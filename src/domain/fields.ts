/** The fields as they are stored and entered. Shoppers download none of this, only what shown-fields.ts has. */
import { DISTANCE_FORMATS } from "./distance.ts";
import type { FieldEntry, TwinEntry } from "./field-kinds.ts";
import { ENTRIES, type TrimName } from "./field-shapes.ts";
import type { FURTHER } from "./fields/further.ts";
import type { SPECIFIED } from "./fields/specified.ts";
import { keysOf, record } from "./records.ts";
import { SHOWN_FIELDS } from "./shown-fields.ts";
import type { ShownField } from "./shown-kinds.ts";

type Shown = typeof SPECIFIED & typeof FURTHER;
/** What an entry takes from its twin for shoppers, unless it has its own. */
const FROM_TWIN = [
  "label",
  "min",
  "max",
  "unit",
  "symbol",
  "hasThousands",
  "maxCharacters",
] as const;
type FromTwin = (typeof FROM_TWIN)[number];
type Fields = {
  [Name in keyof typeof ENTRIES]: (typeof ENTRIES)[Name] &
    (TrimName<Name> extends keyof Shown
      ? Pick<
          Shown[TrimName<Name>],
          Exclude<keyof Shown[TrimName<Name>] & FromTwin, keyof (typeof ENTRIES)[Name]>
        >
      : unknown);
};

/** The smallest power of ten that is not shown as 0. */
function leastShownBy(twin: ShownField | undefined) {
  if (!twin || !("format" in twin)) return {};
  const shown = (value: number) => twin.format(value, DISTANCE_FORMATS.miles);
  const zero = shown(Number.MIN_VALUE);
  return { leastShown: [0.01, 0.1, 1].find((step) => shown(step) !== zero) };
}

function withTwin(name: string, entry: TwinEntry): object {
  const fields: Readonly<Record<string, ShownField | undefined>> = SHOWN_FIELDS;
  const twin = fields[entry.trimName ?? name];
  const shared = Object.entries(twin ?? {}).filter(([key]) => FROM_TWIN.some((one) => one === key));
  return { ...Object.fromEntries(shared), ...leastShownBy(twin), ...entry };
}

/** In the order of an exported file. */
export const FIELDS = Object.fromEntries(
  Object.entries(ENTRIES).map(([name, entry]) => [name, withTwin(name, entry)]),
  // Follows the same rule as `Fields`.
) as Fields;

export type FieldName = keyof typeof FIELDS;

export const FIELD_NAMES = keysOf(FIELDS);

export function isFieldName(name: unknown): name is FieldName {
  return typeof name === "string" && Object.hasOwn(FIELDS, name);
}

/** Returns the entry of a field, including properties that only some kinds have. */
export function entryOf(name: FieldName): FieldEntry {
  return FIELDS[name];
}

export function meaningOf(entry: FieldEntry): string {
  const { meaning, nullMeans } = entry;
  const unit = entry.kind === "figure" && entry.unit;
  return `${unit ? `${unit}: ` : ""}${meaning}${nullMeans ? `. null: ${nullMeans}` : ""}`;
}

export const REQUIRED_FIELDS = FIELD_NAMES.filter((name) => entryOf(name).required);

/** The label of each field in the form, the activity and the import (vehicles.md#row-fields). */
export const FIELD_LABELS: Readonly<Record<FieldName, string>> = record(FIELD_NAMES, (name) => {
  const entry = entryOf(name);
  const symbol = entry.kind === "figure" && entry.symbol;
  return entry.formLabel ?? (symbol ? `${entry.label} (${symbol})` : entry.label);
});

/** Moves the given names to the front and keeps the others in order. */
export function inOrder<Name extends string>(first: readonly Name[], all: readonly Name[]): Name[] {
  return [...first, ...all.filter((name) => !first.includes(name))];
}
