/** Values that are bad or odd, each to be said anew in its place, or once for all alike. */
import { CircleAlert } from "lucide-react";

import { countOf, formatCount } from "../../../vehicle/counts.ts";
import { FIELD_LABELS, isFieldName } from "../../../vehicle/fields.ts";
import styles from "./repairs.module.css";
import { draftOf, withValue } from "./import-draft.ts";
import type { CsvColumn } from "../mapping/import-mapping.schema.ts";
import type { BadCell, UnusualFigures } from "../import.schema.ts";
import { catalogueWords, storedText } from "./import-texts.ts";
import type { CheckAnswer } from "./import.queries.ts";
import { MAX_VALUE_CHARACTERS } from "../limits.ts";
import { CellInput, RepairInput, type Typing } from "./typed-cells.tsx";

interface Repair {
  column: CsvColumn;
  value: string;
  count: number;
  /** the first of its cells, where there are several */
  cells: readonly BadCell[];
}

/** Values of bad cells whose column is a field: each can be said once, for all cells alike. */
function repairsOf({ reasons, invalid, columns }: CheckAnswer): Repair[] {
  return reasons.flatMap(({ column: header, message, values }) => {
    const column = columns.find((each) => each.header === header);
    if (!column || !isFieldName(column.field)) return [];
    return values
      .filter(({ value }) => value.length < MAX_VALUE_CHARACTERS)
      .map(({ value, count }) => {
        const cells = invalid.filter(
          (cell) =>
            cell.column === header && cell.message === message && (cell.value ?? "") === value,
        );
        return { column, value, count, cells: cells.length > 1 ? cells : [] };
      });
  });
}

export function Repairs({ answer, typing }: { answer: CheckAnswer; typing: Typing }) {
  const { draft, onSay } = typing;
  const repairs = repairsOf(answer);
  if (repairs.length === 0) return null;
  return (
    <div role="group" aria-label="Repair" className={styles.repairs}>
      <p>Repair values here, then check again. The file itself stays as it is.</p>
      <ul>
        {repairs.map(({ column, value, count, cells }) => (
          <li key={`${column.header}\n${value}`}>
            <div className={styles.line}>
              <span>
                {column.header}: <q>{value || "empty"}</q>
                {count > 1 && ` (all ${formatCount(count)} cells)`}
              </span>
              <RepairInput
                column={column}
                draft={draft}
                label={`${column.header} “${value || "empty"}” is stored as`}
                value={String(draftOf(draft, column).values?.[value.toLowerCase()] ?? "")}
                onChange={(text) => onSay(withValue(draft, column, value, text))}
              />
            </div>
            {cells.length > 0 && (
              <EachCell column={column} cells={cells} count={count} typing={typing} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface EachCellProps extends Omit<Repair, "value"> {
  typing: Typing;
}

/** Cells of one value that stand for different things: empty prices most of all. */
function EachCell({ column, cells, count, typing }: EachCellProps) {
  return (
    <details className={styles.each}>
      <summary>Fix one by one</summary>
      <ul>
        {cells.map(({ row, name }) => (
          <li key={row} className={styles.line}>
            <span>
              Row {formatCount(row)}
              {name && `, ${name}`}
            </span>
            <CellInput typing={typing} column={column} row={row} />
          </li>
        ))}
      </ul>
      {count > cells.length && (
        <p>Others follow when these are repaired: {formatCount(count - cells.length)} more.</p>
      )}
    </details>
  );
}

interface UnusualListProps {
  unusual: readonly UnusualFigures[];
  typing: Typing;
}

/** Figures unlike the catalogue's. */
export function UnusualList({ unusual, typing }: UnusualListProps) {
  if (unusual.length === 0) return null;
  return (
    <section className={styles.unusual} aria-labelledby="unusual-figures">
      <h3 id="unusual-figures" className={styles.title}>
        <CircleAlert aria-hidden />
        Are these figures right?
      </h3>
      {unusual.map(({ rows, ...figures }) => {
        const { field, column: header, count } = figures;
        const column = header ? typing.columns.find((each) => each.header === header) : undefined;
        return (
          <details key={field} className={styles.field}>
            <summary>
              <b>{FIELD_LABELS[field]}</b>: {storedText(field, rows[0]?.value)}?{" "}
              {catalogueWords(figures)}
              {count > 1 && ` (${countOf(count, "value")})`}
            </summary>
            <p>{header ? `From the column “${header}”:` : "The value for all rows:"}</p>
            <ul>
              {rows.map(({ row, year, make, model, trim, value }) => (
                <li key={row} className={styles.line}>
                  <span>
                    <b className={styles.value}>{storedText(field, value)}?</b> row {row}, {year}{" "}
                    {make} {model} {trim}
                  </span>
                  {column && <CellInput typing={typing} column={column} row={row} />}
                </li>
              ))}
              {count > rows.length && <li>...and {countOf(count - rows.length, "more row")}</li>}
            </ul>
          </details>
        );
      })}
    </section>
  );
}
