import { useLayoutEffect, useMemo, useRef } from "react";

import type { EvRow } from "../../vehicle/vehicle.ts";
import type { FieldColumn } from "./grid-columns.ts";
import type { AfterSave } from "./grid-keys.ts";

/** What cells ask of their table. The object stays the same for as long as the table stands. */
export interface GridCommands {
  /**
   * Saves what the open editor holds and closes it.
   * @returns what is wrong; the editor then stays open
   */
  commit: (text: string, after: AfterSave) => string | undefined;
  /** something was typed into the open editor */
  type: (text: string) => void;
  /** closes the editor; the stored value stands */
  cancel: () => void;
  /** the focus left the editor: saves it, and keeps what cannot be saved beside the cell */
  leave: (text: string) => void;
  toggle: (row: EvRow, column: FieldColumn) => void;
  /** opens the editor with what could not be saved */
  retry: (row: EvRow, column: FieldColumn) => void;
  edit: (row: EvRow) => void;
  remove: (row: EvRow) => void;
}

/** The same object in every rendering, whose functions do what the latest ones do. */
export function useStableCommands(latest: GridCommands): GridCommands {
  const current = useRef(latest);
  useLayoutEffect(() => {
    current.current = latest;
  });
  return useMemo(
    () => ({
      commit: (...given) => current.current.commit(...given),
      type: (...given) => current.current.type(...given),
      cancel: () => current.current.cancel(),
      leave: (...given) => current.current.leave(...given),
      toggle: (...given) => current.current.toggle(...given),
      retry: (...given) => current.current.retry(...given),
      edit: (...given) => current.current.edit(...given),
      remove: (...given) => current.current.remove(...given),
    }),
    [],
  );
}
