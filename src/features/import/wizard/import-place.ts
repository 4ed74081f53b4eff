/** The place in an import that is not finished: a lost session or a reload takes nothing said. */
import { isRecord } from "../../../ui/stored-list.ts";
import { sessionValue } from "../../../ui/session-value.ts";
import { isFieldName } from "../../../vehicle/fields.ts";
import { type ImportDraft, NAME, NOTHING_SAID } from "./import-draft.ts";

interface ImportPlace {
  fileName: string;
  draft: ImportDraft;
  /** whether the import was left without closing it */
  isOpen: boolean;
}

interface OwnedPlace extends ImportPlace {
  userId: number;
}

const storedPlace = sessionValue<OwnedPlace | null>(
  "ev_admin_import",
  parsePlace,
  (place) => place && JSON.stringify(place),
);

/** Until the page is loaded again. A list of prices does not belong into a browser's storage. */
let keptFile: { userId: number; file: File } | undefined;

/** @param userId whose import it is: the next one to sign in to this tab may be somebody else */
export function keepPlace(userId: number, place: ImportPlace, file: File | undefined): void {
  storedPlace.set({ userId, ...place });
  keptFile = file && { userId, file };
}

export function forgetPlace(): void {
  storedPlace.set(null);
  keptFile = undefined;
}

/** @returns null without one that can be used; another's goes */
export function readPlace(userId: number): (ImportPlace & { file: File | undefined }) | null {
  const place = storedPlace.get();
  if (place?.userId !== userId) {
    if (place) forgetPlace();
    return null;
  }
  const { fileName, draft, isOpen } = place;
  return { fileName, draft, isOpen, file: keptFile?.userId === userId ? keptFile.file : undefined };
}

/** An older release may have written it. */
function parsePlace(text: string | null): OwnedPlace | null {
  const place: unknown = JSON.parse(text ?? "null");
  if (!isRecord(place)) return null;
  const { userId, fileName, draft, isOpen } = place;
  if (typeof userId !== "number" || typeof fileName !== "string" || !isDraft(draft)) return null;
  return { userId, fileName, draft: { ...NOTHING_SAID, ...draft }, isOpen: isOpen === true };
}

/** The call judges all that is said once more. */
function isDraft(draft: unknown): draft is ImportDraft {
  if (!isRecord(draft)) return false;
  const { columns, constants } = draft;
  if (!isRecord(columns) || !isRecord(constants)) return false;
  const isColumn = (column: unknown) =>
    isRecord(column) &&
    (column["field"] === null || column["field"] === NAME || isFieldName(column["field"]));
  return Object.values(columns).every(isColumn) && Object.keys(constants).every(isFieldName);
}
