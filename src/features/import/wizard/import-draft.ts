/** The mapping while it is edited in the five steps, and how else the file is read. */
import { type FieldName, isFieldName } from "../../../domain/fields.ts";
import { userSessionValue } from "../../../ui/session-value.ts";
import { isRecord } from "../../../ui/stored-list.ts";
import type { CsvColumn, ReadColumn, ReadText } from "../columns/columns.schema.ts";
import type { ColumnMapping, ImportMapping } from "../mapping/import-mapping.schema.ts";
import {
  columnMapping,
  fieldMapping,
  findColumn,
  isNameMapping,
  textKey,
} from "../mapping/import-mapping.ts";
import { valueAsTyped } from "../stored-text.ts";
import type { DryRunAnswer, ExistingMode, RepeatedMode } from "../import.schema.ts";
import type { TextEncoding } from "../accepted-files.ts";

/** The value for a column of whole names, which are split. */
export const WHOLE_NAME = "name";

export interface ImportDraft {
  mapping: ImportMapping;
  existing: "skip" | ExistingMode;
  /** for contradictory rows of this file only; undefined until the user has chosen */
  repeated?: RepeatedMode;
  /** of this file only; undefined until it is asked for */
  encoding?: TextEncoding;
  /** workbooks only; undefined if the server chooses */
  sheet?: string;
  /** another once the file was changed */
  fileVersion?: string;
}

export const EMPTY_DRAFT: ImportDraft = {
  mapping: { columns: {}, usualWords: true, bodyTypes: "catalogue" },
  existing: "skip",
};

/** The settings for a chosen file: those made before, as far as they hold for it. */
export function draftOfFile(file: File, fileName: string | undefined, before: ImportDraft) {
  const { encoding: _encoding, ...draft } = file.name === fileName ? before : EMPTY_DRAFT;
  const fileVersion = `${file.size} ${file.lastModified}`;
  if (draft.fileVersion === fileVersion) return draft;
  // A corrected file of the same name keeps its mapping, but may have other rows.
  const { repeated: _repeated, ...general } = draft;
  const { cells: _cells, ...mapping } = draft.mapping;
  return { ...general, mapping, fileVersion };
}

/** Maps a column. A field with a column has no value for all rows. */
export function withColumn(
  mapping: ImportMapping,
  { header }: Pick<CsvColumn, "header">,
  column: ColumnMapping,
): ImportMapping {
  const constants = Object.entries(mapping.constants ?? {}).filter(
    ([field]) => isNameMapping(column) || field !== column.field,
  );
  return {
    ...mapping,
    columns: { ...mapping.columns, [header]: column },
    constants: Object.fromEntries(constants),
  };
}

/** Gives all rows a value; an empty one is removed. */
export function withConstant(
  mapping: ImportMapping,
  field: FieldName,
  value: string,
): ImportMapping {
  const { [field]: _before, ...others } = mapping.constants ?? {};
  return { ...mapping, constants: value.trim() === "" ? others : { ...others, [field]: value } };
}

/** Answers questions about names with the catalogue's spellings, which the next check confirms. */
export function withSpellings(
  mapping: ImportMapping,
  { makes, models }: Pick<DryRunAnswer, "makes" | "models">,
): ImportMapping {
  const spelled = (names: DryRunAnswer["makes"]): ImportMapping["makes"] =>
    Object.fromEntries(names.flatMap(({ name, spelling }) => (spelling ? [[name, spelling]] : [])));
  return {
    ...mapping,
    makes: { ...spelled(makes), ...mapping.makes },
    models: { ...spelled(models), ...mapping.models },
  };
}

/** Maps columns that are not mapped yet as the server suggests, and skips the other unknown ones. */
export function withSuggestions(
  mapping: ImportMapping,
  columns: readonly CsvColumn[],
): ImportMapping {
  const suggested = columns.flatMap(({ header, field, suggested: suggestion }) => {
    const column = suggestion ?? (field === "unknown" ? { field: null } : undefined);
    return column && findColumn(mapping, header) === undefined ? [[header, column] as const] : [];
  });
  return { ...mapping, columns: { ...mapping.columns, ...Object.fromEntries(suggested) } };
}

