/** Words that files of the world use, as data. The build copies the folder beside the server's chunks. */
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";

/** @returns the lines of a table, with its columns by name */
export function readDataFile(name: string): Record<string, string>[] {
  return parse(readFileSync(new URL(`../data/${name}.csv`, import.meta.url)), { columns: true });
}

/** Splits a cell with several words or phrases. */
export function listOf(cell: string | undefined, separator: " " | ", " = ", "): string[] {
  return cell ? cell.split(separator) : [];
}
