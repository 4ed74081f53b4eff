/** The fields as shoppers see them; fields.ts has what administrators enter. */
import type { EvFields } from "./field-shapes.ts";
import { inUnit } from "./format.ts";
import { FURTHER } from "./fields/further.ts";
import { SPECIFIED } from "./fields/specified.ts";
import { keysOf, record } from "./records.ts";
import type { ShownEntry, ShownFigure, ShownWords } from "./shown-kinds.ts";
import { present } from "./trims.ts";
import type { Trim } from "./vehicle.ts";

export type ShownName = keyof typeof SPECIFIED | keyof typeof FURTHER;

type TrimFigure = {
  [Name in keyof Trim]: Trim[Name] extends number | null ? Name : never;
}[keyof Trim];

const ENTRIES: Readonly<Record<ShownName, ShownEntry>> = { ...SPECIFIED, ...FURTHER };

export const SHOWN_NAMES = keysOf(ENTRIES);

type Entries = typeof SPECIFIED & typeof FURTHER;
type WordsName = {
  [Name in ShownName]: Entries[Name] extends { words: unknown } ? Name : never;
}[ShownName];
export type FigureName = Exclude<ShownName, WordsName>;

export const SHOWN_FIELDS = record(SHOWN_NAMES, (name) => {
  const entry = ENTRIES[name];
  if ("words" in entry) return entry;
  const { symbol = "", decimals } = entry;
  // Figures that are not derived from others have the name of a trim's.
  const value = (trim: Trim) => present(trim[name as TrimFigure]);
  return { value, unit: entry.symbol, format: inUnit(symbol, decimals), ...entry };
}) as Readonly<Record<FigureName, ShownFigure> & Record<WordsName, ShownWords>>;

/** The specification requires N/A for an unknown field of its own; other unknown fields are hidden. */
export function isShownUnknown(name: ShownName): boolean {
  return Object.hasOwn(SPECIFIED, name);
}

/** Returns the fields of a row that a figure is made of; empty for what is derived from others. */
export function rowFieldsOf(name: ShownName): readonly (keyof EvFields)[] {
  // What has no such list shows the field of its own name.
  return SHOWN_FIELDS[name].fields ?? [name as keyof EvFields];
}
