import { UserError } from "../../server/errors.server.ts";
import {
  type BadRow,
  type ImportFile,
  ImportRefusal,
  type ImportRow,
  shownValue,
} from "./import-file.server.ts";
import { rowName } from "../../vehicle/names.ts";
import type { ImportPlan } from "./import.store.server.ts";
import { MAX_PICTURES } from "./limits.ts";

export interface ImportPictures {
  /** keeps nothing. @throws UserError for one that is not accepted */
  checkImage(this: void, dataUrl: string): Promise<void>;
  /** @returns its path in our own store. @throws UserError */
  storeImage(this: void, dataUrl: string): Promise<string>;
}

const hasData = ({ input }: ImportRow) => input.image?.startsWith("data:") ?? false;

/**
 * Judges `data:` pictures one after the other, each distinct one once; a row whose picture is not
 * accepted becomes a bad row. @throws the signal's reason; ImportRefusal when there are too many
 */
export async function judgePictures(
  file: ImportFile,
  checkImage: ImportPictures["checkImage"],
  signal: AbortSignal,
): Promise<void> {
  const column = file.columns.find(({ field }) => field === "image")?.header ?? "image";
  const withData = file.rows.filter(hasData);
  if (new Set(withData.map(({ input }) => input.image)).size > MAX_PICTURES) {
    throw new ImportRefusal(
      `Nothing was added: the file holds more than ${MAX_PICTURES} pictures as data. Please split it, or upload the pictures and name their addresses.`,
      [],
    );
  }
  const judged = new Map<string, string | null>();
  const bad = new Map<ImportRow, BadRow>();
  for (const each of withData) {
    signal.throwIfAborted();
    const image = each.input.image ?? "";
    if (!judged.has(image)) judged.set(image, await problemOf(image, checkImage));
    const problem = judged.get(image);
    if (!problem) continue;
    const { row, cells = [], input } = each;
    const issues = [{ row, column, message: problem, ...shownValue(image) }];
    bad.set(each, { row, name: rowName(input), cells, issues });
  }
  if (bad.size === 0) return;
  file.rows = file.rows.filter((each) => !bad.has(each));
  file.badRows = [...file.badRows, ...bad.values()].sort((a, b) => a.row - b.row);
}

async function problemOf(
  image: string,
  checkImage: ImportPictures["checkImage"],
): Promise<string | null> {
  try {
    await checkImage(image);
    return null;
  } catch (error) {
    if (!(error instanceof UserError) || error.status >= 500) throw error;
    return error.message;
  }
}

/**
 * Moves judged pictures of rows that will be written into our own store (readings 3), one after the
 * other. No row refers to those of an import that then fails.
 * @throws the signal's reason; UserError 503, 507
 */
export async function keepPlannedPictures(
  { added, updated, skipped }: Pick<ImportPlan, "added" | "updated" | "skipped">,
  storeImage: ImportPictures["storeImage"],
  signal: AbortSignal,
): Promise<void> {
  const changed = updated.filter(({ changes }) => changes["image"]);
  for (const { input } of [...added, ...changed.map(({ from }) => from)].filter(hasData)) {
    signal.throwIfAborted();
    input.image = await storeImage(input.image ?? "");
  }
  for (const each of changed) {
    const { from, stored, changes } = each;
    if (stored.image !== from.input.image) changes["image"] = [stored.image, from.input.image];
    else {
      // The same picture, which only now has its address.
      delete changes["image"];
      if (Object.keys(changes).length === 0) {
        updated.splice(updated.indexOf(each), 1);
        skipped.push(from);
      }
    }
  }
}
