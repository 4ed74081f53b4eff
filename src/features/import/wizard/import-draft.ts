/** The mapping while it is edited in the five steps, and how else the file is read. */
import { BODY_TYPES } from "../../../domain/field-options.ts";
import { type FieldName, isFieldName } from "../../../domain/fields.ts";
import { userSessionValue } from "../../../ui/session-value.ts";
import { isRecord } from "../../../ui/stored-list.ts";
import type { CsvColumn, ReadText } from "../columns/columns.schema.ts";
import type { ColumnMapping, ImportMapping } from "../mapping/import-mapping.schema.ts";
import { columnMapping, findColumn, isNameMapping, textKey } from "../mapping/import-mapping.ts";
import { valueAsTyped } from "../stored-text.ts";
import type { DryRunAnswer, ExistingMode, RepeatedMode } from "../import.schema.ts";
import type { TextEncoding } from "../encodings.ts";

/** The value for a column of whole names, which are split. */
export const NAME = "name";

export interface ImportDraft {
  mapping: ImportMapping;
  existing: "skip" | ExistingMode;
  /** for contradictory rows of this file only; undefined until the user has chosen */
  repeated?: RepeatedMode;
  /** of this file only; undefined until it is asked for */
  encoding?: TextEncoding;
  /** workbooks only; undefined if the server chooses */
  sheet?: string;
}

export const EMPTY_DRAFT: ImportDraft = {
  mapping: { columns: {}, usualWords: true, bodyTypes: "catalogue" },
  existing: "skip",
};

/** Changes parts of the mapping; a part that is undefined is removed. */
export type ChangeMapping = (part: {
  [Part in keyof ImportMapping]?: ImportMapping[Part] | undefined;
}) => void;

export function changeMapping(draft: ImportDraft, part: Parameters<ChangeMapping>[0]): ImportDraft {
  const parts = Object.entries({ ...draft.mapping, ...part });
  const mapping = Object.fromEntries(parts.filter(([, value]) => value !== undefined));
  return { ...draft, mapping: mapping as ImportMapping }; // only optional parts are ever removed
}

/** Maps a column. A field with a column has no value for all rows. */
export function withColumn(
  draft: ImportDraft,
  { header }: Pick<CsvColumn, "header">,
  column: ColumnMapping,
): ImportDraft {
  const { columns, constants = {} } = draft.mapping;
  const others = Object.entries(constants).filter(
    ([field]) => isNameMapping(column) || field !== column.field,
  );
  return changeMapping(draft, {
    columns: { ...columns, [header]: column },
    constants: Object.fromEntries(others),
  });
}

/** Gives all rows a value; an empty one is removed. */
export function withConstant(
  { constants = {} }: ImportMapping,
  field: FieldName,
  value: string,
): Parameters<ChangeMapping>[0] {
  const { [field]: _before, ...others } = constants;
  return { constants: value.trim() === "" ? others : { ...others, [field]: value } };
}

/** Answers questions about names with the catalogue's spellings, which the next check confirms. */
export function withSpellings(
  draft: ImportDraft,
  { makes, models }: Pick<DryRunAnswer, "makes" | "models">,
): ImportDraft {
  const spelled = (names: DryRunAnswer["makes"], before = {}) => ({
    ...Object.fromEntries(
      names.flatMap(({ name, spelling }) => (spelling ? [[name, spelling]] : [])),
    ),
    ...before,
  });
  const { mapping } = draft;
  return changeMapping(draft, {
    makes: spelled(makes, mapping.makes),
    models: spelled(models, mapping.models),
  });
}

/** Maps columns that are not mapped yet as the server suggests, and skips the other unknown ones. */
export function withSuggestions(draft: ImportDraft, columns: readonly CsvColumn[]): ImportDraft {
  const { columns: mapped } = draft.mapping;
  const suggested = columns.flatMap(({ header, field, suggested: suggestion }) => {
    const column = suggestion ?? (field === "unknown" ? { field: null } : undefined);
    return column && findColumn(draft.mapping, header) === undefined
      ? [[header, column] as const]
      : [];
  });
  return changeMapping(draft, { columns: { ...mapped, ...Object.fromEntries(suggested) } });
}

/** Whether both drafts check and import a file in the same way. */
export function isSameDraft(a: ImportDraft, b: ImportDraft): boolean {
  const isNone = (value: unknown) =>
    value === false || (value instanceof Object && Object.keys(value).length === 0);
  const textOf = (draft: ImportDraft) =>
    JSON.stringify(draft, (_key, value: unknown) => (isNone(value) ? undefined : value));
  return a === b || textOf(a) === textOf(b);
}

