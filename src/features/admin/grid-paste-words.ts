import type { PastePlan } from "./grid-paste.ts";

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`;

/** What a plan asks and what it leaves out, in sentences. */
export function planSentences(plan: PastePlan): { question: string; remarks: string[] } {
  const { rows, readOnly, same, rowsOver, columnsOver } = plan;
  const good = rows.filter((row) => !row.isWrong);
  const wrong = rows.length - good.length;
  const cells = good.reduce((sum, row) => sum + row.cells.length, 0);
  const question =
    cells > 0
      ? `Change ${counted(cells, "cell")} in ${counted(good.length, "row")}?`
      : "Nothing can be changed";
  const remarks = [
    wrong > 0 &&
      `${counted(wrong, "row has", "rows have")} something wrong and will be left alone.`,
    same > 0 && `${counted(same, "cell says", "cells say")} the same already.`,
    readOnly > 0 &&
      `${counted(readOnly, "cell")} cannot be changed here: make and model belong to the model's first row, # and actions to none.`,
    rowsOver > 0 && `${counted(rowsOver, "row does", "rows do")} not fit on this page.`,
    columnsOver > 0 &&
      `${counted(columnsOver, "column does", "columns do")} not fit beside the last one.`,
  ];
  return { question, remarks: remarks.filter((remark) => remark !== false) };
}
