import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useState,
} from "react";

import {
  activePlace,
  type EvGridProps,
  FIRST_STATE,
  gridReducer,
  isBlock,
  selectedBlock,
  shownRow,
} from "./grid-state.ts";
import {
  columnOf,
  type FieldColumn,
  type GridColumn,
  isEditable,
  isOptional,
  plainText,
  readCell,
  toggled,
} from "./grid-columns.ts";
import { isInEditor, placeOf, useGridFocus, walkInside } from "./grid-focus.ts";
import {
  type AfterSave,
  type GridPlace,
  type KeyAction,
  placeAfter,
  readKey,
} from "./grid-keys.ts";
import { useGridPlans } from "./grid-plans.ts";
import { keepPlace, restorePlace } from "./grid-reload.ts";
import { useGridSaving } from "./grid-saves.ts";
import type { EvRow } from "../../../vehicle/vehicle.ts";

const READ_ONLY_NAME = "Make and model are changed in the model's first row";

export type GridCommands = ReturnType<typeof useGrid>["commands"];

export function useGrid(
  props: EvGridProps,
  columns: readonly GridColumn[],
  table: RefObject<HTMLTableElement | null>,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const [state, dispatch] = useReducer(gridReducer, FIRST_STATE);
  const [said, say] = useState("");
  const { editing, marks } = state;
  const saving = useGridSaving({
    props,
    dispatch,
    say,
    keepPlace: () => {
      const box = scroller.current;
      keepPlace({
        ...state.active,
        hadFocus: focus.held.current,
        windowY: window.scrollY,
        scrollerTop: box?.scrollTop ?? 0,
        scrollerLeft: box?.scrollLeft ?? 0,
      });
    },
  });
  const { rows } = saving;
  const at = activePlace(state, rows, columns.length);
  const block = selectedBlock(state, at, rows.length);
  const focus = useGridFocus(table, at, editing !== null, rows);
  const shown = rows.map((row) => shownRow(row, marks[row.id]));
  const size = { rows: rows.length, columns: columns.length };
  const activeRow = rows[at.row];
  const activeColumn = columns[at.column];

  useLayoutEffect(() => {
    restorePlace(dispatch, scroller.current, focus.held);
    // oxlint-disable-next-line react/exhaustive-deps -- the kept place is for the first rendering
  }, []);

  const isRowGone = editing !== null && !rows.some(({ id }) => id === editing.row.id);
  const giveUp = useEffectEvent(() => {
    const column = editing && columnOf(editing.field);
    const typed = editing?.now ?? editing?.typed ?? null;
    dispatch({ type: "closed" });
    // What was typed is the dashboard's to show.
    if (column && typed !== null) props.onRowGone({ row: editing.row, column, typed });
  });
  useEffect(() => {
    if (isRowGone) giveUp();
  }, [isRowGone]);

  const move = (to: GridPlace, extending = false) => {
    const rowId = rows[to.row]?.id ?? null;
    dispatch({ type: "moved", to, rowId, extends: extending, from: at });
  };

  const open = (row: EvRow, column: FieldColumn, typed: string | null, byPointer = false) => {
    const mark = marks[row.id]?.[column.field];
    // What failed is offered again, until something else is typed.
    const again = typed === null && mark?.state === "failed" ? mark : null;
    const pending = typed === null && mark?.state === "saving" ? plainText(mark.value) : typed;
    dispatch({
      type: "opened",
      editing: {
        row,
        field: column.field,
        typed: again?.typed ?? pending,
        byPointer,
        ...(again && { message: again.message }),
      },
    });
  };

  /** Saves text that was typed, unless it says what stands already. */
  const submit = (text: string): string | undefined => {
    const column = editing && columnOf(editing.field);
    if (!column) return undefined;
    const { row } = editing;
    const reading = readCell(column, text);
    if (reading.message !== undefined) return reading.message;
    dispatch({ type: "closed" });
    if (reading.value === shownRow(row, marks[row.id])[column.field]) {
      dispatch({ type: "marked", rowId: row.id, field: column.field, mark: null });
    } else {
      void saving.saveCell(row, column, reading.value, text);
    }
    return undefined;
  };

  const commands = {
    /**
     * Saves what the open editor holds and closes it.
     * @returns what is wrong; the editor then stays open
     */
    commit: (text: string, after: AfterSave): string | undefined => {
      const message = submit(text);
      if (message === undefined && after !== "stay") move(placeAfter(at, after, size));
      return message;
    },
    type: (text: string) => dispatch({ type: "typed", text }),
    cancel: () => dispatch({ type: "closed" }),
    /** The focus left the editor: saves it, and keeps what cannot be saved beside the cell. */
    leave: (text: string) => {
      const message = submit(text);
      if (message === undefined || !editing) return;
      dispatch({ type: "closed" });
      const mark = { state: "failed", typed: text, message } as const;
      dispatch({ type: "marked", rowId: editing.row.id, field: editing.field, mark });
      say(`Not saved: ${message}`);
    },
    toggle: (row: EvRow, column: FieldColumn) => {
      const value = toggled(shownRow(row, marks[row.id])[column.field]);
      void saving.saveCell(row, column, value, String(value));
    },
    retry: (row: EvRow, column: FieldColumn) => {
      const mark = marks[row.id]?.[column.field];
      move({ row: rows.indexOf(row), column: columns.indexOf(column) });
      if (column.kind !== "boolean") open(row, column, null);
      else if (mark?.state === "failed") put(row, column, mark.typed);
    },
    edit: props.onEdit,
    remove: props.onDelete,
  };

  const put = (row: EvRow, column: FieldColumn, text: string) => {
    const reading = readCell(column, text);
    if (reading.message !== undefined) {
      const editor = { row, field: column.field, typed: text, message: reading.message };
      dispatch({ type: "opened", editing: { ...editor, byPointer: false } });
    } else if (reading.value !== shownRow(row, marks[row.id])[column.field]) {
      void saving.saveCell(row, column, reading.value, text);
    }
  };

  const { onCopy, onPaste, fillDown, clear, ...plans } = useGridPlans({
    props,
    rows,
    columns,
    block,
    say,
    put: (text) => {
      if (!activeRow || !activeColumn) return;
      if (isEditable(activeColumn, activeRow)) put(activeRow, activeColumn, text);
      else say(READ_ONLY_NAME);
    },
  });

  const act = (action: KeyAction) => {
    if (action.do === "move") return move(action.to, action.extends);
    if (action.do === "turn") return props.onTurnPage(action.step);
    if (action.do === "undo" || action.do === "redo") return void saving[action.do]();
    if (action.do === "filter") return props.onFilter(activeColumn?.field ?? "make");
    if (!activeRow || !activeColumn) return;
    if (action.do === "fill") return fillDown();
    if (action.do === "collapse") {
      dispatch({ type: "collapsed" });
      const { field } = activeColumn;
      if (field && marks[activeRow.id]?.[field]?.state === "failed") {
        dispatch({ type: "marked", rowId: activeRow.id, field, mark: null });
      }
    } else if (action.do === "clear" && isBlock(block)) {
      clear();
    } else if (activeColumn.kind === "actions") {
      focus.enterCell();
    } else if (!isEditable(activeColumn, activeRow)) {
      if (activeColumn.field) say(READ_ONLY_NAME);
    } else if (action.do === "clear" && isOptional(activeColumn.field)) {
      put(activeRow, activeColumn, "");
    } else if (activeColumn.kind !== "boolean") {
      open(activeRow, activeColumn, action.do === "clear" ? "" : (action.typed ?? null));
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    if (isInEditor(target) || !(target instanceof HTMLElement)) return;
    if (event.nativeEvent.isComposing) return;
    if (!target.matches("[data-cell-focus]")) {
      walkInside(event, target, focus.focusCell);
      return;
    }
    const { key, shiftKey: shift, altKey: alt, ctrlKey, metaKey } = event;
    const action = readKey({ key, shift, alt, ctrl: ctrlKey || metaKey }, at, size);
    // A flag is toggled by the button that it is.
    if (!action || (action.do === "edit" && activeColumn?.kind === "boolean")) return;
    event.preventDefault();
    act(action);
  };

  const onClick = (event: MouseEvent) => {
    const place = placeOf(event.target);
    const row = place && rows[place.row];
    if (!place || !row || !(event.target instanceof Element)) return;
    props.onHighlight(row.id);
    if (event.target.closest("button, [data-editor]")) return;
    move(place, event.shiftKey);
    const column = columns[place.column];
    if (event.shiftKey || !column || column.kind === "boolean" || !isEditable(column, row)) return;
    open(row, column, null, true);
  };

  const handlers = {
    onKeyDown,
    onClick,
    onMouseDown: (event: MouseEvent) => {
      // The focus would move, and the selection begin anew.
      if (event.shiftKey && !isInEditor(event.target)) event.preventDefault();
    },
    onPointerOver: (event: PointerEvent) => {
      const place = placeOf(event.target);
      const isDrag = event.pointerType === "mouse" && event.buttons === 1 && focus.held.current;
      if (isDrag && place && !editing && !isInEditor(event.target)) move(place, true);
    },
    onFocus: (event: FocusEvent) => {
      focus.held.current = true;
      const place = placeOf(event.target);
      if (!place || (place.row === at.row && place.column === at.column)) return;
      move(place);
    },
    onBlur: (event: FocusEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget)) focus.held.current = false;
    },
    onCopy: (event: ClipboardEvent) => onCopy(event, shown),
    onPaste,
  };

  return {
    ...saving,
    active: at,
    block,
    editing,
    marks,
    commands,
    handlers,
    said,
    ...plans,
  };
}
