import { FIELD_LABELS, isFieldName } from "../../../vehicle/fields.ts";
import { ACTIVITY_KINDS } from "./activity-kinds.ts";
import type { ActivityEntry } from "./activity.schema.ts";
import { EV_FORM_FIELDS } from "../rows/ev-form.ts";

const VERBS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(ACTIVITY_KINDS).map(({ actions }) => actions),
);

/** What was done, as the middle of `{name} … {subject}`. */
export function verbOf({ action }: Pick<ActivityEntry, "action">): string {
  return VERBS[action] ?? action.replaceAll("-", " ");
}

const ORDER: readonly string[] = EV_FORM_FIELDS.map(({ name }) => name);

/** `Price ($)` for a field of a row, else the field's name as words. */
export function labelOf(field: string): string {
  if (isFieldName(field)) return FIELD_LABELS[field];
  const words = field.replaceAll(/([A-Z])/g, " $1").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value so that it can be typed in again; "" where there was none. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return typeof value === "string" ? value : JSON.stringify(value);
}

export interface ActivityValue {
  field: string;
  label: string;
  /** as text */
  before: string;
  after: string;
}

/** The values of an entry, in the order of the form; fields that are empty throughout are left out. */
export function valuesOf({
  before,
  after,
}: Pick<ActivityEntry, "before" | "after">): ActivityValue[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const placeOf = (field: string) => (isFieldName(field) ? ORDER.indexOf(field) : ORDER.length);
  return fields
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((field) => ({
      field,
      label: labelOf(field),
      before: valueText(before?.[field]),
      after: valueText(after?.[field]),
    }))
    .filter((value) => value.before !== "" || value.after !== "");
}
