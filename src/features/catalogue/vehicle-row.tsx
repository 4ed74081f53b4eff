import { type ReactNode, type Ref, useEffect, useState } from "react";

import type { CardTurns } from "./card-turns.ts";
import type { Row } from "./use-rows.ts";
import styles from "./vehicle-list.module.css";

export interface VehicleRowProps {
  row: Row;
  /** rows of the whole list */
  count: number;
  turns: CardTurns;
  ref: Ref<HTMLLIElement>;
  /** the card */
  children: ReactNode;
}

/** A row of the list. Among many new ones its card comes when it is its turn; its place is there. */
export function VehicleRow({ row, count, turns, ref, children }: VehicleRowProps) {
  const { index, size, isLate } = row;
  const [isDrawn, setDrawn] = useState(!isLate);
  useEffect(() => (isDrawn ? undefined : turns.wait(() => setDrawn(true))), [isDrawn, turns]);
  return (
    <li
      ref={ref}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={styles.row}
      style={isDrawn ? undefined : { height: size }}
    >
      {isDrawn && children}
    </li>
  );
}
