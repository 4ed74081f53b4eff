import { type Dispatch, useEffect, useEffectEvent } from "react";

import type { EvRow } from "../../vehicle/vehicle.ts";
import { columnOf } from "./grid-columns.ts";
import type { Editing, EvGridProps, GridEvent } from "./grid-state.ts";

/** Tells the dashboard what stands in the open cell, and closes a cell whose row is gone. */
export function useTypedCell(
  editing: Editing | null,
  rows: readonly EvRow[],
  onTyping: EvGridProps["onTyping"],
  dispatch: Dispatch<GridEvent>,
): void {
  const tell = useEffectEvent(onTyping);
  const isGone = editing !== null && !rows.some(({ id }) => id === editing.row.id);
  useEffect(() => {
    const column = editing && columnOf(editing.field);
    const typed = editing?.now ?? editing?.typed ?? null;
    tell(editing && column && typed !== null ? { row: editing.row, column, typed } : null);
  }, [editing]);
  useEffect(() => {
    // What was typed is the dashboard's to show.
    if (isGone) dispatch({ type: "closed" });
  }, [isGone, dispatch]);
}
