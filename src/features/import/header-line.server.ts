import type { FieldName } from "../../vehicle/fields.ts";
import type { SaidOfFile } from "./import-columns.ts";
import { readColumns } from "./import-columns.ts";
import { fieldNamed } from "./column-suggestions.ts";
import { ImportRefusal } from "./import-file.server.ts";
import { MAX_COLUMNS, MAX_TITLE_CHARACTERS, MAX_TITLE_LINES } from "./limits.ts";

/** The header of a file, and what stands above it. */
export interface HeaderLine {
  header: readonly string[];
  titles: readonly string[];
}

const NO_COLUMNS =
  "No line of the file names its columns, with commas, semicolons or tabs between them.";

const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== "");

/** Whether a line names make and model, by whatever name is known for them. */
function isHeader(cells: readonly string[], said: SaidOfFile): boolean {
  if (cells.length > MAX_COLUMNS) return true;
  const fields = new Set<FieldName | null | undefined>();
  for (const { header, field } of readColumns(cells, said)) {
    fields.add(field === "unknown" ? fieldNamed(header) : field);
  }
  return fields.has("make") && fields.has("model");
}

function titleOf(cells: readonly string[]): string {
  return filled(cells).join(" ").trim().slice(0, MAX_TITLE_CHARACTERS).toWellFormed();
}

/**
 * Finds the header among the first lines: titles, dates and notes may stand above it. Where no line
 * names make and model, it is the first one with several cells, so that its names can be mapped.
 */
export function createHeaderFinder(said: SaidOfFile) {
  const lines: (readonly string[])[] = [];
  const found = (header: readonly string[]): HeaderLine => ({
    header,
    titles: lines.slice(0, lines.indexOf(header)).map(titleOf),
  });

  function end(): HeaderLine {
    const header = lines.find((cells) => filled(cells).length > 1);
    if (header) return found(header);
    throw new ImportRefusal(lines.length === 0 ? "The file is empty." : NO_COLUMNS, []);
  }

  return {
    /** @returns the header, once it has come. @throws ImportRefusal when it does not come */
    take(cells: readonly string[]): HeaderLine | undefined {
      if (filled(cells).length === 0) return undefined;
      lines.push(cells);
      if (isHeader(cells, said)) return found(cells);
      return lines.length > MAX_TITLE_LINES ? end() : undefined;
    },
    /** Nothing follows. @throws ImportRefusal when there is none */
    end,
  };
}
