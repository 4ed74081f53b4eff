import { Download } from "lucide-react";
import { withBase } from "../../../domain/base-path.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { download } from "../../../ui/save-file.ts";
import { useMarksGaps } from "./marked-gaps.ts";
import styles from "./all-sources-dialog.module.css";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, toastMessage } from "../../../ui/calls/answers.ts";
import { countOf } from "../../../domain/format.ts";
import type { ClaimFileRefusal } from "../../claims/claims.schema.ts";
import { ListDialog } from "../list-dialog.tsx";
import { EncodingChoice } from "../../import/wizard/file-step.tsx";
import { undoImportAction, useAdminMutation } from "../use-admin-mutation.ts";
import { addClaimFile, checkClaimFile } from "./sources.queries.ts";

/** Marks figures without a source, and imports and exports all sources as a file. */
export function AllSourcesDialog({ onClose }: { onClose: () => void }) {
  const [marksGaps, setMarksGaps] = useMarksGaps();
  return (
    <ListDialog
      onClose={onClose}
      title="Sources"
      description="See where each figure comes from. Press Shift+F2 in a cell, or open its menu, to see that figure's sources."
    >
      <div className={styles.parts}>
        <Checkbox
          checked={marksGaps}
          note="To list them, filter a column by “Has no source”."
          onChange={setMarksGaps}
        >
          Mark figures without a source
        </Checkbox>
        <section aria-labelledby="sources-out">
          <h3 id="sources-out">All sources as a file</h3>
          <Button size="s" onClick={() => download(withBase("/api/claims.csv"))}>
            <Download aria-hidden />
            Download CSV
          </Button>
        </section>
        <ClaimFile />
      </div>
    </ListDialog>
  );
}

const SHOWN_BAD_CELLS = 20;

/** Imports a file of sources, which is checked before anything is added and can be undone. */
function ClaimFile() {
  const client = useQueryClient();
  const check = useMutation({ mutationFn: checkClaimFile });
  const { variables: chosen, data: checked } = check;
  const add = useAdminMutation({
    mutationFn: addClaimFile,
    successMessage: ({ added }) => `${countOf(added, "source")} added`,
    successActions: ({ importId }) => undoImportAction(client, importId, "source"),
    onSuccess: check.reset,
  });
  const { rows = [], encodings = checked?.encodings } = refusedFile(add.error ?? check.error);
  const bad = checked?.invalid ?? rows;
  const isAsking = encodings !== undefined && !check.isPending;
  const isGood = checked !== undefined && !isAsking && bad.length === 0;
  return (
    <section aria-labelledby="sources-in">
      <h3 id="sources-in">Add sources from a file</h3>
      <p className={styles.hint}>
        Use the same columns as the download. You’ll see what it would add before anything is saved.
      </p>
      <input
        type="file"
        accept=".csv,text/csv"
        aria-label="CSV file of sources"
        className={styles.file}
        disabled={check.isPending || add.isPending}
        // Allows choosing the same file again after correcting it.
        onClick={({ currentTarget }) => {
          currentTarget.value = "";
        }}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          add.reset();
          if (file) check.mutate({ file });
        }}
      />
      <p role="status" className={styles.outcome}>
        {check.isPending && "Checking..."}
        {isGood && `${countOf(checked.added, "source")} would be added`}
        {isGood &&
          checked.skipped > 0 &&
          `, ${countOf(checked.skipped, "is", "are")} there already`}
        {isGood && "."}
      </p>
      {isAsking && chosen && (
        <EncodingChoice
          encodings={encodings}
          onChoose={(encoding) => check.mutate({ ...chosen, encoding })}
        />
      )}
      {!isAsking && <BadCells cells={bad} />}
      {check.error && !isAsking && bad.length === 0 && (
        <p role="alert" className={styles.failure}>
          {toastMessage(check.error)}
        </p>
      )}
      {isGood && chosen && checked.added > 0 && (
        <Button
          variant="primary"
          size="s"
          pending={add.isPending}
          onClick={() => add.mutate(chosen)}
        >
          Add {countOf(checked.added, "source")}
        </Button>
      )}
    </section>
  );
}

/** The bad cells, or the encodings to choose from, in the answer that refused a file. */
function refusedFile(failure: unknown): Partial<ClaimFileRefusal> {
  return failure instanceof ApiError ? failure.body : {};
}

function BadCells({ cells }: { cells: ClaimFileRefusal["rows"] }) {
  if (cells.length === 0) return null;
  return (
    <>
      <p role="alert" className={styles.failure}>
        {countOf(cells.length, "cell is", "cells are")} wrong, so nothing can be added. Correct the
        file and choose it again.
      </p>
      <ul className={styles.bad}>
        {cells.slice(0, SHOWN_BAD_CELLS).map(({ row, column, message }) => (
          <li key={`${row} ${column}`}>
            {row === 0 ? "Header" : `Row ${row}`}, {column}: {message}
          </li>
        ))}
      </ul>
      {cells.length > SHOWN_BAD_CELLS && (
        <p className={styles.hint}>and {cells.length - SHOWN_BAD_CELLS} more</p>
      )}
    </>
  );
}
