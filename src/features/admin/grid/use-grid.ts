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
import type { RowListAnswer } from "../rows/rows.schema.ts";
import type { RowSort } from "../rows/row-filters.ts";
import type { ListState } from "../rows/list-query.ts";
import { type GridColumn, type GridField, isEditable } from "./grid-columns.ts";
import { handleGridKey } from "./grid-keys.ts";
import { useRowSelection } from "./row-selection.tsx";
import type { RowConflict } from "./save-queue.ts";
import { readCells } from "../rows/ev-draft.ts";
import type { EvFormValues } from "../rows/ev-form.ts";
import type { MenuItem } from "../../../ui/menu-items.tsx";
import { useUnusualValues, withRemark } from "../rows/unusual-values.ts";
import { claimFieldsOf } from "../sources/claim-form.ts";
import { type CellDialogs, useCellDialogs } from "./use-cell-dialogs.ts";
import { useCellEditing } from "./use-cell-editing.ts";
import { changeWords, type PlannedRow, useClipboard } from "./use-clipboard.ts";
import { findCell, useGridSelection, type GridSelection } from "./use-grid-selection.ts";
import { fieldsIn, type RowSaves, sendBlock, useRowSaves } from "./use-row-saves.ts";
import { type UndoableSaves, useUndoableSaves } from "./use-undo.ts";
import { toast } from "../../../ui/toast.ts";
import { sessionValue } from "../../../ui/session-value.ts";

/** The page is not reloaded while a save is running; it tries again after this time. */
const RELOAD_RETRY_MS = 200;

/** grid.md#saving-a-cell: delay of the reload after a seating or cargo edit */
const RELOAD_AFTER_EDIT_MS = 1000;

export interface GridHandle {
  undoEdit: (saved: EvRow) => void;
  /** removes the texts that could not be saved of a row that the user has deleted */
  forgetRow: (rowId: number) => void;
  showColumn: (field: GridField) => void;
}

export interface EvGridProps {
  handle: Ref<GridHandle>;
  /** users can undo only their own changes */
  userId: number;
  rows: readonly EvRow[];
  /** the list that the rows are a page of */
  listState: ListState;
  /** number of rows on all its pages */
  rowCount: number;
  /** figures that no source confirms, by row id; undefined when they are not marked */
  gaps: RowListAnswer["gaps"];
  hidden: readonly GridField[];
  highlightedId: number | null;
  onSort: (sort: RowSort | null) => void;
  /** opens the sort and filter dialog at this column */
  onFilter: (field: GridField) => void;
  /** called when a row was clicked; it is highlighted for 3 s (limits-and-texts.md#timings) */
  onHighlight: (id: number) => void;
  onEdit: (row: EvRow) => void;
  onDelete: (row: EvRow) => void;
  /** opens the form to add a row, filled from this row or only from its model */
  onAddLike: (row: EvRow, onlyModel: boolean) => void;
  /** opens the form of a row, or of a new one, with a text whose cell is no longer in the list */
  onContinueInForm: (row: EvRow | null, values: EvFormValues) => void;
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
  const { userId, listState, rowCount } = props;
  const [announcement, announce] = useState("");
  const [drafts] = useState(() => readCells(userId));
  const saves = useRowSaves(
    props.rows,
    drafts.filter(({ message }) => message !== undefined),
  );
  const { rows } = saves;
  const selection = useGridSelection(table, rows, columns.length);
  const { question, undoable } = useConflictQuestion(
    saves,
    useUndoableSaves({ userId, saves, announce }),
  );
  const { undo } = undoable;
  const reload = useReload({ isBusy: saves.isBusy, selection, scroller, undo });
  const cellDialogs = useCellDialogs({ undoable, selection, announce });
  const shared = { columns, saves, selection, announce };
  const editing = useCellEditing({
    ...shared,
    userId,
    draft: drafts.find(({ message }) => message === undefined),
    undoable,
    reload,
    onNameSource: (row, column) => cellDialogs.openSources(row, column, true),
    onMerge: (row, column, typed) => void cellDialogs.openMerge(row, column, typed),
  });
  const clipboard = useClipboard({ ...shared, listState, rowCount, editing });
  const rowSelection = useRowSelection(rows);
  useGridHandle(props.handle, { saves, undo, scroller });

