/**
 * Converts between the texts in the add and edit form and a row (vehicles.md#row-fields, dashboard.md#form,
 * vehicles.md#field-rules).
 */
import { inputFromCells } from "../../../domain/ev-cells.ts";
import { EvInput, readTypedValue } from "../../../domain/ev-input.ts";
import { fieldsOf, type EvRow } from "../../../domain/vehicle.ts";
import { type FieldEntry, FORM_GROUPS } from "../../../domain/field-kinds.ts";
import {
  entryOf,
  FIELD_LABELS,
  FIELD_NAMES,
  type FieldName,
  inOrder,
} from "../../../domain/fields.ts";

export type EvField = FieldName;

/** Each field as typed; the tax-credit flag is "true", "false" or, when unknown, empty. */
export type EvFormValues = Readonly<Record<EvField, string>>;

/** The first error of each field. */
export type EvFormIssues = Readonly<Partial<Record<EvField, string>>>;

export interface EvFormField {
  name: EvField;
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

function forEachField<T>(make: (field: EvField) => T): Record<EvField, T> {
  // A test checks that these are the fields of the schema.
  return Object.fromEntries(EV_FORM_FIELDS.map(({ name }) => [name, make(name)])) as Record<
    EvField,
    T
  >;
}

/**
 * The values of a new row: a Sedan of the current year that is not eligible (dashboard.md#form,
 * vehicles.md#field-rules).
 */
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

export function changedFields(before: EvFormValues, after: EvFormValues): EvField[] {
  return EV_FORM_FIELDS.map(({ name }) => name).filter((name) => before[name] !== after[name]);
}

/** Not a number, so that validation fails; used where the browser hides invalid input (`1e`, `-`). */
const NO_NUMBER = "?";

/**
 * @param unreadable number fields whose text the browser could not parse
 * @param stored texts that are not judged while they are unchanged
 */
export function readForm(
  values: EvFormValues,
  unreadable: ReadonlySet<EvField> = new Set(),
  stored: Partial<EvFormValues> = {},
): { input: EvInput; issues?: never } | { input?: never; issues: EvFormIssues } {
  const cells = forEachField((field) => (unreadable.has(field) ? NO_NUMBER : values[field]));
  const issues: { path: string; message: string }[] = [];
  for (const { name } of EV_FORM_FIELDS) {
    if (cells[name] === stored[name]) continue;
    const { message } = readTypedValue(name, cells[name]);
    if (message !== undefined) issues.push({ path: name, message });
  }
  const given = inputFromCells(cells);
  const isStored = ({ name, entry }: EvFormField) =>
    entry.kind === "figure" && !entry.required && cells[name] === stored[name];
  const kept = EV_FORM_FIELDS.filter(isStored).map(({ name }) => name);
  const { data, error } = EvInput.safeParse({ ...given, ...valuesOf(kept, () => null) });
  if (issues.length === 0 && data) {
    return { input: { ...data, ...valuesOf(kept, (name) => given[name]) } };
  }
  const further = error?.issues ?? [];
  return {
    issues: issuesByField([
      ...issues,
      ...further.map(({ path, message }) => ({ path: String(path[0]), message })),
    ]),
  };
}

function valuesOf(names: readonly EvField[], make: (name: EvField) => unknown): Partial<EvInput> {
  return Object.fromEntries(names.map((name) => [name, make(name)]));
}

/** The first message of each field. */
export function issuesByField(issues: readonly { path: string; message: string }[]): EvFormIssues {
  const first: Partial<Record<EvField, string>> = {};
  for (const { name } of EV_FORM_FIELDS) {
    const message = issues.find(({ path }) => path === name)?.message;
    if (message !== undefined) first[name] = message;
  }
  return first;
}
