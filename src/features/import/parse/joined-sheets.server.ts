/** Reads several sheets of a workbook as one table (importing.md#workbooks). */
import { MAX_TITLE_LINES } from "../limits.ts";
import type { ImportMapping } from "../mapping/import-mapping.schema.ts";
import { isHeader, isUnitsLine } from "./header-line.server.ts";
import { type SheetRow, textOfValue } from "./workbook-rows.server.ts";

/** Lines that may contain the header and the units below it. */
const HEAD_LINES = MAX_TITLE_LINES + 2;

interface SheetHead {
  /** the column names and units, for comparison */
  key: string;
  /** index of the first row below it */
  below: number;
}

function textsOf({ values }: SheetRow): string[] {
  return values.map((value) => textOfValue(value).trim().toLowerCase());
}

/** The first line that names make and model, or else the first with several values. */
function findHead(rows: readonly SheetRow[], mapping: ImportMapping): SheetHead | undefined {
  const first = rows.slice(0, MAX_TITLE_LINES + 1);
  const known = first.findIndex((row) => isHeader(row.values.map(textOfValue), mapping));
  const several = first.findIndex((row) => textsOf(row).filter(Boolean).length > 1);
  const at = known < 0 ? several : known;
  const header = rows[at];
  if (!header) return undefined;
  const next = rows[at + 1];
  const units = next && isUnitsLine(textsOf(next)) ? next : undefined;
  const [names, ...others] = [header, ...(units ? [units] : [])].map((row) =>
    textsOf(row).join("\n").trimEnd(),
  );
  return { key: JSON.stringify([names, ...others]), below: at + (units ? 2 : 1) };
}

/**
 * Appends sheets under the header of the first one and numbers their rows consecutively.
 * @returns `refusal`: why they cannot be read together, available once all of them have been read
 */
export function createSheetJoiner(
  mapping: ImportMapping,
  write: (rows: readonly SheetRow[]) => void,
) {
  let first: { name: string; key: string } | undefined;
  let nextIndex = 0;
  let refusal: string | undefined;

  function writeShifted(rows: readonly SheetRow[], shift: number): void {
    write(rows.map(({ index, values }) => ({ index: index + shift, values })));
    const last = rows.at(-1);
    if (last) nextIndex = last.index + shift + 1;
  }

  function begin(name: string) {
    let start: SheetRow[] = [];
    let shift: number | undefined;

    function writeStart(): void {
      const head = findHead(start, mapping);
      const { key = "", below = 0 } = head ?? {};
      if (first === undefined) {
        first = { name, key };
        shift = 0;
        writeShifted(start, shift);
      } else if (key === first.key) {
        const [header] = start.slice(below - 1);
        shift = nextIndex - (header?.index ?? 0) - 1;
        writeShifted(start.slice(below), shift);
      } else {
        refusal ??= `The sheets “${first.name}” and “${name}” have different columns. Read them one at a time.`;
        shift = 0;
      }
      start = [];
    }

    return {
      take(rows: readonly SheetRow[]): void {
        if (refusal !== undefined) return;
        if (shift !== undefined) return writeShifted(rows, shift);
        start.push(...rows);
        if (start.length > HEAD_LINES) writeStart();
      },
      end(): void {
        if (refusal === undefined && start.length > 0) writeStart();
      },
    };
  }

  return { begin, refusal: () => refusal };
}
