import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useId, useRef } from "react";
import styles from "./row-tables.module.css";
import { moveInTable } from "./typed-cells.tsx";

const ROW_HEIGHT_PX = 57;
const OVERSCAN_ROWS = 8;

interface RowTableProps<Row> {
  label: string;
  rows: readonly Row[];
  columnCount: number;
  head: ReactNode;
  /** how the cells are used by keyboard, where they can be changed */
  caption?: string;
  /** the cells of a row */
  children: (row: Row, index: number) => ReactNode;
}

/**
 * A table of as many rows as a file has, of which only those in view are in the document. It is one
 * stop of the Tab key, however many cells it has.
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

/** In place of the rows that are not in the document. */
function Space({ height, columnCount }: { height: number; columnCount: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className={styles.space}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it is only space */}
      <td colSpan={columnCount} style={{ height }} />
    </tr>
  );
}
