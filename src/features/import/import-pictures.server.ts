import { UserError } from "../../server/errors.server.ts";
import { ImportRefusal } from "./import-refusal.server.ts";
import type { ImportFile } from "./import-rows.server.ts";

/**
 * Moves pictures that are given as data into our own store (readings 3), one after the other.
 * Those of an import that then fails are addressed by nothing.
 * @param leavesOut whether a row whose picture is not accepted is left out, or refuses the file
 * @throws ImportRefusal
 */
export async function keepPictures(
  file: ImportFile,
  storeImage: (dataUrl: string) => Promise<string>,
  leavesOut: boolean,
): Promise<void> {
  const column = file.columns.find(({ field }) => field === "image")?.header ?? "image";
  const left = new Set<number>();
  for (const { row, input } of file.rows) {
    if (!input.image?.startsWith("data:")) continue;
    try {
      input.image = await storeImage(input.image);
    } catch (error) {
      if (!(error instanceof UserError) || error.status >= 500) throw error;
      const issues = [{ row, column, message: error.message }];
      if (!leavesOut) throw new ImportRefusal("Nothing was added: 1 row has an error.", issues);
      left.add(row);
      file.badRows.push({ row, cells: [], issues });
    }
  }
  if (left.size > 0) file.rows = file.rows.filter(({ row }) => !left.has(row));
}
