/** The fields as shoppers see them; fields.ts has what administrators enter. */
import type { EvFields } from "./field-shapes.ts";
import { inUnit } from "./format.ts";
import { FURTHER } from "./fields/further.ts";
import { SPECIFIED } from "./fields/specified.ts";
import { keysOf, record } from "./records.ts";
import type { ShownEntry, ShownField } from "./shown-kinds.ts";

export type ShownName = keyof typeof SPECIFIED | keyof typeof FURTHER;

const ENTRIES: Readonly<Record<ShownName, ShownEntry>> = { ...SPECIFIED, ...FURTHER };

export const SHOWN_NAMES = keysOf(ENTRIES);

export const SHOWN_FIELDS: Readonly<Record<ShownName, ShownField>> = record(SHOWN_NAMES, (name) => {
  const entry = ENTRIES[name];
  if (!("value" in entry)) return entry;
  return { format: inUnit(entry.symbol ?? "", entry.decimals), ...entry };
});

/** The specification requires N/A for an unknown field of its own; other unknown fields are hidden. */
export function isShownUnknown(name: ShownName): boolean {
  return Object.hasOwn(SPECIFIED, name);
}

/** Returns the fields of a row that a figure is made of; empty for what is derived from others. */
export function rowFieldsOf(name: ShownName): readonly (keyof EvFields)[] {
  // What has no such list shows the field of its own name.
  return SHOWN_FIELDS[name].fields ?? [name as keyof EvFields];
}