  const onToggleRows = () => {
    const { block } = selection;
    const chosen = rows.slice(block.top, block.bottom + 1);
    rowSelection.set(chosen, !chosen.every(({ id }) => rowSelection.selected.has(id)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { onTurnPage, onFilter } = props;
    const parts = { columns, saves, undoable, selection, editing, clipboard, cellDialogs };
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

  const savePlanned = useBlockSaving(undoable);
  return {
    rows,
    marks: saves.marks,
    setMark: saves.setMark,
    forgetRows: saves.forgetRows,
    findLatest: saves.findLatest,
    savePlanned,
    selection,
    editing,
    clipboard,
    cellDialogs,
    question,
    menuAt,
    rowSelection,
    announcement,
    handlers: { ...selection.handlers, ...clipboard.handlers, onKeyDown, onClick },
  };
}

interface HandleParts {
  saves: RowSaves;
  undo: () => void;
  scroller: RefObject<HTMLElement | null>;
}

function useGridHandle(handle: Ref<GridHandle>, parts: HandleParts): void {
  const { saves, undo, scroller } = parts;
  useImperativeHandle(handle, () => ({
    undoEdit(saved) {
      saves.addRows([saved]);
      undo();
    },
    forgetRow: (rowId) => saves.forgetRows([rowId]),
    showColumn: (field) =>
      scroller.current
        ?.querySelector(`th[data-field="${field}"]`)
        ?.scrollIntoView({ block: "nearest", inline: "nearest" }),
  }));
}

/** Saves blocks that the user has seen, and says how much was changed (grid.md#blocks). */
function useBlockSaving({ saveChanges, undo }: UndoableSaves) {
  const describeUnusual = useUnusualValues();
  return async (planned: readonly PlannedRow[]) => {
    const changes = planned.map(({ row: seen, changes: wanted, modelRows = 1 }) => ({
      seen,
      changes: wanted,
      modelRows,
    }));
    const unusual = describeUnusual(changes);
    const outcome = await saveChanges(changes, sendBlock);
    if (outcome.kind === "saved") {
      const saved = new Set(outcome.rows.map(({ id }) => id));
      const description = `Changed ${changeWords(planned.filter(({ row }) => saved.has(row.id)))}`;
      toast({
        title: "Success",
        description: withRemark(description, await unusual),
        action: { label: "Undo", onClick: undo },
      });
    }
    return outcome;
  };
}

interface ConflictQuestion {
  conflicts: readonly RowConflict[];
  /** @param settled the remaining changes of each row; null saves nothing */
  onAnswer: (settled: readonly RowConflict["changes"][] | null) => void;
}

/** Asks which values to keep when changes would overwrite those of others, before they are saved. */
function useConflictQuestion(saves: RowSaves, undoable: UndoableSaves) {
  const [questions, setQuestions] = useState<readonly ConflictQuestion[]>([]);
  const saveChanges: UndoableSaves["saveChanges"] = async (changes, send, typed) => {
    const outcome = await undoable.saveChanges(changes, send, typed);
    if (outcome.kind !== "conflict") return outcome;
    const { conflicts } = outcome;
    const { promise, resolve: onAnswer } =
      Promise.withResolvers<Parameters<ConflictQuestion["onAnswer"]>[0]>();
    const question = { conflicts, onAnswer };
    setQuestions((waiting) => [...waiting, question]);
    const settled = await promise;
    setQuestions((waiting) => waiting.filter((each) => each !== question));
    if (!settled) return outcome;
    saves.forget(changes);
    const remaining = changes.map((change) => {
      const at = conflicts.findIndex(({ seen }) => seen.id === change.seen.id);
      const conflict = conflicts[at];
      return conflict ? { seen: conflict.current, changes: settled[at] ?? {} } : change;
    });
    const kept = remaining.filter((change) => fieldsIn(change.changes).length > 0);
    return kept.length > 0 ? saveChanges(kept, send) : outcome;
  };
  return { question: questions[0], undoable: { ...undoable, saveChanges } };
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
  { onAddLike, onDelete, onFilter }: EvGridProps,
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
  return [
    ...cellMenuItems(row, column, cellDialogs),
    { label: "Duplicate this row", onChoose: () => onAddLike(row, false) },
    { label: "Add a trim to this model", onChoose: () => onAddLike(row, true) },
    { label: "Delete this row", onChoose: () => onDelete(row) },
    ...columnMenuItems(column, onFilter),
  ];
}

function cellMenuItems(row: EvRow, column: GridColumn, dialogs: CellDialogs): MenuItem[] {
  const ofRow = { label: "History of this row", onChoose: () => dialogs.openHistory(row, null) };
  if (column.field === null) return [ofRow];
  const sources = {
    label: "Sources",
    keys: "Shift+F2",
    onChoose: () => dialogs.openSources(row, column),
  };
  return [
    ...(claimFieldsOf(column).length > 0 ? [sources] : []),
    {
      label: "History of this cell",
      keys: "Alt+Up",
      onChoose: () => dialogs.openHistory(row, column),
    },
    ofRow,
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
  cell: ReturnType<GridSelection["describe"]>;
  windowY: number;
  scrollerTop: number;
  scrollerLeft: number;
  notice: string | null;
}

const storedView = sessionValue(
  "ev_admin_grid_view",
  (text) => JSON.parse(text ?? "null") as { address: string; view: GridView } | null, // written by this code
  (kept) => kept && JSON.stringify(kept),
);

const currentAddress = () => location.pathname + location.search;

/** Takes the view stored for the current address, once. */
function takeView(): GridView | null {
  const lastView = storedView.get();
  storedView.set(null);
  return lastView?.address === currentAddress() ? lastView.view : null;
}

interface ReloadOptions {
  isBusy: () => boolean;
  selection: GridSelection;
  scroller: RefObject<HTMLElement | null>;
  undo: UndoableSaves["undo"];
}

/**
 * Reloads the page one second after the last of these edits (grid.md#saving-a-cell) and restores its
 * position. Waits for running saves and open cells or dialogs, since keys pressed during a reload would be
 * lost.
 * @returns a function that requests the reload; its notice is shown again afterwards
 */
function useReload(options: ReloadOptions): (notice: string | null) => void {
  const { isBusy, selection, scroller, undo } = options;
  const [request, setRequest] = useState<{ notice: string | null } | null>(null);
  const reloadIfIdle = useEffectEvent(() => {
    if (isBusy() || document.querySelector("[role=dialog], [data-editor]")) return;
    const view = {
      cell: selection.describe(),
      windowY: window.scrollY,
      scrollerTop: scroller.current?.scrollTop ?? 0,
      scrollerLeft: scroller.current?.scrollLeft ?? 0,
      notice: request?.notice ?? null,
    };
    storedView.set({ address: currentAddress(), view });
    location.reload();
  });
  useEffect(() => {
    if (!request) return;
    let again: ReturnType<typeof setInterval>;
    const first = setTimeout(() => {
      again = setInterval(() => reloadIfIdle(), RELOAD_RETRY_MS);
      reloadIfIdle();
    }, RELOAD_AFTER_EDIT_MS);
    return () => {
      clearTimeout(first);
      clearInterval(again);
    };
  }, [request]);

  useLayoutEffect(() => {
    const view = takeView();
    if (!view) return;
    selection.restore(view.cell);
    scroller.current?.scrollTo(view.scrollerLeft, view.scrollerTop);
    window.scrollTo(0, view.windowY);
    if (view.notice !== null) {
      toast({ description: view.notice, action: { label: "Undo", onClick: undo } });
    }
    // oxlint-disable-next-line react/exhaustive-deps -- what was kept is only restored by the first render
  }, []);
  return (notice) => setRequest({ notice });
}
