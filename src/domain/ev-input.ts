/** Validates a flat row as a person enters it (vehicles.md#field-rules). Shoppers' pages do not load zod. */
import { z } from "zod";
import type { EvFields, RequiredField } from "./field-shapes.ts";
import { inputFromCells, isNothing, isTextField } from "./ev-cells.ts";
import { entryOf, FIELD_NAMES, type FieldName, FIELDS } from "./fields.ts";
import { fieldSchema } from "./field-rules.ts";
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

export function evError(issue: z.core.$ZodRawIssue): string {
  return issue.code === "unrecognized_keys"
    ? `Unknown field${issue.keys.length > 1 ? "s" : ""}: ${issue.keys.join(", ")}`
    : "An EV must be an object with its fields";
}

/** Validates a row to add. For a change, parse the stored row with the change applied to it. */
export const EvInput = z.strictObject(shape, { error: evError });
export type EvInput = z.output<typeof EvInput>;

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

/** The new values of a row, only if it still has the version, if there is one (calls.md#many-rows). */
export interface RowEdit {
  id: number;
  set: Partial<Omit<EvInput, "make" | "model">>;
  version?: number | undefined;
}

/** Fields of the flat row for its identity and state, which are ignored when a client sends them back. */
const ECHOED = ["id", "isModelHeader", "version"] as const;

/** Removes the ignored fields; anything but an object stays as it is. */
export function withoutEchoes(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  const rest: Record<string, unknown> = { ...body };
  for (const field of ECHOED) delete rest[field];
  return rest;
}

const TEXT_FIELDS = FIELD_NAMES.filter(isTextField);

/** Returns text fields with words such as `N/A` that mean no value; `EvInput` accepts them as text. */
function placeholderFields(values: Readonly<Record<string, unknown>>): FieldName[] {
  return TEXT_FIELDS.filter((field) => {
    const value = values[field];
    return typeof value === "string" && isNothing(value.trim());
  });
}

const withNull = (fields: readonly FieldName[]) =>
  Object.fromEntries(fields.map((field) => [field, null]));

const zeroToSixty = EvInput.shape.zeroToSixty.unwrap().meta({
  anyOf: [
    { type: "number", minimum: 0, maximum: FIELDS.zeroToSixty.max },
    { type: "string", pattern: String.raw`^\s*([+-]?(\d+(\.\d*)?|\.\d+)\s*)?$` },
    { type: "null" },
  ],
});

/** A row to add, as it is sent (calls.md#write-a-row). */
export const RowInput = z.preprocess(
  (body) => {
    const row = withoutEchoes(body);
    const empty = placeholderFields(Object(row) as Record<string, unknown>);
    return empty.length === 0 ? row : { ...Object(row), ...withNull(empty) };
  },
  EvInput.extend({ zeroToSixty: zeroToSixty.default(null) }),
);

type PatchShape = { [Name in FieldName]: z.ZodExactOptional<z.ZodType<EvFields[Name]>> };

/** Without defaults, so that a missing field stays missing. */
export const patchShape = Object.fromEntries(
  Object.entries<z.ZodType>({ ...shape, zeroToSixty }).map(([field, schema]) => [
    field,
    z.exactOptional(schema instanceof z.ZodDefault ? schema.unwrap() : schema),
  ]),
) as PatchShape;

/** Validates only the fields that are sent; null or "" clears an optional one (calls.md#write-a-row). */
export const RowPatch = z.preprocess(withoutEchoes, z.strictObject(patchShape, { error: evError }));

/**
 * Clears text fields whose new value is a word for "no value"; such a value stored earlier stays.
 * @throws ZodError `Trim is required`
 */
export function clearPlaceholders<Change extends Partial<EvInput>>(
  change: Change,
  stored: Partial<EvInput>,
): Change {
  const empty = placeholderFields(change).filter((field) => change[field] !== stored[field]);
  if (empty.length === 0) return change;
  return { ...change, ...RowPatch.parse(withNull(empty)) };
}
