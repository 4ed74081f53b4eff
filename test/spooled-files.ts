import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readMapping } from "../src/features/import/mapping/import-mapping.server.ts";
import { ImportRefusal } from "../src/features/import/parse/lines-and-rows.server.ts";
import { readImportFile } from "../src/features/import/parse/read-file.server.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import type { SpooledFile } from "../src/features/import/parse/spooled-upload.server.ts";

/** A file as an upload stores it temporarily; removed after the test. */
export async function spoolFile(content: string | Buffer): Promise<SpooledFile> {
  const path = join(await temporaryFolder(), "upload");
  await writeFile(path, content);
  return { path, signal: new AbortController().signal };
}

interface ReadOptions extends Pick<SpooledFile, "sheet" | "encoding"> {
  models?: Parameters<typeof readImportFile>[2];
  limits?: Parameters<typeof readImportFile>[3];
}

/** Reads a file as an upload does. @returns the file, with `bad`: what is wrong with all of its cells */
export async function readUpload(
  content: string | Buffer,
  mapping: object = {},
  { models, limits, ...asked }: ReadOptions = {},
) {
  const spooled = { ...(await spoolFile(content)), ...asked };
  const read = readMapping(JSON.stringify(mapping));
  const file = await readImportFile(spooled, read, models, limits);
  return { ...file, bad: file.badRows.flatMap(({ issues }) => issues) };
}

/** Reads a file that is refused. @returns the refusal */
export async function refusalOf(...asked: Parameters<typeof readUpload>): Promise<ImportRefusal> {
  const error: unknown = await readUpload(...asked).catch((thrown: unknown) => thrown);
  if (!(error instanceof ImportRefusal)) throw new Error("It was not refused.", { cause: error });
  return error;
}