/** A cell of the file, or a field of a row that has no cell for it. */
export type CellPlace = { row: number; column: string } | { row: number; field: FieldName };

export function cellPlace(row: number, { header, field }: CsvColumn): CellPlace {
  return header === "" && isFieldName(field) ? { row, field } : { row, column: header };
}

type TypedCell = NonNullable<ImportMapping["cells"]>[number];

function isAt(cell: TypedCell, place: CellPlace): boolean {
  const keyOf = (at: CellPlace) => ("column" in at ? `column ${at.column}` : `field ${at.field}`);
  return cell.row === place.row && keyOf(cell) === keyOf(place);
}

export function typedText({ cells = [] }: ImportMapping, place: CellPlace): string | undefined {
  const cell = cells.find((each) => isAt(each, place));
  return cell && ("column" in cell ? cell.text : valueAsTyped(cell.value));
}

/** Replaces the text of a cell; undefined restores the one in the file. */
export function withCell(
  { cells = [] }: ImportMapping,
  place: CellPlace,
  text: string | undefined,
): Pick<ImportMapping, "cells"> {
  const others = cells.filter((cell) => !isAt(cell, place));
  if (text === undefined) return { cells: others };
  return { cells: [...others, "column" in place ? { ...place, text } : { ...place, value: text }] };
}

/** Gives all cells with this text a value; an empty text leaves them as they are. */
export function withValue(
  { columns, ...mapping }: ImportMapping,
  column: CsvColumn,
  value: string,
  text: string,
): Pick<ImportMapping, "columns"> {
  const before = columnMapping({ columns, ...mapping }, column);
  if (isNameMapping(before)) return { columns };
  const values = { ...before.values, [textKey(value)]: text };
  return { columns: { ...columns, [column.header]: { ...before, values } } };
}

/** The mark of a footnote after a name. */
const MARK = /[¹²³*†‡\s]+$/u;

/** `Bolt` of `Bolt LT` whose trim is `LT`; only the body may follow it, as in `EQS 450+ Sedan`. */
export function modelWithout(model: string, trim: string): string | undefined {
  const name = model.replace(MARK, "");
  const end = ` ${trim.trim().replace(MARK, "")}`;
  if (end === " ") return undefined;
  const bodies = ["", ...BODY_TYPES.map((body) => ` ${body}`)];
  const body = bodies.find((each) => name.toLowerCase().endsWith((end + each).toLowerCase()));
  if (body === undefined) return undefined;
  const start = name.length - body.length;
  return name.slice(0, start - end.length) + name.slice(start);
}

/** How the server reads a typed text, as far as it is known. */
export type FindText = (
  column: Pick<CsvColumn, "header" | "field">,
  text: string,
) => ReadText | undefined;

/** Splits the values of a rule at commas. */
export function textsIn(text: string): string[] {
  const parts = text.split(",").map((part) => part.trim());
  return parts.filter(Boolean);
}

interface StoredDraft {
  fileName: string;
  draft: ImportDraft;
  /** whether the import was interrupted instead of closed */
  isOpen: boolean;
}

/** An older release may have written it; the server validates all of it again. */
const storedDraft = userSessionValue<StoredDraft>("ev_admin_import", (stored) => {
  const { fileName, draft, isOpen } = stored;
  if (typeof fileName !== "string" || !isImportDraft(draft)) return null;
  return { fileName, draft: { ...EMPTY_DRAFT, ...draft }, isOpen: isOpen === true };
});

/** Kept only until the page is reloaded, since a price list should not end up in the browser's storage. */
let chosenFile: { userId: number; file: File } | undefined;

/** @param userId whose import it is: another user may sign in to this tab next */
export function saveImportDraft(userId: number, stored: StoredDraft, file: File | undefined): void {
  storedDraft.set(userId, stored);
  chosenFile = file && { userId, file };
}

export function forgetImportDraft(): void {
  storedDraft.forget();
  chosenFile = undefined;
}

/** @returns null if there is no usable draft; discards another user's draft */
export function readImportDraft(userId: number): (StoredDraft & { file: File | undefined }) | null {
  const stored = storedDraft.get(userId);
  if (chosenFile?.userId !== userId) chosenFile = undefined;
  return stored && { ...stored, file: chosenFile?.file };
}

function isImportDraft(draft: unknown): draft is ImportDraft {
  return isRecord(draft) && isRecord(draft["mapping"]) && isRecord(draft["mapping"]["columns"]);
}
