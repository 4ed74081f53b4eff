/** What a person says of a file in the five steps, and the mapping that the call takes of it. */
import {
  DECIMAL_SIGNS,
  type DecimalSign,
  isNumberField,
  numberOfCell,
  valueOfCell,
} from "../../vehicle/ev-cells.ts";
import { type FieldName, isFieldName } from "../../vehicle/fields.ts";
import { suggestFields } from "./column-suggestions.ts";
import type { CsvColumn } from "./import-schemas.server.ts";
import { storedText } from "./import-texts.ts";
import { NAME_PARTS } from "./split-name.ts";
import { conversionOf, figureInUnit, isCurrency } from "./unit-conversion.ts";

/** A column of whole names, which are divided. */
export const NAME = "name";

export interface ColumnDraft {
  field: FieldName | typeof NAME | null;
  unit?: string;
  /** as typed: US dollars for one of a currency */
  rate?: string;
  /** what cells stand for, as a cell of our own files would have it */
  values?: Readonly<Record<string, string>>;
}

interface RuleDraft {
  column: string;
  is: boolean;
  text: string;
}

export type ExistingChoice = "skip" | "fill" | "update";

export interface ImportDraft {
  columns: Readonly<Record<string, ColumnDraft>>;
  constants: Readonly<Partial<Record<FieldName, string>>>;
  rule?: RuleDraft;
  decimal?: DecimalSign | undefined;
  existing: ExistingChoice;
}

export const NOTHING_SAID: ImportDraft = { columns: {}, constants: {}, existing: "skip" };

/** As the words of other catalogues and languages are meant, in small letters. */
const MEANINGS: Readonly<Partial<Record<FieldName, Readonly<Record<string, string>>>>> = {
  bodyType: {
    saloon: "Sedan",
    limousine: "Sedan",
    hatch: "Hatchback",
    "small hatchback": "Hatchback",
    pickup: "Pickup Truck",
    truck: "Pickup Truck",
    van: "Minivan",
    minibus: "Minivan",
    "station wagon": "Crossover",
    cuv: "Crossover",
    coupe: "Sports Car",
    roadster: "Sports Car",
    cabriolet: "Sports Car",
    convertible: "Sports Car",
  },
  driveType: {
    "4wd": "AWD",
    "4x4": "AWD",
    "all wheel drive": "AWD",
    "all-wheel drive": "AWD",
    "four wheel drive": "AWD",
    "front wheel drive": "FWD",
    "front-wheel drive": "FWD",
    front: "FWD",
    "rear wheel drive": "RWD",
    "rear-wheel drive": "RWD",
    rear: "RWD",
  },
  chargePort: { "ccs combo": "CCS", ccs1: "CCS", ccs2: "CCS", tesla: "NACS", j3400: "NACS" },
};

export function meaningsOf(field: ColumnDraft["field"]): Readonly<Record<string, string>> {
  return (isFieldName(field) && MEANINGS[field]) || {};
}

/** The file's own columns, with what is suggested for those that nobody knows. */
export function suggestedColumns(columns: readonly CsvColumn[]): ImportDraft["columns"] {
  const unknown = columns.filter(({ field }) => field === "unknown").map(({ header }) => header);
  const taken = new Set(columns.map(({ field }) => field ?? ""));
  const suggested = suggestFields(unknown, taken);
  return Object.fromEntries(
    unknown.map((header) => {
      const { field, unit, issue } = suggested.get(header) ?? {};
      if (!field || issue) return [header, { field: null }];
      return [header, unit === undefined ? { field } : { field, unit }];
    }),
  );
}

export function draftOf({ columns }: ImportDraft, { header, field }: CsvColumn): ColumnDraft {
  if (Object.hasOwn(columns, header)) return columns[header] ?? { field: null };
  return { field: isFieldName(field) ? field : null };
}

export function needsRate({ unit, rate }: ColumnDraft): boolean {
  return unit !== undefined && isCurrency(unit) && !(Number(rate) > 0);
}

function saidOf({ field, unit, rate, values }: ColumnDraft, hasTrim: boolean) {
  if (field === NAME) return { split: NAME_PARTS.filter((part) => part !== "trim" || !hasTrim) };
  if (field === null) return null;
  const all = { ...meaningsOf(field), ...values };
  const meant = Object.entries(all).map(([text, cell]) => [text, valueOfCell(field, cell)]);
  if (unit === undefined && meant.length === 0) return field;
  return {
    field,
    ...(unit !== undefined && { unit }),
    ...(unit !== undefined && isCurrency(unit) && { rate: Number(rate) }),
    ...(meant.length > 0 && { values: Object.fromEntries(meant) as unknown }),
  };
}

/** What the call's form field `mapping` has; undefined: nothing was said. */
export function mappingOf({ columns, constants, rule, decimal }: ImportDraft): object | undefined {
  const drafts = Object.entries(columns);
  const hasTrim = drafts.some(([, { field }]) => field === "trim");
  const said = Object.fromEntries(
    drafts.map(([header, column]) => [header, saidOf(column, hasTrim)]),
  );
  const values = Object.entries(constants).flatMap(([field, cell]) => {
    const value = cell.trim() === "" ? null : valueOfCell(field, cell);
    return value === null ? [] : [[field, value] as const];
  });
  const rules = rule && /[^\s,]/.test(rule.text) ? [ruleOf(rule)] : [];
  if (drafts.length + values.length + rules.length === 0 && !decimal) return undefined;
  return {
    columns: said,
    ...(values.length > 0 && { constants: Object.fromEntries(values) as unknown }),
    ...(rules.length > 0 && { rules }),
    ...(decimal && { decimal }),
  };
}

function ruleOf({ column, is, text }: RuleDraft) {
  const texts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return { column, ...(is ? { is: texts } : { isNot: texts }) };
}

/** What becomes of a sample, in words; undefined where that shows in the check only. */
export function sampleText(
  { field, unit, rate, values }: ColumnDraft,
  sample: string,
  decimal: DecimalSign | undefined,
): string | undefined {
  if (!isFieldName(field)) return undefined;
  const key = sample.trim().toLowerCase();
  const meant = { ...meaningsOf(field), ...values }[key];
  if (meant !== undefined) return storedText(field, valueOfCell(field, meant) as string);
  if (!isNumberField(field)) {
    const value = valueOfCell(field, sample);
    return value === null ? undefined : storedText(field, value as string | boolean);
  }
  const text = sample.trim();
  const readings = (decimal ? [decimal] : DECIMAL_SIGNS).flatMap(
    (sign) =>
      (unit === undefined ? numberOfCell(field, text, sign) : figureInUnit(text, sign, unit)) ?? [],
  );
  const [figure] = new Set(readings);
  // The check asks what can be read two ways, and says what is no figure.
  if (figure === undefined || new Set(readings).size > 1) return undefined;
  if (unit !== undefined && isCurrency(unit) && !(Number(rate) > 0)) return undefined;
  return storedText(field, conversionOf(field, unit, Number(rate))?.(figure) ?? figure);
}
