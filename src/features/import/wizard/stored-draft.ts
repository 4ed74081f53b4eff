/** Stores the draft of an unfinished import, so that it survives the end of the session and a reload. */
import { isRecord } from "../../../ui/stored-list.ts";
import { sessionValue } from "../../../ui/session-value.ts";
import { isFieldName } from "../../../domain/fields.ts";
import { type ImportDraft, EMPTY_DRAFT } from "./import-draft.ts";

interface StoredDraft {
  fileName: string;
  draft: ImportDraft;
  /** whether the import was interrupted instead of closed */
  isOpen: boolean;
}

interface OwnedDraft extends StoredDraft {
  userId: number;
}

const storedDraft = sessionValue<OwnedDraft | null>(
  "ev_admin_import",
  parseImportDraft,
  (stored) => stored && JSON.stringify(stored),
);

/** Kept only until the page is reloaded, since a price list should not end up in the browser's storage. */
let chosenFile: { userId: number; file: File } | undefined;

/** @param userId whose import it is: another user may sign in to this tab next */
export function saveImportDraft(userId: number, stored: StoredDraft, file: File | undefined): void {
  storedDraft.set({ userId, ...stored });
  chosenFile = file && { userId, file };
}

export function forgetImportDraft(): void {
  storedDraft.set(null);
  chosenFile = undefined;
}

/** @returns null if there is no usable draft; discards another user's draft */
export function readImportDraft(userId: number): (StoredDraft & { file: File | undefined }) | null {
  const stored = storedDraft.get();
  if (stored?.userId !== userId) {
    if (stored) forgetImportDraft();
    return null;
  }
  const { fileName, draft, isOpen } = stored;
  return {
    fileName,
    draft,
    isOpen,
    file: chosenFile?.userId === userId ? chosenFile.file : undefined,
  };
}

/** An older release may have written it. */
function parseImportDraft(text: string | null): OwnedDraft | null {
  const stored: unknown = JSON.parse(text ?? "null");
  if (!isRecord(stored)) return null;
  const { userId, fileName, draft, isOpen } = stored;
  if (typeof userId !== "number" || typeof fileName !== "string" || !isImportDraft(draft))
    return null;
  return { userId, fileName, draft: { ...EMPTY_DRAFT, ...draft }, isOpen: isOpen === true };
}

/** The server validates all of it again. */
function isImportDraft(draft: unknown): draft is ImportDraft {
  if (!isRecord(draft)) return false;
  const { mapping, sheets = [] } = draft;
  if (!isRecord(mapping) || !Array.isArray(sheets)) return false;
  const { columns, constants = {}, exceptions = [], rules = [], cells = [] } = mapping;
  return (
    isRecord(columns) &&
    Object.values(columns).every(isColumnMapping) &&
    isRecord(constants) &&
    [exceptions, rules, cells].every(Array.isArray)
  );
}

function isColumnMapping(column: unknown): boolean {
  if (!isRecord(column)) return false;
  const { field, split } = column;
  return Array.isArray(split) || field === null || isFieldName(field);
}
