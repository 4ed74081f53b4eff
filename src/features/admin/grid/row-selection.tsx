import { useRef, useState } from "react";

import { Button } from "../../../ui/button.tsx";
import { dismissToast, toastFailure } from "../../../ui/toast.ts";
import { countOf, formatCount } from "../../../domain/format.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import type { PastePlan } from "./plan-changes.ts";
import styles from "./row-selection.module.css";
import { addLike, type RowsDialog } from "../rows/row-dialogs.tsx";
import { readList, type RowsPage } from "../rows/rows.queries.ts";
import { MOST_ROWS_PER_CHANGE } from "../rows/row-filters.ts";
import {
  DeleteRowsDialog,
  MERGE_KINDS,
  MergeDialog,
  type MergeKind,
  NewYearDialog,
  pairAmong,
  SetFieldDialog,
} from "./selection-dialogs.tsx";

/** Rows selected on any page, as they were when selected. @param rows the visible page */
export function useRowSelection(rows: readonly EvRow[]) {
  const [selected, setSelected] = useState<ReadonlyMap<number, EvRow>>(new Map());
  const last = useRef<number>(null);
  const set = (some: readonly EvRow[], isSelected: boolean) =>
    setSelected((before) => {
      const next = new Map(before);
      for (const row of some) {
        if (isSelected) next.set(row.id, row);
        else next.delete(row.id);
      }
      return next;
    });
  return {
    selected,
    set,
    clear: () => setSelected(new Map()),
    /** @param isSpan selects everything from the last pressed row to this one */
    press(row: EvRow, isSpan: boolean) {
      const from = isSpan ? rows.findIndex(({ id }) => id === last.current) : -1;
      const to = rows.indexOf(row);
      const span = from < 0 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
      set(span, !selected.has(row.id));
      last.current = row.id;
    },
  };
}

type SelectionTask = "set" | "year" | MergeKind | "delete";

/** Actions for the selected rows (grid.md#selected-rows). */
export function SelectionBar(props: {
  selection: ReturnType<typeof useRowSelection>;
  /** the visible page of the list */
  list: RowsPage;
  /** returns the latest version of the row */
  findCurrent: (row: EvRow) => EvRow;
  onPlan: (plan: PastePlan) => void;
  /** called before the list is read again */
  onDeleted: (rowIds: readonly number[]) => void;
  onDialog: (dialog: RowsDialog) => void;
}) {
  const { selection, list, findCurrent, onPlan, onDialog } = props;
  const { listState, matches } = list;
  const [dialog, setDialog] = useState<SelectionTask | null>(null);
  const chosen = Array.from(selection.selected.values(), findCurrent);
  const [only] = chosen;
  if (!only) return null;
  const most = Math.min(matches, MOST_ROWS_PER_CHANGE);
  const pairs = { models: pairAmong(chosen, "models"), makes: pairAmong(chosen, "makes") };
  const selectAll = () =>
    void readList(listState).then(({ evs }) => selection.set(evs, true), toastFailure);
  const open = (task: SelectionTask) => {
    // A toast would cover what the dialog asks.
    dismissToast();
    setDialog(task);
  };
  const close = () => setDialog(null);
  const onDone = () => {
    close();
    selection.clear();
  };
  return (
    <section aria-label="Selected rows" data-selection-bar className={styles.bar}>
      <div className={styles.tasks}>
        <p role="status">
          <b>{countOf(chosen.length, "row")} selected</b>
        </p>
        <Button size="s" variant="primary" onClick={() => open("set")}>
          Set a field
        </Button>
        {chosen.length === 1 && (
          <>
            <Button size="s" onClick={() => onDialog(addLike(only, false))}>
              Duplicate
            </Button>
            <Button size="s" onClick={() => onDialog(addLike(only, true))}>
              Add trim
            </Button>
          </>
        )}
        <Button size="s" onClick={() => open("year")}>
          New model year
        </Button>
        {MERGE_KINDS.map(
          (what) =>
            pairs[what] && (
              <Button key={what} size="s" onClick={() => open(what)}>
                Merge {what}
              </Button>
            ),
        )}
        <Button size="s" onClick={() => open("delete")}>
          Delete
        </Button>
        {chosen.length < most && (
          <Button size="s" variant="quiet" onClick={selectAll}>
            Select {most < matches ? "the first" : "all"} {formatCount(most)} rows
          </Button>
        )}
        <Button size="s" variant="quiet" onClick={selection.clear}>
          Clear
        </Button>
      </div>
      {dialog === "set" && (
        <SetFieldDialog
          rows={chosen}
          onPlan={(plan) => {
            close();
            onPlan(plan);
          }}
          onDone={onDone}
          onClose={close}
        />
      )}
      {dialog === "year" && <NewYearDialog rows={chosen} onDone={onDone} onClose={close} />}
      {MERGE_KINDS.map((what) => {
        const pair = pairs[what];
        return (
          dialog === what &&
          pair && <MergeDialog key={what} {...{ what, pair, onDone }} onClose={close} />
        );
      })}
      {dialog === "delete" && (
        <DeleteRowsDialog
          rows={chosen}
          onDeleted={props.onDeleted}
          onGone={(gone) => selection.set(gone, false)}
          onDone={onDone}
          onClose={close}
        />
      )}
    </section>
  );
}
