import { useState } from "react";

import { Button } from "../../ui/button.tsx";
import { formatCount } from "../../vehicle/counts.ts";
import styles from "./repairs.module.css";
import { draftOf, type ImportDraft, meaningsOf } from "./import-draft.ts";
import type { BadCell } from "./import-schemas.server.ts";
import type { CheckAnswer } from "./import.client.ts";
import { MAX_VALUE_CHARACTERS } from "./limits.ts";
import {
  isWrong,
  type RepairColumn,
  repairColumn,
  RepairInput,
  withCells,
} from "./repair-cells.tsx";

interface Repair extends RepairColumn {
  key: string;
  value: string;
  count: number;
  /** the first of its cells, where there are several */
  cells: readonly BadCell[];
}

/** Values of bad cells whose column is a field: each can be said once, for all cells alike. */
function repairsOf({ reasons, invalid, columns }: CheckAnswer, draft: ImportDraft): Repair[] {
  return reasons.flatMap(({ column: header, message, values }) => {
    const of = repairColumn(header, columns, draft);
    if (!of) return [];
    return values
      .filter(({ value }) => value.length < MAX_VALUE_CHARACTERS)
      .map(({ value, count }) => {
        const cells = invalid.filter(
          (cell) =>
            cell.column === header && cell.message === message && (cell.value ?? "") === value,
        );
        return {
          ...of,
          key: `${header}\n${value}`,
          value,
          count,
          cells: cells.length > 1 ? cells : [],
        };
      });
  });
}

interface RepairsProps {
  answer: CheckAnswer;
  draft: ImportDraft;
  onRepair: (draft: ImportDraft) => void;
}

export function Repairs({ answer, draft, onRepair }: RepairsProps) {
  const repairs = repairsOf(answer, draft);
  /** by the key of a repair, or of one cell */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const textOf = ({ key, field, value }: Repair) =>
    typed[key] ?? meaningsOf(field)[value.toLowerCase()] ?? "";
  const alike = repairs.filter((repair) => textOf(repair) !== "");
  const single = repairs.flatMap((repair) =>
    repair.cells.flatMap((cell) => {
      const text = typed[cellKey(cell)] ?? "";
      return text === "" ? [] : [{ ...repair, cell, text }];
    }),
  );
  if (repairs.length === 0) return null;
  const type = (key: string, text: string) => setTyped({ ...typed, [key]: text });
  const apply = () => {
    const columns = { ...draft.columns };
    for (const repair of alike) {
      const { column, field, value } = repair;
      const before = columns[column.header] ?? draftOf(draft, column);
      const values = { ...before.values, [value.toLowerCase()]: textOf(repair) };
      columns[column.header] = { ...before, field, values };
    }
    const cells = single.map(({ cell: { row, column }, text }) => ({ row, column, text }));
    onRepair(withCells({ ...draft, columns }, cells));
  };
  const isReady =
    alike.length + single.length > 0 &&
    !alike.some((repair) => isWrong(repair, textOf(repair))) &&
    !single.some((repair) => isWrong(repair, repair.text));
  return (
    <form
      className={styles.repairs}
      aria-label="Repair"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <p>Repair values here. The file itself stays as it is.</p>
      <ul>
        {repairs.map((repair) => (
          <li key={repair.key}>
            <div className={styles.line}>
              <span>
                {repair.column.header}: <q>{repair.value || "empty"}</q>
                {repair.count > 1 && ` (all ${formatCount(repair.count)} cells)`}
              </span>
              <RepairInput
                of={repair}
                label={`${repair.column.header} “${repair.value || "empty"}” is stored as`}
                value={textOf(repair)}
                onChange={(text) => type(repair.key, text)}
              />
            </div>
            {repair.cells.length > 0 && <EachCell repair={repair} typed={typed} onType={type} />}
          </li>
        ))}
      </ul>
      <Button type="submit" size="s" disabled={!isReady}>
        Check again with these values
      </Button>
    </form>
  );
}

const cellKey = ({ row, column }: Pick<BadCell, "row" | "column">) => `${row} ${column}`;

interface EachCellProps {
  repair: Repair;
  typed: Readonly<Record<string, string>>;
  onType: (key: string, text: string) => void;
}

/** Cells of one value that stand for different things: empty prices most of all. */
function EachCell({ repair, typed, onType }: EachCellProps) {
  const { cells, count, column } = repair;
  return (
    <details className={styles.each}>
      <summary>Each on its own</summary>
      <ul>
        {cells.map((cell) => (
          <li key={cellKey(cell)} className={styles.line}>
            <span>
              Row {formatCount(cell.row)}
              {cell.name && `, ${cell.name}`}
            </span>
            <RepairInput
              of={repair}
              label={`${column.header} of row ${cell.row} is stored as`}
              value={typed[cellKey(cell)] ?? ""}
              onChange={(text) => onType(cellKey(cell), text)}
            />
          </li>
        ))}
      </ul>
      {count > cells.length && (
        <p>Others follow when these are repaired: {formatCount(count - cells.length)} more.</p>
      )}
    </details>
  );
}
