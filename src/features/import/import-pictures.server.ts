import { UserError } from "../../base/errors.server.ts";
import { cellIssue, ImportRefusal, type ImportRow } from "./parse/lines-and-rows.server.ts";
import type { ImportFile } from "./parse/read-file.server.ts";

/** Each picture takes up to half a second to decode, and only one is decoded at a time. */
export const MAX_PICTURES = 50;

/**
 * Checks each distinct `data:` picture once. Good rows get its path in our own store (importing.md#cells,
 * pictures.md#image-field); a row whose picture is not accepted becomes a bad row.
 * @param checkImage returns the path that the picture will have
 * @returns the pictures to store before the rows are written
 * @throws the signal's reason; ImportRefusal when there are too many
 */
export async function validatePictures(
  file: ImportFile,
  checkImage: (dataUrl: string) => Promise<string>,
  signal: AbortSignal,
): Promise<string[]> {
  const column = file.columns.find(({ field }) => field === "image")?.header ?? "image";
  const pictures = new Set(
    file.rows.flatMap(({ input: { image } }) => (image?.startsWith("data:") ? image : [])),
  );
  if (pictures.size === 0) return [];
  if (pictures.size > MAX_PICTURES) {
    throw new ImportRefusal(
      `Nothing was added: the file holds more than ${MAX_PICTURES} pictures as data. Please split it, or upload the pictures and name their addresses.`,
    );
  }
  const paths = new Map<string, string>();
  const problems = new Map<string, string>();
  for (const image of pictures) {
    signal.throwIfAborted();
    try {
      paths.set(image, await checkImage(image));
    } catch (error) {
      if (!(error instanceof UserError) || error.status >= 500) throw error;
      problems.set(image, error.message);
    }
  }
  const good: ImportRow[] = [];
  for (const each of file.rows) {
    const { row, cells, input } = each;
    const problem = problems.get(input.image ?? "");
    if (problem === undefined) {
      input.image = paths.get(input.image ?? "") ?? input.image;
      good.push(each);
      continue;
    }
    const issue = cellIssue(row, column, problem, input.image ?? "");
    const image = { text: issue.value ?? "", problem };
    file.badRows.push({ row, cells: { ...cells, image }, issues: [issue] });
  }
  file.rows = good;
  file.badRows.sort((a, b) => a.row - b.row);
  return [...paths.keys()];
}
