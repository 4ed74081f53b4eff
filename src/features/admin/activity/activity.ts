import { type FieldName, isFieldName } from "../../../domain/fields.ts";
import { countOf, formatPrice, NOT_AVAILABLE } from "../../../domain/format.ts";
import { formatLocalTime } from "../../../ui/dates.ts";
import { ACTIVITY_KINDS } from "../../activity/activity-kinds.ts";
import { columnOf } from "../grid/grid-columns.ts";
import { EV_FORM_FIELDS } from "../rows/ev-form.ts";

const VERBS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(ACTIVITY_KINDS).map(({ actions }) => actions),
);

/** The words for an action in the middle of `{name} … {subject}`. */
export function verbOf({ action }: { action: string }): string {
  return VERBS[action] ?? action.replaceAll("-", " ");
}

const ORDER: readonly string[] = EV_FORM_FIELDS.map(({ name }) => name);

/** `Price` for a field of a row; for any other field, its name as words. */
function fieldLabel(field: string): string {
  const column = columnOf(field);
  if (column) return column.label;
  const words = field.replaceAll(/([A-Z])/g, " $1").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A moment as the server writes it, ISO 8601 in UTC. */
const TIME = /^\d{4}-\d{2}-\d{2}T\S+Z$/;

/** Formats a value in full, with its unit: `$64,500`, `310 mi`. */
export function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return NOT_AVAILABLE;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "string") return TIME.test(value) ? formatLocalTime(value) : value;
  if (typeof value !== "number") return JSON.stringify(value);
  if (field === "price") return formatPrice(value);
  const unit = columnOf(field)?.unit;
  return unit ? `${value} ${unit}` : String(value);
}

export interface ActivityValue {
  field: string;
  label: string;
  /** as text */
  before: string;
  after: string;
}

/** Values by field name; null if the row did not exist before, or no longer exists. */
interface ChangedValues {
  before: Readonly<Record<string, unknown>> | null;
  after: Readonly<Record<string, unknown>> | null;
}

/** An entry's values in the form's order, without fields that were and are empty. @param only a single field */
export function listChangedValues(
  { before, after }: ChangedValues,
  only?: FieldName,
): ActivityValue[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (field) => only === undefined || field === only,
  );
  const rankOf = (field: string) => (isFieldName(field) ? ORDER.indexOf(field) : ORDER.length);
  return fields
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map((field) => ({
      field,
      label: fieldLabel(field),
      before: valueText(field, before?.[field]),
      after: valueText(field, after?.[field]),
    }))
    .filter((value) => value.before !== NOT_AVAILABLE || value.after !== NOT_AVAILABLE);
}

/** The labels of these values, as `Price and Range`. */
export function labelsOf(values: readonly ActivityValue[]): string {
  return new Intl.ListFormat("en-US").format(values.map(({ label }) => label));
}

interface ActivityEvent extends ChangedValues {
  action: string;
  /** a change of many rows */
  change: { rows: number } | null;
}

/** The words before the subject of an event: `Price and Range of`, `reverted Price of`, `deleted`. */
export function eventWords(entry: ActivityEvent, field?: FieldName): string {
  const { action, change, before, after } = entry;
  const values = before && after ? listChangedValues(entry, field) : [];
  const isUndo = action === "row-reverted";
  if ((action === "row-changed" || isUndo) && values.length > 0) {
    return `${isUndo ? "reverted " : ""}${labelsOf(values)} of`;
  }
  return change ? verbOf(entry).replace(" a correction:", "") : verbOf(entry);
}

export function subjectOfMany(action: string, rows: number): string {
  return countOf(rows, action === "correction-declined" ? "correction" : "row");
}
