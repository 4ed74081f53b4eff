/** Converts between the draft in the five steps and the mapping of the call. */
import { cellOf, isNothing, isNumberField, valueOfCell } from "../../../domain/ev-cells.ts";
import { type FieldName, isFieldName } from "../../../domain/fields.ts";
import {
  type ColumnDraft,
  constantOf,
  type ImportDraft,
  meaningsOf,
  NAME,
  readRate,
  type RuleDraft,
  type TypedCell,
} from "./import-draft.ts";
import { headerAmong, isNameMapping, normalizeMapping } from "../mapping/import-mapping.ts";
import type {
  ColumnMapping,
  GivenMapping,
  ImportMapping,
} from "../mapping/import-mapping.schema.ts";
import { NAME_PARTS } from "../mapping/split-name.ts";
import { isCurrency } from "../mapping/currencies.ts";
import { statedUnit } from "../mapping/stated-units.ts";
import { unitsOf } from "../mapping/unit-conversion.ts";

type Value = string | number | boolean | null;

/** Formats a value as a person would type it. */
function cellText(field: string, value: Value): string {
  if (value === null) return "-";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return cellOf(field, value);
}

function draftColumn(column: ColumnMapping): ColumnDraft {
  const filled = column.fillDown ? { fillDown: true } : {};
  if (isNameMapping(column)) return { field: NAME, ...filled };
  const { field, unit, rate, dates, clear, values = {} } = column;
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
    ...(clear && { clear }),
    ...(cells.length > 0 && { values: Object.fromEntries(cells) }),
  };
}

/** Whether the screen can show the whole mapping of a column. */
function isColumnEditable(column: ColumnMapping): boolean {
  return !("makes" in column || "decimal" in column);
}

/**
 * Turns a saved mapping into a draft for a file with these headers.
 * @returns `fitting`: the number of headers it maps; `isWhole`: whether all of it could be used
 */
export function fitMapping(mapping: GivenMapping, headers: readonly string[]) {
  const {
    columns,
    constants = {},
    decimal,
    makes,
    rules = [],
    exceptions,
  } = normalizeMapping(mapping);
  const fitting = Object.entries(columns).flatMap(([name, column]) => {
    const header = headerAmong(headers, name);
    return header === undefined ? [] : [[header, column] as const];
  });
  const [rule] = rules;
  const texts = rule?.is ?? rule?.isNot ?? [];
  const listed = [...texts, ...(exceptions ?? []).flatMap(({ is }) => is)];
  const ruled = rule && headerAmong(headers, rule.column);
  const entries = Object.entries(constants).filter(([field]) => isFieldName(field));
  const part = {
    columns: Object.fromEntries(
      fitting.map(([header, column]) => [header, draftColumn(column)] as const),
    ),
    constants: Object.fromEntries(
      entries.map(([field, value]) => [field, cellText(field, value ?? null)]),
    ) as Partial<Record<FieldName, string>>, // keys of the schema
    ...(decimal && { decimal }),
    ...(makes && { makes }),
    ...(exceptions && {
      exceptions: exceptions.map(({ field, value, where, is }) => {
        return { field, value: cellText(field, value), where, text: is.join(", ") };
      }),
    }),
    ...(ruled !== undefined && {
      rule: { column: ruled, is: rule?.is !== undefined, text: texts.join(", ") },
    }),
  } satisfies Partial<ImportDraft>;
  const isWhole =
    rules.length <= 1 &&
    !listed.some((text) => /,|^\s*$/.test(text)) &&
    fitting.every(([, column]) => isColumnEditable(column));
  return { part, fitting: fitting.length, isWhole };
}

/** The value of a cell, in the format of the call. */
function meantValue(field: FieldName, cell: string | number): Value {
  if (typeof cell === "number") return cell;
  if (!isNumberField(field)) return valueOfCell(field, cell) as Value;
  return isNothing(cell.trim()) ? null : cell.trim();
}

function completeColumn(
  header: string,
  column: ColumnDraft,
  own: ReadonlySet<unknown>,
): ColumnMapping {
  const { field, values, dates, clear, fillDown } = column;
  const filled = fillDown ? { fillDown } : {};
  if (field === NAME) {
    const split = NAME_PARTS.filter((part) => part === "model" || !own.has(part));
    return split.length > 1 ? { split, ...filled } : { field: "model", ...filled };
  }
  if (field === null) return { field };
  // Our own unit is stated too if the column's header names another.
  const unit = column.unit ?? (statedUnit(header, field) && unitsOf(field)[0]);
  const meant = Object.entries({ ...meaningsOf(field), ...values })
    .filter(([, cell]) => cell !== "")
    .map(([text, cell]) => [text, meantValue(field, cell)] as const);
  return {
    field,
    ...filled,
    ...(dates && { dates }),
    ...(clear && { clear }),
    ...(unit !== undefined && { unit }),
    ...(unit !== undefined && isCurrency(unit) && { rate: readRate(column)?.value ?? Number.NaN }),
    ...(meant.length > 0 && { values: Object.fromEntries(meant) }),
  };
}

function completeCell({ row, column, field, text }: TypedCell, decimal: ImportDraft["decimal"]) {
  if (field === undefined) return { row, column, text };
  const value = constantOf(field, text, decimal) ?? null;
  return { row, field, value: value as Value };
}

/** The mapping for the call; undefined if nothing is mapped. */
export function completeMapping(draft: ImportDraft): ImportMapping | undefined {
  const { columns, constants, rule, decimal, makes, exceptions = [], cells = [] } = draft;
  const drafts = Object.entries(columns);
  const own = new Set<string | null>(drafts.map(([, { field }]) => field));
  const byHeader = Object.fromEntries(
    drafts.map(([header, column]) => [header, completeColumn(header, column, own)]),
  );
  const values = Object.entries(constants).flatMap(([field, cell]) => {
    const value = isFieldName(field)
      ? (constantOf(field, cell, decimal) as Value | undefined)
      : null;
    return value == null ? [] : [[field, value] as const];
  });
  const rules = rule && /[^\s,]/.test(rule.text) ? [ruleOf(rule)] : [];
  const others = exceptions.flatMap(({ field, value, where, text }) => {
    const other = constantOf(field, value, decimal) as Value | undefined;
    const isWhole = other != null && values.some(([each]) => each === field);
    const is = textsIn(text);
    return isWhole && is.length > 0 ? [{ field, value: other, where, is }] : [];
  });
  const hasMakes = makes !== undefined && Object.keys(makes).length > 0;
  const count = drafts.length + values.length + rules.length + cells.length + Number(hasMakes);
  if (count === 0 && !decimal) return undefined;
  return {
    columns: byHeader,
    ...(values.length > 0 && { constants: Object.fromEntries(values) }),
    ...(hasMakes && { makes: { ...makes } }),
    ...(rules.length > 0 && { rules }),
    ...(others.length > 0 && { exceptions: others }),
    ...(decimal && { decimal }),
    ...(cells.length > 0 && { cells: cells.map((cell) => completeCell(cell, decimal)) }),
  };
}

/** Whether both drafts check and import a file in the same way. */
export function isSameImport(a: ImportDraft, b: ImportDraft): boolean {
  const textOf = (draft: ImportDraft) =>
    JSON.stringify([
      draft.existing,
      draft.repeated,
      draft.sheets,
      draft.isSideways,
      completeMapping(draft),
    ]);
  return a === b || textOf(a) === textOf(b);
}

function ruleOf({ column, is, text }: RuleDraft) {
  const texts = textsIn(text);
  return { column, ...(is ? { is: texts } : { isNot: texts }) };
}

/** Splits texts at their commas. */
function textsIn(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