/** Reads columns that have just been mapped in the unit that their names or cells state. */
export function withFoundUnits(
  mapping: ImportMapping,
  columns: readonly CsvColumn[],
  readings: readonly ReadColumn[],
): ImportMapping {
  return columns.reduce((before, column) => {
    const mapped = fieldMapping(columnMapping(before, column));
    const unit = readings.find(({ header }) => header === column.header)?.found;
    return unit === undefined || mapped.field === null || mapped.unit !== undefined
      ? before
      : withColumn(before, column, { ...mapped, unit });
  }, mapping);
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
export type CellRef = { row: number; column: string } | { row: number; field: FieldName };

export function cellRef(row: number, { header, field }: CsvColumn): CellRef {
  return header === "" && isFieldName(field) ? { row, field } : { row, column: header };
}

function keyOf(cell: CellRef): string {
  return `${cell.row} ${"column" in cell ? `column ${cell.column}` : `field ${cell.field}`}`;
}

export function typedText({ cells = [] }: ImportMapping, cell: CellRef): string | undefined {
  const typed = cells.find((each) => keyOf(each) === keyOf(cell));
  return typed && ("column" in typed ? typed.text : valueAsTyped(typed.value));
}

/** Replaces the text of cells; undefined restores those in the file. */
export function withCells(
  mapping: ImportMapping,
  cells: readonly CellRef[],
  text: string | undefined,
): ImportMapping {
  const keys = new Set(cells.map(keyOf));
  const others = (mapping.cells ?? []).filter((each) => !keys.has(keyOf(each)));
  const typed = cells.flatMap((cell) =>
    text === undefined ? [] : "column" in cell ? { ...cell, text } : { ...cell, value: text },
  );
  return { ...mapping, cells: [...others, ...typed] };
}

/** Gives all cells with this text a value; an empty text leaves them as they are. */
export function withValue(
  mapping: ImportMapping,
  column: CsvColumn,
  value: string,
  text: string,
): ImportMapping {
  const mapped = fieldMapping(columnMapping(mapping, column));
  const values = { ...mapped.values, [textKey(value)]: text };
  return withColumn(mapping, column, { ...mapped, values });
}

/** How the server reads a typed text, as far as it is known. */
export type FindPreview = (
  column: Pick<CsvColumn, "header" | "field">,
  text: string,
) => ReadText | undefined;

/** An import that is not done yet. */
interface OpenImport {
  fileName: string;
  draft: ImportDraft;
  file?: File | undefined;
}

/** What a reload leaves of the open dialog. An older release may have written it; the server validates it again. */
const storedImport = userSessionValue<OpenImport>("ev_admin_import", ({ fileName, draft }) => {
  const isDraft = isRecord(draft) && isRecord(draft["mapping"]) && draft["mapping"]["columns"];
  return typeof fileName === "string" && isDraft
    ? { fileName, draft: { ...EMPTY_DRAFT, ...draft } }
    : null;
});

/** Until the page is reloaded, since a price list should not end up in the browser's storage. */
let lastImport: { userId: number; open: OpenImport } | undefined;

/** @param userId whose import it is: another user may sign in to this tab next */
export function saveImportDraft(userId: number, open: OpenImport): void {
  const { fileName, draft } = open;
  storedImport.set(userId, { fileName, draft });
  lastImport = { userId, open };
}

/** After a reload the dialog does not open by itself. */
export function closeImportDraft(): void {
  storedImport.forget();
}

export function forgetImportDraft(): void {
  storedImport.forget();
  lastImport = undefined;
}

/** @returns null if there is no usable draft; discards another user's draft */
export function readImportDraft(userId: number): OpenImport | null {
  const stored = storedImport.get(userId);
  if (lastImport?.userId !== userId) lastImport = undefined;
  return lastImport?.open ?? stored;
}

/** Whether the dialog was interrupted instead of closed. */
export function isImportOpen(userId: number): boolean {
  return storedImport.get(userId) !== null;
}
