import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import styles from "./check-table.module.css";

const ROW_HEIGHT_PX = 36;
const OVERSCAN_ROWS = 12;
const KEYS = "Press a cell to change it; arrow keys go from cell to cell.";

interface RowTableProps<Row> {
  label: string;
  rows: readonly Row[];
  /** names of the columns, or whole header cells */
  head: readonly ReactNode[];
  isEditable?: boolean;
  children: (row: Row) => ReactNode;
}

/** Renders only the visible rows of a table. It is a single Tab stop, however many cells it has. */
export function RowTable<Row>({
  label,
  rows,
  head,
  isEditable = false,
  children,
}: RowTableProps<Row>) {
  const id = useId();
  const region = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
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
      {...(isEditable && { "aria-describedby": `${id}keys` })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by the keyboard too
      tabIndex={0}
      className={styles.wide}
      onKeyDown={moveInTable}
    >
      <table className={styles.table} aria-rowcount={rows.length + 1}>
        {isEditable && <caption id={`${id}keys`}>{KEYS}</caption>}
        <thead>
          <tr aria-rowindex={1}>
            {head.map((cell) =>
              typeof cell === "string" ? (
                <th key={cell} scope="col">
                  {cell}
                </th>
              ) : (
                cell
              ),
            )}
          </tr>
        </thead>
        <tbody>
          <Space height={before} />
          {items.map(({ index, key }) => {
            const row = rows[index];
            return (
              row !== undefined && (
                <tr key={key} aria-rowindex={index + 2}>
                  {children(row)}
                </tr>
              )
            );
          })}
          <Space height={after} />
        </tbody>
      </table>
    </div>
  );
}

/** Fills the space of rows that are not rendered. */
function Space({ height }: { height: number }) {
  return height > 0 && <tr aria-hidden style={{ height }} />;
}

const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** Arrow keys move between cells, and from the table itself to the first one. */
function moveInTable(event: KeyboardEvent<HTMLElement>): void {
  const [down, right] = STEPS[event.key] ?? [];
  const { currentTarget, target } = event;
  if (down === undefined || right === undefined) return;
  const rows = [...currentTarget.querySelectorAll("tbody tr")]
    .map((row) => [...row.querySelectorAll("button")])
    .filter((row) => row.length > 0);
  const at = rows.findIndex((row) => row.some((cell) => cell === target));
  if (at < 0 && target !== currentTarget) return;
  const cellIndex = rows[at]?.findIndex((cell) => cell === target) ?? 0;
  const next = at < 0 ? rows[0]?.[0] : rows[at + down]?.[cellIndex + right];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
