import { countOf } from "../../vehicle/counts.ts";
import type { PastePlan } from "./grid-paste.ts";

/** What a plan asks and what it leaves out, in sentences. */
export function planSentences(plan: PastePlan): { question: string; remarks: string[] } {
  const { rows, readOnly, same, rowsOver, columnsOver } = plan;
  const good = rows.filter((row) => !row.isWrong);
  const wrong = rows.length - good.length;
  const cells = good.reduce((sum, row) => sum + row.cells.length, 0);
  const question =
    cells > 0
      ? `Change ${countOf(cells, "cell")} in ${countOf(good.length, "row")}?`
      : rows.length > 0
        ? "Nothing can be changed"
        : "Nothing would change";
  const remarks = [
    wrong > 0 && `${countOf(wrong, "row has", "rows have")} an error and will be left unchanged.`,
    same > 0 && `${countOf(same, "cell has", "cells have")} the same value already.`,
    readOnly > 0 &&
      `${countOf(readOnly, "cell")} cannot be changed here: make and model belong to the model's first row, # and actions to none.`,
    rowsOver > 0 && `${countOf(rowsOver, "row does", "rows do")} not fit on this page.`,
    columnsOver > 0 &&
      `${countOf(columnsOver, "column does", "columns do")} not fit beside the last one.`,
  ];
  return { question, remarks: remarks.filter((remark) => remark !== false) };
}
