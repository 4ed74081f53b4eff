import {
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  type RefObject,
  useState,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
} from "react";
import type { EvRow } from "../../../domain/vehicle.ts";
import type { RowSort } from "../rows/row-filters.ts";
import type { RowsPage } from "../rows/rows.queries.ts";
import { type GridColumn, type GridField, isEditable } from "./grid-columns.ts";
import { handleGridKey } from "./grid-keys.ts";
import { useRowSelection } from "./row-selection.tsx";
import { readCellDrafts } from "../rows/ev-draft.ts";
import { addLike, type RowsDialog } from "../rows/row-dialogs.tsx";
import type { MenuItem } from "../../../ui/menu-items.tsx";
import { claimFieldsOf } from "../sources/claim-form.ts";
import { type CellDialogs, useCellDialogs } from "./use-cell-dialogs.ts";
import { useCellEditing } from "./use-cell-editing.ts";
import { useClipboard } from "./use-clipboard.ts";
import { findCell, useGridSelection, type GridSelection } from "./use-grid-selection.ts";
import { useSaves } from "./use-saves.ts";
import { toast } from "../../../ui/toast.ts";
import { sessionValue } from "../../../ui/session-value.ts";

/** grid.md#saving-a-cell: delay of the reload after a seating or cargo edit */
const RELOAD_AFTER_EDIT_MS = 1000;

export interface GridHandle {
  /** undoes the user's last step, such as that of the form */
  undo: () => void;
  /** removes the texts that could not be saved of a row that the user has deleted */
  forgetRow: (rowId: number) => void;
  showColumn: (field: GridField) => void;
}

export interface EvGridProps {
  handle: Ref<GridHandle>;
  /** users can undo only their own changes */
  userId: number;
  /** the visible page of the list */
  list: RowsPage;
  hidden: readonly GridField[];
  highlightedId: number | null;
  onSort: (sort: RowSort | null) => void;
  /** opens the sort and filter dialog at this column */
  onFilter: (field: GridField) => void;
  /** called when a row was clicked; it is highlighted for 3 s (limits-and-texts.md#timings) */
  onHighlight: (id: number) => void;
  onDialog: (dialog: RowsDialog) => void;
  /** for PageDown and PageUp; does nothing when there is no such page */
  onTurnPage: (step: 1 | -1) => void;
  isWaiting: boolean;
}

export type Grid = ReturnType<typeof useGrid>;

