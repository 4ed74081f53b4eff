/** Converts between the texts of the add and edit form and a row (dashboard.md#form, vehicles.md#field-rules). */
import { inputFromCells } from "../../../domain/ev-cells.ts";
import { type EvInput, readTypedValue } from "../../../domain/ev-input.ts";
import { fieldsOf, type EvRow } from "../../../domain/vehicle.ts";
import { type FieldEntry, FORM_GROUPS } from "../../../domain/field-kinds.ts";
import {
  entryOf,
  FIELD_LABELS,
  FIELD_NAMES,
  type FieldName,
  inOrder,
} from "../../../domain/fields.ts";

/** Each field as typed; the tax-credit flag is "true", "false" or, when unknown, empty. */
export type EvFormValues = Readonly<Record<FieldName, string>>;

export interface EvFormField {
  name: FieldName;
  label: string;
  entry: FieldEntry;
}

const ORDER = inOrder(["charging", "maxChargingSpeed"], FIELD_NAMES);

/** The form's groups and fields in order, with the labels from vehicles.md#row-fields. */
export const EV_FORM_GROUPS: readonly { legend: string; fields: readonly EvFormField[] }[] =
  FORM_GROUPS.map((legend) => ({
    legend,
    fields: ORDER.map((name) => ({
      name,
      label: FIELD_LABELS[name],
      entry: entryOf(name),
    })).filter(({ entry }) => entry.form === legend),
  }));

export const EV_FORM_FIELDS = EV_FORM_GROUPS.flatMap(({ fields }) => fields);

function forEachField<T>(make: (field: FieldName) => T): Record<FieldName, T> {
  // A test checks that these are the fields of the schema.
  return Object.fromEntries(EV_FORM_FIELDS.map(({ name }) => [name, make(name)])) as Record<
    FieldName,
    T
  >;
}

/** A Sedan of the current year that is not eligible (dashboard.md#form, vehicles.md#field-rules). */
export function valuesToAdd(year: number): EvFormValues {
  return {
    ...forEachField(() => ""),
    year: String(year),
    bodyType: "Sedan",
    taxCreditEligible: "false",
  };
}

/** Fills a new row with another row's values, or only with those that rows of its model and year share. */
export function valuesLike(row: EvRow, onlyModel: boolean): EvFormValues {
  const values = formValuesOf(fieldsOf(row));
  if (!onlyModel) return values;
  const { make, model, bodyType } = values;
  return { ...valuesToAdd(row.year), make, model, bodyType };
}

export function formValuesOf(row: EvInput): EvFormValues {
  return forEachField((field) => String(row[field] ?? ""));
}

export function changedFields(before: EvFormValues, after: EvFormValues): FieldName[] {
  return EV_FORM_FIELDS.map(({ name }) => name).filter((name) => before[name] !== after[name]);
}

/** @param stored figures that are not judged while they are unchanged */
export function readForm(
  values: EvFormValues,
  stored: Partial<EvFormValues> = {},
):
  | { input: EvInput; issues?: never }
  | { input?: never; issues: Readonly<Partial<Record<FieldName, string>>> } {
  const input: Record<string, unknown> = {};
  const issues: Partial<Record<FieldName, string>> = {};
  for (const { name, entry } of EV_FORM_FIELDS) {
    const text = values[name];
    if (entry.kind === "figure" && !entry.required && text === stored[name]) {
      input[name] = inputFromCells({ [name]: text })[name];
      continue;
    }
    const { value, message } = readTypedValue(name, text);
    if (message === undefined) input[name] = value;
    else issues[name] = message;
  }
  // A test checks that these are the fields of the schema.
  return Object.keys(issues).length > 0 ? { issues } : { input: input as EvInput };
}
