import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useId, useRef } from "react";
import styles from "./row-tables.module.css";
import { moveInTable, EditableCell, type Typing } from "./typed-cells.tsx";
import { FIELD_LABELS, isFieldName } from "../../../domain/fields.ts";
import type { DryRunAnswer, SkippedRow } from "../import.schema.ts";
import { storedText } from "../stored-text.ts";

const ROW_HEIGHT_PX = 57;
const OVERSCAN_ROWS = 8;

interface RowTableProps<Row> {
  label: string;
  rows: readonly Row[];
  columnCount: number;
  head: ReactNode;
  /** explains the keys, if cells can be edited */
  caption?: string;
  /** renders the cells of a row */
  children: (row: Row, index: number) => ReactNode;
}

/**
 * A table with any number of rows that renders only the visible ones. It is a single Tab stop, however many
 * cells it has.
 */
export function RowTable<Row>(props: RowTableProps<Row>) {
  const { label, rows, columnCount, head, caption, children } = props;
  const id = useId();
  const region = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count: rows.length,
    getScrollElement: () => region.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: OVERSCAN_ROWS,
  });
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its cells have the keys
    <div
      ref={region}
      role="region"
      aria-label={label}
      {...(caption !== undefined && { "aria-describedby": `${id}keys` })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by the keyboard too
      tabIndex={0}
      className={styles.wide}
      onKeyDown={moveInTable}
    >
      <table className={styles.table} aria-rowcount={rows.length + 1}>
        {caption !== undefined && <caption id={`${id}keys`}>{caption}</caption>}
        <thead>
          <tr aria-rowindex={1}>{head}</tr>
        </thead>
        <tbody>
          <Space height={before} columnCount={columnCount} />
          {items.map(({ index, key }) => {
            const row = rows[index];
            return (
              row !== undefined && (
                <tr
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  aria-rowindex={index + 2}
                >
                  {children(row, index)}
                </tr>
              )
            );
          })}
          <Space height={after} columnCount={columnCount} />
        </tbody>
      </table>
    </div>
  );
}

/** Fills the space of rows that are not rendered. */
function Space({ height, columnCount }: { height: number; columnCount: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className={styles.space}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it is only space */}
      <td colSpan={columnCount} style={{ height }} />
    </tr>
  );
}

/** Lists each difference between the file and the catalogue. */
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
