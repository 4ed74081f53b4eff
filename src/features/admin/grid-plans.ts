import { type ClipboardEvent, useState } from "react";

import { refusalOf } from "../../api/answers.ts";
import { toast, toastError } from "../../ui/toast.ts";
import type { EvRow } from "../../vehicle/vehicle.ts";
import type { GridColumn } from "./grid-columns.ts";
import type { GridBlock } from "./grid-keys.ts";
import {
  copyBlock,
  pastedCells,
  type PastePlan,
  planFillDown,
  planPaste,
  planSentences,
} from "./grid-paste.ts";
import { type EvGridProps, isBlock } from "./grid-state.ts";
import { MOST_ROWS_PER_CHANGE } from "./limits.ts";
import { firstNumberOf } from "./list-address.ts";
import { readRows } from "./rows.client.ts";

interface GridPlansOptions {
  props: EvGridProps;
  /** of the page in sight, as they are known now */
  rows: readonly EvRow[];
  columns: readonly GridColumn[];
  block: GridBlock;
  say: (words: string) => void;
  /** pastes what is one cell into one cell */
  put: (text: string) => void;
}

/** Changes of many cells, which are shown before they are saved. */
export function useGridPlans({ props, rows, columns, block, say, put }: GridPlansOptions) {
  const { asked, rowCount } = props;
  const [plan, setPlan] = useState<PastePlan | null>(null);

  /** Asks before a block is changed; there is nothing to ask where nothing would be. */
  const offer = (planned: PastePlan) => {
    if (planned.rows.length > 0) return setPlan(planned);
    const { question, remarks } = planSentences(planned);
    toast({ title: question, description: remarks.join(" "), isRefusal: true });
  };

  /** A block goes on in the rows of the pages behind this one, as the list has them now. */
  const paste = async (cells: readonly (readonly string[])[]) => {
    const count = Math.min(block.top + cells.length, MOST_ROWS_PER_CHANGE);
    const first = firstNumberOf(asked) - 1;
    const last = rows.at(-1);
    if (count <= rows.length || first + rows.length >= rowCount) {
      return offer(planPaste(cells, rows, block, columns));
    }
    try {
      const all = await readRows(asked, first, count);
      const at = all.findIndex(({ id }) => id === last?.id);
      if (at < 0) throw new Error("The list has changed meanwhile. Paste once more.");
      offer(planPaste(cells, [...rows, ...all.slice(at + 1)], block, columns));
    } catch (error) {
      toastError(refusalOf(error));
    }
  };

  return {
    plan,
    offer,
    closePlan: () => setPlan(null),
    fillDown: () => {
      const filled = planFillDown(rows, block, columns);
      if (filled) offer(filled);
      else say("There is no row above on this page");
    },
    clear: () => offer(planPaste([[""]], rows, block, columns)),
    onCopy: (event: ClipboardEvent, shown: readonly EvRow[]) => {
      const count = copyBlock(event, shown, block, firstNumberOf(asked), columns);
      if (count > 0) say(count === 1 ? "Copied" : `Copied ${count} cells`);
    },
    onPaste: (event: ClipboardEvent) => {
      const cells = pastedCells(event);
      if (cells === "too much") return say("The clipboard holds too much to paste here");
      if (!cells) return;
      const isOne = cells.length === 1 && cells[0]?.length === 1 && !isBlock(block);
      if (isOne) put(cells[0]?.[0] ?? "");
      else void paste(cells);
    },
  };
}