/** Combines the table's selection, editing, saving and clipboard. */
export function useGrid(
  props: EvGridProps,
  columns: readonly GridColumn[],
  table: RefObject<HTMLTableElement | null>,
  scroller: RefObject<HTMLElement | null>,
) {
  const { userId, list } = props;
  const [drafts] = useState(() => readCellDrafts(userId));
  const saves = useSaves({
    userId,
    listRows: list.evs,
    drafts: drafts.filter(({ message }) => message !== undefined),
  });
  const { rows, undo } = saves;
  const selection = useGridSelection(table, rows, columns.length);
  const reload = useReload({ isBusy: saves.isBusy, selection, scroller, undo });
  const cellDialogs = useCellDialogs(saves, selection);
  const draft = drafts.find(({ message }) => message === undefined);
  const editing = useCellEditing({ columns, saves, selection, cellDialogs, userId, draft, reload });
  const clipboard = useClipboard({ columns, saves, selection, list, editing });
  const rowSelection = useRowSelection(rows);
  useImperativeHandle(props.handle, () => ({
    undo,
    forgetRow: (rowId) => saves.forgetRows([rowId]),
    showColumn: (field) =>
      scroller.current
        ?.querySelector(`th[data-field="${field}"]`)
        ?.scrollIntoView({ block: "nearest", inline: "nearest" }),
  }));

  const onToggleRows = () => {
    const { block } = selection;
    const chosen = rows.slice(block.top, block.bottom + 1);
    rowSelection.set(chosen, !chosen.every(({ id }) => rowSelection.selected.has(id)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { onTurnPage, onFilter } = props;
    const parts = { columns, saves, selection, editing, clipboard, cellDialogs };
    handleGridKey(event, { ...parts, onTurnPage, onFilter, onToggleRows });
  };
  const onClick = (event: MouseEvent) => {
    const cell = findCell(event.target);
    const row = cell && rows[cell.row];
    if (!cell || !row || !(event.target instanceof Element)) return;
    props.onHighlight(row.id);
    if (event.target.closest("button, [data-editor]")) return;
    selection.moveTo(cell, event.shiftKey);
    const column = columns[cell.column];
    if (event.shiftKey || !column || !isEditable(column, row)) return;
    editing.open(row, column, null, true);
  };

  const menuAt = (target: EventTarget) =>
    menuItemsAt(target, { rows, columns, selection, cellDialogs }, props);

  return {
    saves,
    selection,
    editing,
    clipboard,
    cellDialogs,
    menuAt,
    rowSelection,
    handlers: { ...selection.handlers, ...clipboard.handlers, onKeyDown, onClick },
  };
}

interface MenuParts {
  rows: readonly EvRow[];
  columns: readonly GridColumn[];
  selection: GridSelection;
  cellDialogs: CellDialogs;
}

function menuItemsAt(
  target: EventTarget,
  { rows, columns, selection, cellDialogs }: MenuParts,
  { onDialog, onFilter }: EvGridProps,
): MenuItem[] {
  const heading = target instanceof Element && target.closest("thead th");
  if (heading) {
    const index = Number(heading.getAttribute("aria-colindex")) - 1;
    return columnMenuItems(columns[index], onFilter);
  }
  const cell = findCell(target);
  const [row, column] = [rows[cell?.row ?? -1], columns[cell?.column ?? -1]];
  if (!cell || !row || !column) return [];
  selection.moveTo(cell);
  const hasSources = column.field !== null && claimFieldsOf(column).length > 0;
  return [
    ...(hasSources
      ? [
          {
            label: "Sources",
            keys: "Shift+F2",
            onChoose: () => cellDialogs.openSources(row, column),
          },
        ]
      : []),
    { label: "Duplicate this row", onChoose: () => onDialog(addLike(row, false)) },
    { label: "Add a trim to this model", onChoose: () => onDialog(addLike(row, true)) },
    { label: "Delete this row", onChoose: () => onDialog({ kind: "delete", row }) },
    ...columnMenuItems(column, onFilter),
  ];
}

function columnMenuItems(
  column: GridColumn | undefined,
  onFilter: EvGridProps["onFilter"],
): MenuItem[] {
  if (!column || column.field === null) return [];
  const { field, label } = column;
  return [
    { label: `Sort and filter by ${label}`, keys: "Alt+Down", onChoose: () => onFilter(field) },
  ];
}

interface GridView {
  cell: ReturnType<GridSelection["savePosition"]>;
  windowY: number;
  scrollerTop: number;
  scrollerLeft: number;
  notice: string | null;
}

const storedView = sessionValue(
  "ev_admin_grid_view",
  (text) => JSON.parse(text ?? "null") as GridView | null, // written by this code
  (view) => view && JSON.stringify(view),
);

/**
 * Reloads the page a second after the last of these edits (grid.md#saving-a-cell) and restores its position.
 * Waits for running saves and open cells or dialogs, since keys pressed during a reload would be lost.
 * @returns requests the reload; its notice is shown again afterwards
 */
function useReload(options: {
  isBusy: () => boolean;
  selection: GridSelection;
  scroller: RefObject<HTMLElement | null>;
  undo: () => void;
}): (notice: string | null) => void {
  const { isBusy, selection, scroller, undo } = options;
  const [request, setRequest] = useState<{ notice: string | null } | null>(null);
  const reloadIfIdle = useEffectEvent(() => {
    if (isBusy() || document.querySelector("[role=dialog], [data-editor]")) return;
    storedView.set({
      cell: selection.savePosition(),
      windowY: window.scrollY,
      scrollerTop: scroller.current?.scrollTop ?? 0,
      scrollerLeft: scroller.current?.scrollLeft ?? 0,
      notice: request?.notice ?? null,
    });
    location.reload();
  });
  useEffect(() => {
    if (!request) return;
    const timer = setInterval(() => reloadIfIdle(), RELOAD_AFTER_EDIT_MS);
    return () => clearInterval(timer);
  }, [request]);

  useLayoutEffect(() => {
    const view = storedView.get();
    storedView.set(null);
    if (!view) return;
    selection.restorePosition(view.cell);
    scroller.current?.scrollTo(view.scrollerLeft, view.scrollerTop);
    window.scrollTo(0, view.windowY);
    if (view.notice !== null) {
      toast({ description: view.notice, action: { label: "Undo", onClick: undo } });
    }
    // oxlint-disable-next-line react/exhaustive-deps -- what was kept is only restored by the first render
  }, []);
  return (notice) => setRequest({ notice });
}
