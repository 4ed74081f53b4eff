/** What stands in the add and edit form, as text, and what it means as a row (§3, §5). */
import { inputFromCells } from "../../vehicle/ev-cells.ts";
import { EvInput } from "../../vehicle/ev-input.ts";
import { MAX_SEATS, MAX_YEAR, MIN_SEATS, MIN_YEAR } from "../../vehicle/limits.ts";
import { BODY_TYPES, DRIVE_TYPES } from "../../vehicle/vehicle.ts";
import { FIELD_LABELS } from "../import/import-columns.ts";

export type EvField = keyof EvInput;

/** Each field as typed; the tax-credit flag is "true", "false" or, while not known, empty. */
export type EvFormValues = Readonly<Record<EvField, string>>;

/** What is wrong, by field: the first reason of each. */
export type EvFormIssues = Readonly<Partial<Record<EvField, string>>>;

export interface EvFormField {
  name: EvField;
  label: string;
  kind: "text" | "number" | "choice" | "flag" | "image";
  required?: boolean;
  /** of a number's input; what counts stands in `EvInput` */
  min?: number;
  max?: number;
  /** of a choice; an optional one may be left open */
  options?: readonly string[];
}

function fieldOf(
  name: EvField,
  kind: EvFormField["kind"],
  more: Pick<EvFormField, "required" | "min" | "max" | "options"> = {},
): EvFormField {
  return { name, label: FIELD_LABELS[name], kind, ...more };
}

const figure = (name: EvField) => fieldOf(name, "number", { min: 0 });
const required = true;

/** The form in its order, with the labels of §3 and readings 7. */
export const EV_FORM_GROUPS: readonly { legend: string; fields: readonly EvFormField[] }[] = [
  {
    legend: "Vehicle",
    fields: [
      fieldOf("make", "text", { required }),
      fieldOf("model", "text", { required }),
      fieldOf("trim", "text", { required }),
      fieldOf("year", "number", { required, min: MIN_YEAR, max: MAX_YEAR }),
      fieldOf("bodyType", "choice", { required, options: BODY_TYPES }),
      fieldOf("driveType", "choice", { options: DRIVE_TYPES }),
    ],
  },
  {
    legend: "Price and range",
    fields: [figure("price"), figure("range"), fieldOf("taxCreditEligible", "flag")],
  },
  {
    legend: "Charging and battery",
    fields: [figure("charging"), figure("maxChargingSpeed"), figure("batteryCapacity")],
  },
  {
    legend: "Performance",
    fields: [figure("acceleration"), figure("zeroToSixty"), figure("topSpeed")],
  },
  {
    legend: "Space",
    fields: [
      fieldOf("seatingCapacity", "number", { min: MIN_SEATS, max: MAX_SEATS }),
      figure("cargoSpace"),
    ],
  },
  { legend: "Picture", fields: [fieldOf("image", "image")] },
];

/** Every field of the form in its order. */
export const EV_FORM_FIELDS = EV_FORM_GROUPS.flatMap(({ fields }) => fields);

/** Builds one thing for each field. */
function forEachField<T>(make: (field: EvField) => T): Record<EvField, T> {
  // The fields are those of the schema, which a test holds.
  return Object.fromEntries(EV_FORM_FIELDS.map(({ name }) => [name, make(name)])) as Record<
    EvField,
    T
  >;
}

/** A new row: a Sedan of the current year that is not eligible (§5). */
export function valuesToAdd(year: number): EvFormValues {
  return {
    ...forEachField(() => ""),
    year: String(year),
    bodyType: "Sedan",
    taxCreditEligible: "false",
  };
}

/** A stored row as the form shows it. */
export function valuesOf(row: EvInput): EvFormValues {
  return forEachField((field) => String(row[field] ?? ""));
}

/** Fields whose values differ, in the form's order. */
export function changedFields(before: EvFormValues, after: EvFormValues): EvField[] {
  return EV_FORM_FIELDS.map(({ name }) => name).filter((name) => before[name] !== after[name]);
}

/** Text that no number field can mean, for what a browser does not hand out (`1e`, `-`). */
const NO_NUMBER = "?";

/**
 * Judges the form by the one schema.
 * @param unreadable number fields in which the browser found no number
 * @returns the row to send, or what is wrong
 */
export function readForm(
  values: EvFormValues,
  unreadable: ReadonlySet<EvField> = new Set(),
): { input: EvInput; issues?: never } | { input?: never; issues: EvFormIssues } {
  const cells = forEachField((field) => (unreadable.has(field) ? NO_NUMBER : values[field]));
  const { success, data, error } = EvInput.safeParse(inputFromCells(cells));
  if (success) return { input: data };
  return {
    issues: issuesByField(
      error.issues.map(({ path, message }) => ({ path: String(path[0]), message })),
    ),
  };
}

/** The first message of each field; what belongs to none is left out. */
export function issuesByField(issues: readonly { path: string; message: string }[]): EvFormIssues {
  const first: Partial<Record<EvField, string>> = {};
  for (const { name } of EV_FORM_FIELDS) {
    const message = issues.find(({ path }) => path === name)?.message;
    if (message !== undefined) first[name] = message;
  }
  return first;
}

/** The first field, in the form's order, of which something is wrong. */
export function firstIssue(issues: EvFormIssues): EvField | undefined {
  return EV_FORM_FIELDS.find(({ name }) => issues[name] !== undefined)?.name;
}
