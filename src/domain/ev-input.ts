/** Validates a flat row as a person enters it (vehicles.md#field-rules). Shoppers' pages do not load zod. */
import { z } from "zod";
import type { EvFields, RequiredField } from "./field-shapes.ts";
import { inputFromCells, isNothing, isTextField } from "./ev-cells.ts";
import { entryOf, FIELD_NAMES, type FieldName } from "./fields.ts";
import { fieldSchema } from "./kinds.ts";
import { readTypedFigure } from "./read-number.ts";

type EvShape = {
  [Name in FieldName]: Name extends RequiredField
    ? z.ZodType<EvFields[Name]>
    : z.ZodDefault<z.ZodType<EvFields[Name]>>;
};

// Each field has the schema of its entry, from which the type is also derived.
const shape = Object.fromEntries(
  FIELD_NAMES.map((field) => [field, fieldSchema(entryOf(field))]),
) as EvShape;

/** Validates a row to add. For a change, parse the stored row with the change applied to it. */
export const EvInput = z.strictObject(shape, {
  error: (issue) =>
    issue.code === "unrecognized_keys"
      ? `Unknown field${issue.keys.length > 1 ? "s" : ""}: ${issue.keys.join(", ")}`
      : "An EV must be an object with its fields",
});
export type EvInput = EvFields;

/** A value to save, or what is wrong with the text. */
export type TypedValue<Name extends FieldName = FieldName> =
  | { value: EvFields[Name]; message?: undefined }
  | { value?: undefined; message: string };

/** Reads what a person typed or pasted into a field (vehicles.md#figures). */
export function readTypedValue<Name extends FieldName>(
  field: Name,
  text: string,
): TypedValue<Name> {
  const entry = entryOf(field);
  const typed = entry.kind === "figure" ? readTypedFigure(entry, text) : undefined;
  if (typed?.message !== undefined) return { message: typed.message };
  const value = inputFromCells({ [field]: text })[field];
  const { data, error } = EvInput.shape[field].safeParse(value);
  if (error) return { message: error.issues[0]?.message ?? `${entry.label} cannot be saved` };
  // The schema is that of the field.
  return { value: data as EvFields[Name] };
}

/**
 * The new values of a row; with a version, they apply only while the row still has that version
 * (calls.md#many-rows).
 */
export interface RowEdit {
  id: number;
  set: Partial<Omit<EvInput, "make" | "model">>;
  version?: number | undefined;
}

/** Fields of the flat row for its identity and state, which are ignored when a client sends them back. */
const ECHOED = ["id", "isModelHeader", "version"] as const;

/** Removes the ignored fields; anything but an object stays as it is. */
function withoutEchoes(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const rest: Record<string, unknown> = { ...body };
  for (const field of ECHOED) delete rest[field];
  return rest;
}

const TEXT_FIELDS = FIELD_NAMES.filter(isTextField);

/** Returns text fields with words such as `N/A` that mean no value; `EvInput` accepts them as text. */
function fieldsWithNothing(values: Readonly<Record<string, unknown>>): FieldName[] {
  return TEXT_FIELDS.filter((field) => {
    const value = values[field];
    return typeof value === "string" && isNothing(value.trim());
  });
}

const nothingIn = (fields: readonly FieldName[]) =>
  Object.fromEntries(fields.map((field) => [field, null]));

/** @throws ZodError with the sentences of `EvInput` */
export function parseRow(body: unknown): EvInput {
  const row = withoutEchoes(body);
  const empty = fieldsWithNothing(Object(row) as Record<string, unknown>);
  if (empty.length === 0) return EvInput.parse(row);
  return EvInput.parse({ ...Object(row), ...nothingIn(empty) });
}

/**
 * Parses a change as it was sent (calls.md#write-a-row): missing fields stay, null or "" clears an optional
 * one.
 * @throws ZodError with the sentences of `EvInput`
 */
export function parseChange(body: unknown): Partial<EvInput> {
  const values = withoutEchoes(body);
  const sentFields: { [Field in FieldName]?: true } = {};
  for (const field of FIELD_NAMES)
    if (Object.hasOwn(Object(values), field)) sentFields[field] = true;
  return EvInput.pick(sentFields).parse(values);
}

/**
 * Clears text fields whose new value is a word for "no value". A value that the row already has stays: it was
 * stored before such words were recognized.
 * @throws ZodError `Trim is required`
 */
export function withoutNothing<Change extends Partial<EvInput>>(
  change: Change,
  stored: Partial<EvInput>,
): Change {
  const empty = fieldsWithNothing(change).filter((field) => change[field] !== stored[field]);
  if (empty.length === 0) return change;
  return { ...change, ...parseChange(nothingIn(empty)) };
}
