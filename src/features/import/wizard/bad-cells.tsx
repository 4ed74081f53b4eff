/** Lists problems and notes about cells, once for all cells that are alike. */
import { countOf, formatCount } from "../../../domain/format.ts";
import type { BadCell, Note, Reason, UnusualFigures } from "../import.schema.ts";
import tableStyles from "./row-tables.module.css";
import { CircleAlert } from "lucide-react";
import { FIELD_LABELS, isFieldName } from "../../../domain/fields.ts";
import styles from "./repairs.module.css";
import type { CsvColumn } from "../columns/columns.schema.ts";
import { isNameMapping } from "../mapping/import-mapping.ts";
import { catalogueWords, storedText } from "../stored-text.ts";
import { columnMapping, textOfValue, withValue } from "./import-draft.ts";
import type { CheckAnswer } from "./import.queries.ts";
import { LISTED_ROWS, MAX_VALUE_CHARACTERS } from "../limits.ts";
import { CellInput, RepairInput, type Typing } from "./typed-cells.tsx";

/** Groups the first cells of a reason by value, so that nothing is listed twice. */
function byValue(cells: Reason["cells"]): [value: string | undefined, rows: number[]][] {
  const rows = new Map<string | undefined, number[]>();
  for (const { row, value } of cells) rows.set(value, [...(rows.get(value) ?? []), row]);
  return [...rows];
}

function rowsText(rows: readonly number[]): string {
  if (rows[0] === 0) return "header";
  return `${rows.length > 1 ? "rows" : "row"} ${rows.map(formatCount).join(", ")}`;
}

/** Lists cells that are only partly stored. */
export function CellNotes({ notes }: { notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Notes" className={tableStyles.cells}>
      {notes.map(({ column, message, count, cells }) => (
        <li key={`${column} ${message}`}>
          {message} ({countOf(count, "cell")} of <b>{column}</b>,{" "}
          {rowsText(cells.map(({ row }) => row))}
          {count > cells.length && " and more"})
        </li>
      ))}
    </ul>
  );
}

export function ReasonTable({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <table className={tableStyles.table}>
      <thead>
        <tr>
          <th scope="col">Column</th>
          <th scope="col">Reason</th>
        </tr>
      </thead>
      <tbody>
        {reasons.map(({ column, message, count, cells }) => (
          <tr key={`${column} ${message}`}>
            <td className={tableStyles.column}>{column || "whole row"}</td>
            <td>
              {message}
              <ul className={tableStyles.cells}>
                {byValue(cells).map(([value, rows]) => (
                  <li key={value ?? ""}>
                    {value !== undefined && (
                      <>
                        <q>{value}</q>{" "}
                      </>
                    )}
                    {rowsText(rows)}
                  </li>
                ))}
                {count > cells.length && (
                  <li>...and {countOf(count - cells.length, "more row")}</li>
                )}
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Repair {
  column: CsvColumn;
  value: string;
  count: number;
  /** the first of its cells, if there are several */
  cells: readonly BadCell[];
}

/** Bad values in columns that are fields, each of which can be mapped once for all equal cells. */
function repairsOf({ reasons, invalid, columns }: CheckAnswer): Repair[] {
  const cellKey = (...parts: string[]) => parts.join("\n");
  const alike = Map.groupBy(invalid, (cell) =>
    cellKey(cell.column, cell.message, cell.value ?? ""),
  );
  return reasons.flatMap(({ column: header, message, values }) => {
    const column = columns.find((each) => each.header === header);
    if (!column || !isFieldName(column.field)) return [];
    return values
      .filter(({ value }) => value.length < MAX_VALUE_CHARACTERS)
      .map(({ value, count }) => {
        const cells = alike.get(cellKey(header, message, value)) ?? [];
        return { column, value, count, cells: cells.length > 1 ? cells.slice(0, LISTED_ROWS) : [] };
      });
  });
}

export function Repairs({ answer, typing }: { answer: CheckAnswer; typing: Typing }) {
  const { mapping, findText, onMappingChange } = typing;
  const valueOf = (column: CsvColumn, value: string) => {
    const mapped = columnMapping(mapping, column);
    const values = isNameMapping(mapped) ? {} : mapped.values;
    return textOfValue(column.field ?? "", values?.[value.toLowerCase()]);
  };
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
                findText={findText}
                label={`${column.header} “${value || "empty"}” is stored as`}
                value={valueOf(column, value)}
                onChange={(text) => onMappingChange(withValue(mapping, column, value, text))}
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

/** For equal cells that need different values, which is most often the case for empty prices. */
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
        <p>The other {formatCount(count - cells.length)} are in the table below.</p>
      )}
    </details>
  );
}

interface UnusualListProps {
  unusual: readonly UnusualFigures[];
  typing: Typing;
}

/** Lists figures that are far from those in the catalogue. */
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
