/** Types derived from the tables of fields: the values of a row, the public trim and the database's columns. */
import type { TwinEntry } from "./field-kinds.ts";
import { FURTHER_ENTRIES } from "./fields/further.admin.ts";
import { SPECIFIED_ENTRIES } from "./fields/specified.admin.ts";

/** In the order of an exported file. */
export const ENTRIES = { ...SPECIFIED_ENTRIES, ...FURTHER_ENTRIES };
const ALL: Readonly<Record<string, TwinEntry>> = ENTRIES;

type Fields = typeof ENTRIES;
type FieldName = keyof Fields;

interface Values {
  name: string;
  text: string;
  date: string;
  figure: number;
  flag: boolean;
  image: string;
}
type ValueOf<Entry> = Entry extends { options: readonly (infer Option)[] }
  ? Option
  : Entry extends { kind: infer Kind extends keyof Values }
    ? Values[Kind]
    : never;

/** The values of a row by field. Unknown values are null. */
export type EvFields = {
  -readonly [Name in FieldName]: Fields[Name] extends { required: true }
    ? ValueOf<Fields[Name]>
    : ValueOf<Fields[Name]> | null;
};

export type RequiredField = {
  [Name in FieldName]: Fields[Name] extends { required: true } ? Name : never;
}[FieldName];

/** Fields that belong to a single trim in the API (vehicles.md#row-fields). */
type TrimField = {
  [Name in FieldName]: Fields[Name] extends { ofModel: true } ? never : Name;
}[FieldName];
export type TrimName<Name extends FieldName> = Fields[Name] extends {
  trimName: infer Public extends string;
}
  ? Public
  : Name;

export type TrimFields = { [Name in TrimField as TrimName<Name>]: EvFields[Name] };

/** Each of these fields with its name in the public trim. */
export const TRIM_NAMES = Object.entries(ALL).flatMap(([name, { ofModel, trimName = name }]) =>
  // Follows the same rule as `TrimField` and `TrimName`.
  ofModel ? [] : [[name, trimName] as [TrimField, keyof TrimFields]],
);

/** Copy this and fill it in: objects of one shape are created and read several times faster. */
export function emptyRow(names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [name, null]));
}

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

/** `topSpeed` is `top_speed` in the database. */
type ColumnName<Name extends string> = SnakeCase<Name>;

/** The columns of `ev_rows` that hold fields; make and model are columns of `models`. */
export type FieldColumns = {
  [Name in Exclude<FieldName, "make" | "model"> as ColumnName<Name>]: ColumnValue<EvFields[Name]>;
};
/** Flags are 0 and 1; only the schema knows that a text is one of a list of choices. */
type ColumnValue<Value> = Value extends boolean ? number : Value extends string ? string : Value;

export const COLUMN_NAMES = Object.keys(ALL)
  .filter((name) => name !== "make" && name !== "model")
  .map(
    (name) =>
      // Follows the same rule as `ColumnName`.
      [name, name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)] as [
        FieldName,
        keyof FieldColumns,
      ],
  );
