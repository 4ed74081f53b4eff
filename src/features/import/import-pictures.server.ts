import { UserError } from "../../base/errors.server.ts";
import {
  type BadRow,
  cellIssue,
  ImportRefusal,
  type ImportRow,
} from "./parse/import-file.server.ts";
import type { ImportFile } from "./parse/import-rows.server.ts";
import { type ImportPlan, isPictureData, picturesOf } from "./import.db.server.ts";

/** Each picture takes up to half a second to decode, and only one is decoded at a time. */
export const MAX_PICTURES = 50;

export const hasPicture = ({ input }: ImportRow) => isPictureData(input.image);

/**
 * Checks each distinct `data:` picture once; a row whose picture is not accepted becomes a bad row.
 * @throws the signal's reason; ImportRefusal when there are too many
 */
export async function validatePictures(
  file: ImportFile,
  checkImage: (dataUrl: string) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const column = file.columns.find(({ field }) => field === "image")?.header ?? "image";
  const problems = new Map<string, string | null>();
  for (const { input } of file.rows.filter(hasPicture)) problems.set(input.image ?? "", null);
  if (problems.size === 0) return;
  if (problems.size > MAX_PICTURES) {
    throw new ImportRefusal(
      `Nothing was added: the file holds more than ${MAX_PICTURES} pictures as data. Please split it, or upload the pictures and name their addresses.`,
    );
  }
  for (const image of problems.keys()) {
    signal.throwIfAborted();
    problems.set(image, await checkImage(image).then(() => null, refusalOf));
  }
  const problemOf = ({ input }: ImportRow) => problems.get(input.image ?? "") ?? null;
  const bad = file.rows.flatMap((each): BadRow[] => {
    const problem = problemOf(each);
    if (problem === null) return [];
    const { row, cells, input } = each;
    const issue = cellIssue(row, column, problem, input.image ?? "");
    const image = { text: issue.value ?? "", problem };
    return [{ row, cells: { ...cells, image }, issues: [issue] }];
  });
  file.rows = file.rows.filter((row) => problemOf(row) === null);
  file.badRows = [...file.badRows, ...bad].sort((a, b) => a.row - b.row);
}

function refusalOf(error: unknown): string {
  if (!(error instanceof UserError) || error.status >= 500) throw error;
  return error.message;
}

/**
 * Moves the checked pictures of rows that will be written into our own store, one after another
 * (importing.md#cells, pictures.md#image-field). If the import then fails, no row refers to them.
 * @throws the signal's reason; UserError 503, 507
 */
export async function keepPictures(
  rows: readonly ImportRow[],
  plan: ImportPlan,
  storeImage: (dataUrl: string) => Promise<string>,
  signal: AbortSignal,
): Promise<void> {
  const paths = new Map<string, string>();
  for (const image of new Set(picturesOf(plan))) {
    signal.throwIfAborted();
    paths.set(image, await storeImage(image));
  }
  for (const { input } of rows) input.image = paths.get(input.image ?? "") ?? input.image;
}
