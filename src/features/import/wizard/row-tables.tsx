import { FIELD_LABELS, isFieldName } from "../../../domain/fields.ts";
import type { DryRunAnswer, SkippedRow } from "../import.schema.ts";
import { storedText } from "./import-texts.ts";
import { RowTable } from "./row-table.tsx";
import styles from "./row-tables.module.css";
import { EditableCell, type Typing } from "./typed-cells.tsx";

/** Each difference between the file and the catalogue. */
export function Differences(props: { rows: DryRunAnswer["updated"]; typing: Typing }) {
  const { rows, typing } = props;
  const differences = rows.flatMap(({ row, name, changes }) =>
    Object.entries(changes).flatMap(([field, [before, after]], at) =>
      isFieldName(field) ? [{ row, name, field, before, after, isFirst: at === 0 }] : [],
    ),
  );
  return (
    <RowTable
      label="Differences"
      caption="Press a cell to change it; arrow keys go from cell to cell."
      rows={differences}
      columnCount={4}
      head={
        <>
          <th scope="col" className={styles.number}>
            Row
          </th>
          <th scope="col">Field</th>
          <th scope="col">Now</th>
          <th scope="col">Then</th>
        </>
      }
    >
      {({ row, name, field, before, after, isFirst }) => {
        const column = typing.columns.find((each) => each.field === field);
        const then = <b>{storedText(field, after)}</b>;
        return (
          <>
            <td className={styles.number}>{isFirst && row}</td>
            <td>
              {isFirst && <div>{name}</div>}
              {FIELD_LABELS[field]}
            </td>
            <td>{storedText(field, before)}</td>
            <td>
              {column ? (
                <EditableCell typing={typing} row={row} column={column} value={after}>
                  {then}
                </EditableCell>
              ) : (
                then
              )}
            </td>
          </>
        );
      }}
    </RowTable>
  );
}

const NAME_HEADINGS = ["Make", "Model", "Trim", "Year"];

export function NameTable({ rows }: { rows: readonly SkippedRow[] }) {
  return (
    <RowTable
      label="Skipped rows"
      rows={rows}
      columnCount={NAME_HEADINGS.length + 1}
      head={
        <>
          <th scope="col" className={styles.number}>
            Row
          </th>
          {NAME_HEADINGS.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </>
      }
    >
      {({ row, make, model, trim, year }) => (
        <>
          <td className={styles.number}>{row}</td>
          <td className={styles.text}>{make}</td>
          <td className={styles.text}>{model}</td>
          <td className={styles.text}>{trim}</td>
          <td>{year}</td>
        </>
      )}
    </RowTable>
  );
}
