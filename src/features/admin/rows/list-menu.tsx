import { Ellipsis } from "lucide-react";
import { useState } from "react";

import { useMedia } from "../../../ui/device.ts";
import { Menu } from "../../../ui/menu.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { toastFailure } from "../../../ui/toast.ts";
import { cellOf } from "../../../domain/ev-cells.ts";
import { FIELD_NAMES } from "../../../domain/fields.ts";
import { formatCount } from "../../../domain/format.ts";
import { KeysDialog, useQuestionMark } from "../grid/keys-dialog.tsx";
import { writeCells } from "../grid/plan-changes.ts";
import { AllSourcesDialog } from "../sources/all-sources-dialog.tsx";
import { isNarrowed } from "./row-filters.ts";
import type { ListState } from "./list-query.ts";
import { readList } from "./rows.queries.ts";

interface ListMenuProps {
  listState: ListState;
  /** number of rows on all pages; undefined while loading */
  rowCount: number | undefined;
}

/** What is needed less often than search, filters and columns (dashboard.md#list-and-pages). */
export function ListMenu({ listState, rowCount = 0 }: ListMenuProps) {
  const [dialog, setDialog] = useState<"sources" | "keys">();
  const hasKeyboard = useMedia("(pointer: fine)", false);
  const isPart = isNarrowed(listState) && rowCount > 0;
  const close = () => setDialog(undefined);
  useQuestionMark(() => setDialog("keys"));
  return (
    <>
      <Menu
        label="More"
        title={<Ellipsis aria-hidden />}
        items={[
          { label: "Sources", onChoose: () => setDialog("sources") },
          ...(hasKeyboard ? [{ label: "Keys", keys: "?", onChoose: () => setDialog("keys") }] : []),
          ...(isPart
            ? [
                {
                  label: `Export ${rowCount === 1 ? "this row" : `these ${formatCount(rowCount)} rows`}`,
                  onChoose: () => void exportRows(listState),
                },
              ]
            : []),
          { label: isPart ? "Export all rows" : "Export CSV", href: "/api/evs.csv" },
        ]}
      />
      {dialog === "sources" && <AllSourcesDialog onClose={close} />}
      {dialog === "keys" && <KeysDialog onClose={close} />}
    </>
  );
}

/** Saves the rows that the list shows on all its pages, in the format of the whole export. */
async function exportRows(listState: ListState): Promise<void> {
  try {
    const { evs } = await readList(listState, {});
    const lines = evs.map((row) => FIELD_NAMES.map((field) => cellOf(field, row[field])));
    const csv = `\uFEFF${writeCells([FIELD_NAMES, ...lines], ",", "\r\n")}\r\n`;
    saveFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), "evs-filtered.csv");
  } catch (failure) {
    toastFailure(failure);
  }
}
