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

const PLAIN_LETTERS = new Map(Object.entries({ ł: "l", ø: "o", æ: "ae", ß: "ss", đ: "d" }));

/** Removes accents, as in `Höchstgeschwindigkeit`. */
export function foldLetters(word: string): string {
  return word
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[łøæßđ]/g, (letter) => PLAIN_LETTERS.get(letter) ?? letter);
}
