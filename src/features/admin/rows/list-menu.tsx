import { Ellipsis } from "lucide-react";
import { useState } from "react";

import { toastMessage } from "../../../ui/calls/answers.ts";
import { useMedia } from "../../../ui/device.ts";
import { TextField } from "../../../ui/fields.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { MutationDialog } from "../../../ui/mutation-dialog.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { toastError } from "../../../ui/toast.ts";
import { cellOf } from "../../../domain/ev-cells.ts";
import { FIELD_NAMES } from "../../../domain/fields.ts";
import { formatCount } from "../../../domain/format.ts";
import { Choice } from "../value-field.tsx";
import { cellToText, columnOf, type GridField, HIDEABLE_COLUMNS } from "../grid/grid-columns.ts";
import { KeysDialog, useQuestionMark } from "../grid/keys-dialog.tsx";
import { type PastePlan, planPaste, writeCells } from "../grid/use-clipboard.ts";
import { AllSourcesDialog } from "../sources/all-sources-dialog.tsx";
import { isNarrowed, MOST_ROWS_PER_CHANGE, SEARCH_MAX_CHARACTERS } from "./row-filters.ts";
import type { ListState } from "./list-query.ts";
import { readList, readRows } from "./rows.queries.ts";

interface ListMenuProps {
  listState: ListState;
  /** number of rows on all pages; undefined while loading */
  rowCount: number | undefined;
  onPlan: (plan: PastePlan) => void;
}

/** What is needed less often than search, filters and columns (dashboard.md#list-and-pages). */
export function ListMenu({ listState, rowCount = 0, onPlan }: ListMenuProps) {
  const [dialog, setDialog] = useState<"sources" | "replace" | "keys">();
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
          { label: "Find and replace", onChoose: () => setDialog("replace") },
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
      {dialog === "replace" && (
        <ReplaceDialog
          listState={listState}
          onPlan={(plan) => {
            close();
            onPlan(plan);
          }}
          onClose={close}
        />
      )}
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
    toastError(toastMessage(failure));
  }
}

interface ReplaceDialogProps {
  listState: ListState;
  onPlan: (plan: PastePlan) => void;
  onClose: () => void;
}

/** Replaces a text in one column of all rows of the list, after showing what would change. */
function ReplaceDialog({ listState, onPlan, onClose }: ReplaceDialogProps) {
  const [field, setField] = useState<GridField>("trim");
  const [find, setFind] = useState("");
  const [replacement, setReplacement] = useState("");
  const [issue, setIssue] = useState<string>();
  const [isReading, setIsReading] = useState(false);
  const submit = async () => {
    const column = columnOf(field);
    if (find === "") return setIssue("Enter the text to find");
    setIsReading(true);
    try {
      const all = await readRows(listState, 0, MOST_ROWS_PER_CHANGE);
      const rows = all.filter((row) => cellToText(row[field]).includes(find));
      if (rows.length === 0) return setIssue(`No ${column.label} contains this text`);
      const cells = rows.map((row) => [cellToText(row[field]).replaceAll(find, () => replacement)]);
      const block = { top: 0, left: 0, bottom: rows.length - 1, right: 0 };
      onPlan(planPaste(cells, rows, block, [column]));
    } catch (failure) {
      setIssue(toastMessage(failure));
    } finally {
      setIsReading(false);
    }
  };
  return (
    <MutationDialog
      title="Find and replace"
      description="In one column of the rows that search and filters find, 1,000 at most. You’ll see every change first."
      size="s"
      submitLabel="Show changes"
      pending={isReading}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Choice
        label="Column"
        value={field}
        options={REPLACEABLE.map((column) => [column.field, column.label])}
        onChoose={(value) => {
          setField(value);
          setIssue(undefined);
        }}
      />
      <TextField
        label="Find"
        name="find"
        autoComplete="off"
        maxLength={SEARCH_MAX_CHARACTERS}
        hint="Upper and lower case matter"
        value={find}
        issue={issue && <span role="alert">{issue}</span>}
        onChange={(event) => {
          setFind(event.currentTarget.value);
          setIssue(undefined);
        }}
      />
      <TextField
        label="Replace with"
        name="replacement"
        autoComplete="off"
        maxLength={SEARCH_MAX_CHARACTERS}
        value={replacement}
        onChange={(event) => setReplacement(event.currentTarget.value)}
      />
    </MutationDialog>
  );
}

const REPLACEABLE = [columnOf("trim"), ...HIDEABLE_COLUMNS];
