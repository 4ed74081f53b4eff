/** Lists problems and notes about cells, once for all cells that are alike. */
import { clsx } from "clsx";
import { CircleAlert } from "lucide-react";
import { countOf, formatCount } from "../../../domain/format.ts";
import { FIELD_LABELS, isFieldName } from "../../../domain/fields.ts";
import { Fold } from "../../../ui/fold.tsx";
import type { CsvColumn } from "../columns/columns.schema.ts";
import type { Note, Reason, UnusualFigures } from "../import.schema.ts";
import { columnMapping, fieldMapping, textKey } from "../mapping/import-mapping.ts";
import { catalogueWords, spanText, valueAsTyped } from "../stored-text.ts";
import { MAX_VALUE_CHARACTERS } from "../limits.ts";
import styles from "./bad-cells.module.css";
import tableStyles from "./check-table.module.css";
import type { Typing } from "./check-table.tsx";
import { withValue } from "./import-draft.ts";
import { Replacement } from "./value-input.tsx";

function rowsText(rows: readonly number[]): string {
  if (rows[0] === 0) return "header";
  return `${rows.length > 1 ? "rows" : "row"} ${rows.map(formatCount).join(", ")}`;
}

const MOST_NOTES = 3;

/** Lists what to know of the file's figures and rows: first of rows, then of most cells. Many are folded. */
export function CellNotes({ notes }: { notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  const sorted = notes.toSorted(
    (a, b) => Number(a.column !== "") - Number(b.column !== "") || b.count - a.count,
  );
  const more = sorted.splice(MOST_NOTES);
  return (
    <>
      <NoteList label="Notes" notes={sorted} />
      {more.length > 0 && (
        <Fold title={countOf(more.length, "more note")}>
          <NoteList label="More notes" notes={more} />
        </Fold>
      )}
    </>
  );
}

function NoteList({ label, notes }: { label: string; notes: readonly Note[] }) {
  return (
    <ul aria-label={label} className={styles.cells}>
      {notes.map(({ column, message, count, cells }) => (
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
      ))}
    </ul>
  );
}

/** Why cells are bad, with each of their values once. */
export function ReasonTable(props: {
  reasons: readonly Reason[];
  /** to repair all equal values at once */
  typing?: Typing;
}) {
  const { reasons, typing } = props;
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
          const column = typing?.columns.find((each) => each.header === header);
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
                        {typing && column && (
                          <Repair typing={typing} column={column} value={value} />
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
function Repair(props: { typing: Typing; column: CsvColumn; value: string }) {
  const { typing, column, value } = props;
  const { mapping, findText, onMappingChange } = typing;
  // A shortened value would not be found in the file.
  if (!isFieldName(column.field) || value.length >= MAX_VALUE_CHARACTERS) return null;
  const { values } = fieldMapping(columnMapping(mapping, column));
  return (
    <Replacement
      column={column}
      findText={findText}
      label={`Replace ${column.header} “${value || "empty"}” with`}
      emptyLabel="Leave as is (the row is skipped)"
      value={valueAsTyped(values?.[textKey(value)])}
      onChange={(text) => onMappingChange(withValue(mapping, column, value, text))}
    />
  );
}

/** Asks about figures that are far from those in the catalogue, once for each field. */
export function UnusualList({ unusual }: { unusual: readonly UnusualFigures[] }) {
  if (unusual.length === 0) return null;
  return (
    <section className={styles.unusual} aria-labelledby="unusual-figures">
      <h3 id="unusual-figures" className={styles.title}>
        <CircleAlert aria-hidden size={20} />
        Are these figures right?
      </h3>
      {unusual.map(({ field, count, lowest, highest, ...bounds }) => (
        <p key={field}>
          <b>{FIELD_LABELS[field]}</b>: {spanText(field, lowest, highest)} in{" "}
          {countOf(count, "row")}? {catalogueWords({ field, ...bounds })}
        </p>
      ))}
    </section>
  );
}
