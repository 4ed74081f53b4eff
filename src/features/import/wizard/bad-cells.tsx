/** Lists problems and notes about cells, once for all cells that are alike. */
import { clsx } from "clsx";
import { countOf, formatCount } from "../../../domain/format.ts";
import { FIELD_LABELS, isFieldName } from "../../../domain/fields.ts";
import { Fold } from "../../../ui/fold.tsx";
import type { CsvColumn } from "../columns/columns.schema.ts";
import type { Reason } from "../import.schema.ts";
import { columnMapping, fieldMapping, textKey } from "../mapping/import-mapping.ts";
import { catalogueWords, rangeText, valueAsTyped } from "../stored-text.ts";
import { MAX_VALUE_CHARACTERS } from "../limits.ts";
import styles from "./bad-cells.module.css";
import tableStyles from "./check-table.module.css";
import type { CheckAnswer } from "./import.queries.ts";
import { withValue } from "./import-draft.ts";
import type { Import } from "./use-import.ts";
import { ValueInput } from "./value-input.tsx";

function rowsText(rows: readonly number[]): string {
  if (rows[0] === 0) return "header";
  return `${rows.length > 1 ? "rows" : "row"} ${rows.map(formatCount).join(", ")}`;
}

const MOST_NOTES = 3;

/** Lists what to know of the file's figures and rows: unusual ones, then rows, then most cells. Many are folded. */
export function CellNotes({ answer }: { answer: CheckAnswer }) {
  const { notes = [], unusual } = answer;
  const sorted = notes.toSorted(
    (a, b) => Number(a.column !== "") - Number(b.column !== "") || b.count - a.count,
  );
  const items = [
    ...unusual.map(({ field, count, lowest, highest, ...bounds }) => (
      <li key={field} className={styles.unusual}>
        <b>{FIELD_LABELS[field]}</b>: {rangeText(field, lowest, highest)} in {countOf(count, "row")}?{" "}
        {catalogueWords({ field, ...bounds })}
      </li>
    )),
    ...sorted.map(({ column, message, count, cells }) => (
      <li key={`${column} ${message}`}>
        {message} ({countOf(count, column ? "cell" : "row")}
        {column && (
          <>
            {" "}
            of <b>{column}</b>
          </>
        )}
        , {rowsText(cells.map(({ row }) => row))}
        {count > cells.length && " and more"})
      </li>
    )),
  ];
  if (items.length === 0) return null;
  const more = items.splice(unusual.length + MOST_NOTES);
  return (
    <>
      <ul aria-label="Notes" className={styles.cells}>
        {items}
      </ul>
      {more.length > 0 && (
        <Fold title={countOf(more.length, "more note")}>
          <ul aria-label="More notes" className={styles.cells}>
            {more}
          </ul>
        </Fold>
      )}
    </>
  );
}

/** Why cells are bad, with each of their values once. */
export function ReasonTable(props: {
  reasons: readonly Reason[];
  /** to repair all equal values at once */
  theImport?: Import;
}) {
  const { reasons, theImport } = props;
  return (
    <table className={clsx(tableStyles.table, styles.reasons)}>
      <thead>
        <tr>
          <th scope="col">Column</th>
          <th scope="col">Reason</th>
        </tr>
      </thead>
      <tbody>
        {reasons.map(({ column: header, message, count, cells, values }) => {
          const column = theImport?.columns.find((each) => each.header === header);
          const rowsWith = (value: string) =>
            cells.filter((cell) => (cell.value ?? "") === value).map(({ row }) => row);
          const listed = values.map((each) => rowsWith(each.value).length || each.count);
          const left = count - listed.reduce((sum, each) => sum + each, 0);
          return (
            <tr key={`${header} ${message}`}>
              <td className={styles.column}>{header || "whole row"}</td>
              <td>
                {message}
                <ul className={styles.cells}>
                  {values.map(({ value, count: times }) => {
                    const rows = rowsWith(value);
                    return (
                      <li key={value}>
                        <span>
                          {value && <q>{value}</q>}{" "}
                          {rows.length > 0 ? rowsText(rows) : countOf(times, "cell")}
                        </span>
                        {theImport && column && (
                          <Repair theImport={theImport} column={column} value={value} />
                        )}
                      </li>
                    );
                  })}
                  {left > 0 && <li>...and {countOf(left, "more row")}</li>}
                </ul>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** What to read instead of a value, once for all cells with it. */
function Repair(props: { theImport: Import; column: CsvColumn; value: string }) {
  const { theImport, column, value } = props;
  const { draft, findText, changeMapping } = theImport;
  // A shortened value would not be found in the file.
  if (!isFieldName(column.field) || value.length >= MAX_VALUE_CHARACTERS) return null;
  const { values } = fieldMapping(columnMapping(draft.mapping, column));
  return (
    <ValueInput
      column={column}
      findText={findText}
      aria-label={`Replace ${column.header} “${value || "empty"}” with`}
      emptyLabel="Skip the row"
      mayClear
      value={valueAsTyped(values?.[textKey(value)])}
      onValueChange={(text) => changeMapping(withValue(draft.mapping, column, value, text))}
    />
  );
}
