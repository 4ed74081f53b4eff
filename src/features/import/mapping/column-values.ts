/** Whether the values of a column are those of a field: a name alone can mean another thing. */
import { isDateField, isNothing, isNumberField, valueOfCell } from "../../../domain/ev-cells.ts";
import { entryOf, type FieldName } from "../../../domain/fields.ts";
import { meaningsOfField } from "./cell-meanings.ts";

/** Alternating current charges no car faster; a column of no larger figures is not of fast charging. */
const MOST_AC_KW = 22;

function figureOf(sample: string): number {
  return Number(/\d+(?:[.,]\d+)?/.exec(sample)?.[0].replace(",", "."));
}

function isChoice(field: FieldName, sample: string): boolean {
  const entry = entryOf(field);
  const text = sample.trim().toLowerCase();
  if (Object.hasOwn(meaningsOfField(field), text)) return true;
  const options = entry.kind === "choice" ? entry.options : [];
  return options.some((option) => text === option.toLowerCase());
}

function isOf(field: FieldName, sample: string): boolean {
  const { kind } = entryOf(field);
  if (kind === "choice") return isChoice(field, sample);
  if (kind === "flag") return typeof valueOfCell(field, sample) === "boolean";
  if (kind === "image") return /^(?:https?:|data:image|\/images\/)/i.test(sample.trim());
  if (field === "year") return /\b(?:19|20)\d\d\b/.test(sample);
  if (field === "maxChargingSpeed") return figureOf(sample) > MOST_AC_KW;
  if (isNumberField(field)) return /\d/.test(sample);
  if (isDateField(field)) return /\d/.test(sample);
  return true;
}

/** A choice is one for half of its values; of figures one is enough. */
const SHARE_OF_CHOICES = 0.5;

/** @param samples of the column; a column without any may hold whatever its name says */
export function holdsValues(field: FieldName, samples: readonly string[]): boolean {
  const values = samples.filter((sample) => !isNothing(sample.trim()));
  if (values.length === 0) return true;
  const fitting = values.filter((sample) => isOf(field, sample)).length;
  const least = entryOf(field).kind === "choice" ? SHARE_OF_CHOICES * values.length : 1;
  return fitting >= least;
}
