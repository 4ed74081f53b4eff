/** The mapping of the call as a person says it in the five steps, and the other way round. */
import { cellOf, isNothing, isNumberField, valueOfCell } from "../../../vehicle/ev-cells.ts";
import { type FieldName, isFieldName } from "../../../vehicle/fields.ts";
import {
  type ColumnDraft,
  constantOf,
  type ImportDraft,
  meaningsOf,
  NAME,
  type RuleDraft,
} from "./import-draft.ts";
import { headerAmong, isNameMapping, normalizeMapping } from "../mapping/import-mapping.ts";
import type { ColumnMapping, GivenMapping } from "../mapping/import-mapping.schema.ts";
import { NAME_PARTS } from "../mapping/split-name.ts";
import { isCurrency } from "../mapping/currencies.ts";
import { statedUnit } from "../mapping/stated-units.ts";
import { unitsOf } from "../mapping/unit-conversion.ts";

type Value = string | number | boolean | null;

/** As a person would type it. */
function cellText(field: string, value: Value): string {
  if (value === null) return "-";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return cellOf(field, value);
}

function columnOf(column: ColumnMapping): ColumnDraft {
  const filled = column.fillDown ? { fillDown: true } : {};
  if (isNameMapping(column)) return { field: NAME, ...filled };
  const { field, unit, rate, dates, values = {} } = column;
  const cells = Object.entries(values).map(([text, value]) => {
    const isFigure = isNumberField(field ?? "") && typeof value !== "boolean" && value !== null;
    return [text.toLowerCase(), isFigure ? value : cellText(field ?? "", value)] as const;
  });
  return {
    field,
    ...filled,
    ...(unit !== undefined && { unit }),
    ...(rate !== undefined && { rate: String(rate) }),
    ...(dates && { dates }),
    ...(cells.length > 0 && { values: Object.fromEntries(cells) }),
  };
}

/** Whether the screen can say all of it. */
function isSayable(column: ColumnMapping): boolean {
  return !("makes" in column || "decimal" in column);
}

/**
 * What a saved mapping says of a file with these headers, as a person says it.
 * @returns `fitting`: how many headers it names; `isWhole`: nothing of it was left out
 */
export function saidByMapping(mapping: GivenMapping, headers: readonly string[]) {
  const { columns, constants = {}, decimal, rules = [] } = normalizeMapping(mapping);
  const fitting = Object.entries(columns).flatMap(([name, said]) => {
    const header = headerAmong(headers, name);
    return header === undefined ? [] : [[header, said] as const];
  });
  const [rule] = rules;
  const texts = rule?.is ?? rule?.isNot ?? [];
  const ruled = rule && headerAmong(headers, rule.column);
  const entries = Object.entries(constants).filter(([field]) => isFieldName(field));
  const part = {
    columns: Object.fromEntries(fitting.map(([header, said]) => [header, columnOf(said)] as const)),
    constants: Object.fromEntries(
      entries.map(([field, value]) => [field, cellText(field, value ?? null)]),
    ) as Partial<Record<FieldName, string>>, // the schema's keys
    ...(decimal && { decimal }),
    ...(ruled !== undefined && {
      rule: { column: ruled, is: rule?.is !== undefined, text: texts.join(", ") },
    }),
  } satisfies Partial<ImportDraft>;
  const isWhole =
    rules.length <= 1 &&
    !texts.some((text) => /,|^\s*$/.test(text)) &&
    fitting.every(([, said]) => isSayable(said));
  return { part, fitting: fitting.length, isWhole };
}

/** What a cell stands for, as the call takes it. */
function meantValue(field: FieldName, cell: string | number): unknown {
  if (typeof cell === "number") return cell;
  if (!isNumberField(field)) return valueOfCell(field, cell);
  return isNothing(cell.trim()) ? null : cell.trim();
}

function saidOf(header: string, column: ColumnDraft, hasTrim: boolean) {
  const { field, rate, values, dates, fillDown } = column;
  const filled = fillDown ? { fillDown } : {};
  if (field === NAME) {
    const split = NAME_PARTS.filter((part) => part !== "trim" || !hasTrim);
    return { split, ...filled };
  }
  if (field === null) return null;
  // Ours is said too where the column's name says another.
  const unit = column.unit ?? (statedUnit(header, field) && unitsOf(field)[0]);
  const meant = Object.entries({ ...meaningsOf(field), ...values })
    .filter(([, cell]) => cell !== "")
    .map(([text, cell]) => [text, meantValue(field, cell)]);
  if (unit === undefined && meant.length === 0 && !fillDown && !dates) return field;
  return {
    field,
    ...filled,
    ...(dates && { dates }),
    ...(unit !== undefined && { unit }),
    ...(unit !== undefined && isCurrency(unit) && { rate: Number(rate) }),
    ...(meant.length > 0 && { values: Object.fromEntries(meant) as unknown }),
  };
}

/** What the call's form field `mapping` has; undefined: nothing was said. */
export function mappingOf(draft: ImportDraft): object | undefined {
  const { columns, constants, rule, decimal, cells = [] } = draft;
  const drafts = Object.entries(columns);
  const hasTrim = drafts.some(([, { field }]) => field === "trim");
  const byHeader = Object.fromEntries(
    drafts.map(([header, column]) => [header, saidOf(header, column, hasTrim)]),
  );
  const values = Object.entries(constants).flatMap(([field, cell]) => {
    const value = isFieldName(field) ? constantOf(field, cell, decimal) : null;
    return value == null ? [] : [[field, value] as const];
  });
  const rules = rule && /[^\s,]/.test(rule.text) ? [ruleOf(rule)] : [];
  const count = drafts.length + values.length + rules.length + cells.length;
  if (count === 0 && !decimal) return undefined;
  return {
    columns: byHeader,
    ...(values.length > 0 && { constants: Object.fromEntries(values) as unknown }),
    ...(rules.length > 0 && { rules }),
    ...(decimal && { decimal }),
    ...(cells.length > 0 && { cells }),
  };
}

/** Whether a file would be checked and imported in the same way. */
export function saysTheSame(a: ImportDraft, b: ImportDraft): boolean {
  const textOf = (draft: ImportDraft) =>
    JSON.stringify([draft.existing, draft.repeated, draft.sheet, mappingOf(draft)]);
  return a === b || textOf(a) === textOf(b);
}

function ruleOf({ column, is, text }: RuleDraft) {
  const texts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return { column, ...(is ? { is: texts } : { isNot: texts }) };
}
