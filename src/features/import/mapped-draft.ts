import { cellOf, isNumberField } from "../../vehicle/ev-cells.ts";
import { type FieldName, isFieldName } from "../../vehicle/fields.ts";
import { type ColumnDraft, type ImportDraft, NAME } from "./import-draft.ts";
import { headerAmong } from "./import-columns.ts";
import type { ImportMapping } from "./import-mapping.server.ts";

type Whole = Extract<ImportMapping, { columns: object }>;
type Said = Whole["columns"][string];
type Value = string | number | boolean | null;

function isWholeMapping(mapping: ImportMapping): mapping is Whole {
  const { columns } = mapping;
  const isObject = typeof columns === "object" && columns !== null;
  return isObject && !("field" in columns) && !("split" in columns);
}

/** The columns that a mapping names, by their headers. */
export function columnsOfMapping(mapping: ImportMapping): Whole["columns"] {
  return isWholeMapping(mapping) ? mapping.columns : mapping;
}

/** As a person would type it. */
function cellText(field: string, value: Value): string {
  if (value === null) return "-";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return cellOf(field, value);
}

function columnOf(said: Said): ColumnDraft {
  if (typeof said !== "object" || said === null) return { field: said };
  if ("split" in said) return { field: NAME };
  const { field, unit, rate, values = {} } = said;
  const cells = Object.entries(values).map(([text, value]) => {
    const isFigure = isNumberField(field ?? "") && typeof value !== "boolean" && value !== null;
    return [text.toLowerCase(), isFigure ? value : cellText(field ?? "", value)] as const;
  });
  return {
    field,
    ...(unit !== undefined && { unit }),
    ...(rate !== undefined && { rate: String(rate) }),
    ...(cells.length > 0 && { values: Object.fromEntries(cells) }),
  };
}

/** Whether the screen can say all of it. */
function isSayable(said: Said): boolean {
  return !(
    typeof said === "object" &&
    said !== null &&
    ("makes" in said || "decimal" in said || "fillDown" in said)
  );
}

/**
 * What a saved mapping says of a file with these headers, as a person says it.
 * @returns `fitting`: how many headers it names; `isWhole`: nothing of it was left out
 */
export function saidByMapping(mapping: ImportMapping, headers: readonly string[]) {
  const whole: Whole = isWholeMapping(mapping) ? mapping : { columns: mapping };
  const { columns, constants = {}, decimal, rules = [] } = whole;
  const fitting = Object.entries(columns).flatMap(([name, said]) => {
    const header = headerAmong(headers, name.trim());
    return header === undefined ? [] : [[header, said] as const];
  });
  const [rule] = rules;
  const texts = rule?.is ?? rule?.isNot ?? [];
  const ruled = rule && headerAmong(headers, rule.column.trim());
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
