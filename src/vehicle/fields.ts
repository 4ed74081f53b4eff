/**
 * The fields as they are stored and entered: schema, types, columns, calls, form, table and files
 * derive from them. What shoppers read stands in shown-fields.ts: they download nothing of this.
 */
import type { FieldEntry } from "./field-kinds.ts";
import { FURTHER_FIELDS } from "./fields-further.ts";
import { SPECIFIED_FIELDS } from "./fields-specified.ts";

/** In the order of an exported file. */
export const FIELDS = { ...SPECIFIED_FIELDS, ...FURTHER_FIELDS };

export type FieldName = keyof typeof FIELDS;

// The keys of a literal are the names that its type has.
export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

export function isFieldName(name: unknown): name is FieldName {
  return typeof name === "string" && Object.hasOwn(FIELDS, name);
}

/** The entry of a field, with what only some kinds have. */
export function entryOf(name: FieldName): FieldEntry {
  return FIELDS[name];
}

/** For the description of the calls; undefined where the name says it all. */
export function meaningOf(entry: FieldEntry): string | undefined {
  return entry.meaning ?? (entry.kind === "figure" ? entry.unit : undefined);
}

export const REQUIRED_FIELDS = FIELD_NAMES.filter((name) => entryOf(name).required);

/** What each field is called in the form, the activity and the import (§3, readings 7). */
export const FIELD_LABELS = Object.fromEntries(
  FIELD_NAMES.map((name) => {
    const { label, formLabel = label } = entryOf(name);
    return [name, formLabel];
  }),
  // Every name of the table has one.
) as Readonly<Record<FieldName, string>>;

/** The names that stand first, then the others as they are. */
export function inOrder<Name extends string>(first: readonly Name[], all: readonly Name[]): Name[] {
  return [...first, ...all.filter((name) => !first.includes(name))];
}
