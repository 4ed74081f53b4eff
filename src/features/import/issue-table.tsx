import type { BadCell } from "./import-answer.ts";
import styles from "./row-table.module.css";

/** What is wrong with a file: row, column and reason. */
export function IssueTable({ issues }: { issues: readonly BadCell[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col" className={styles.number}>
            Row
          </th>
          <th scope="col">Column</th>
          <th scope="col">Reason</th>
        </tr>
      </thead>
      <tbody>
        {issues.map(({ row, column, message }) => (
          <tr key={`${row} ${column} ${message}`}>
            <td className={styles.number}>{row === 0 ? "header" : row}</td>
            <td className={styles.column}>{column || "whole row"}</td>
            <td>{message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
