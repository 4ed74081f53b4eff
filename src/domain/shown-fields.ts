/** The fields as shoppers see them; fields.ts has what administrators enter. */
import type { EvFields } from "./field-shapes.ts";
import { FURTHER } from "./fields/further.ts";
import { SPECIFIED } from "./fields/specified.ts";
import { keysOf } from "./records.ts";
import type { ShownField } from "./shown-kinds.ts";

export type ShownName = keyof typeof SPECIFIED | keyof typeof FURTHER;

export const SHOWN_FIELDS: Readonly<Record<ShownName, ShownField>> = { ...SPECIFIED, ...FURTHER };

export const SHOWN_NAMES = keysOf(SHOWN_FIELDS);

/** The specification requires N/A for an unknown field of its own; other unknown fields are hidden. */
export function isShownUnknown(name: ShownName): boolean {
  return Object.hasOwn(SPECIFIED, name);
}

/** Returns the fields of a row that a figure is made of; empty for what is derived from others. */
export function rowFieldsOf(name: ShownName): readonly (keyof EvFields)[] {
  // What has no such list shows the field of its own name.
  return SHOWN_FIELDS[name].fields ?? [name as keyof EvFields];
}
