/** What is wrong with cells, or worth knowing of them, said once for all that are alike. */
import { countOf, formatCount } from "../../../vehicle/counts.ts";
import type { Note, Reason } from "../import.schema.ts";
import styles from "./row-tables.module.css";

/** The first cells of a reason by what stands in them, so that nothing is said twice. */
function byValue(cells: Reason["cells"]): [value: string | undefined, rows: number[]][] {
  const rows = new Map<string | undefined, number[]>();
  for (const { row, value } of cells) rows.set(value, [...(rows.get(value) ?? []), row]);
  return [...rows];
}

function rowsText(rows: readonly number[]): string {
  if (rows[0] === 0) return "header";
  return `${rows.length > 1 ? "rows" : "row"} ${rows.map(formatCount).join(", ")}`;
}

/** Cells of which only a part is stored. */
export function Notes({ notes }: { notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <ul aria-label="Notes" className={styles.cells}>
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
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Column</th>
          <th scope="col">Reason</th>
        </tr>
      </thead>
      <tbody>
        {reasons.map(({ column, message, count, cells }) => (
          <tr key={`${column} ${message}`}>
            <td className={styles.column}>{column || "whole row"}</td>
            <td>
              {message}
              <ul className={styles.cells}>
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
