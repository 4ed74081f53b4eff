import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parse } from "csv-parse/sync";

/** Reads a file below the project's root, such as `db/starter-catalogue.csv`, from `src/` and from the build. */
export async function readStarterFile(file: string): Promise<string> {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, file))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`${file} is missing.`);
    folder = parent;
  }
  return readFile(join(folder, file), "utf8");
}

export async function readStarterLines(file: string): Promise<Record<string, string>[]> {
  return parse(await readStarterFile(file), { columns: true });
}
