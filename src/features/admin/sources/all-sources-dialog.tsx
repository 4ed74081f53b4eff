import { Download, Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { useMarksGaps } from "./marked-gaps.ts";
import styles from "./all-sources-dialog.module.css";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { AnswerError, refusalOf } from "../../../ui/calls/answers.ts";
import { countOf } from "../../../domain/format.ts";
import type { ClaimFileRefusal } from "../../claims/claims.schema.ts";
import { EncodingChoice } from "../../import/wizard/file-step.tsx";
import { refreshAll } from "../rows/rows.queries.ts";
import { undoImport } from "../../import/wizard/import.queries.ts";
import { addClaimFile, checkClaimFile, type ClaimUpload } from "./sources.queries.ts";

/** Marks figures without a source, and imports and exports all sources as a file. */
export function AllSourcesDialog({ onClose }: { onClose: () => void }) {
  const [isBusy, setIsBusy] = useState(false);
  const [marksGaps, setMarksGaps] = useMarksGaps();
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && !isBusy && onClose()}
      title="Sources"
      description="See where each figure comes from. Press Shift+F2 in a cell, or open its menu, to see that figure's sources."
      footer={
        <Button variant="primary" disabled={isBusy} onClick={onClose}>
          Done
        </Button>
      }
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
          <Button size="s" href="/api/claims.csv" download>
            <Download aria-hidden />
            Download CSV
          </Button>
        </section>
        <ClaimFile onBusy={setIsBusy} />
      </div>
    </Dialog>
  );
}

const SHOWN_BAD_CELLS = 20;

const sendOptions = () => ({ onProgress: () => undefined, signal: new AbortController().signal });

/** Imports a file of sources, which is checked before anything is added and can be undone. */
function ClaimFile({ onBusy }: { onBusy: (isBusy: boolean) => void }) {
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: (upload: ClaimUpload) => checkClaimFile(upload, sendOptions()),
  });
  const { variables: chosen } = check;
  const add = useMutation({
    mutationFn: (upload: ClaimUpload) => addClaimFile(upload, sendOptions()),
    onSuccess: () => refreshAll(client),
  });
  const undo = useMutation({ mutationFn: undoImport, onSuccess: () => refreshAll(client) });
  const isBusy = check.isPending || add.isPending || undo.isPending;
  useEffect(() => onBusy(isBusy), [isBusy, onBusy]);
  const choose = (file: File | undefined) => {
    if (!file) return;
    add.reset();
    undo.reset();
    check.mutate({ file });
  };
  const importId = add.data?.importId;
  const failure = undo.error ?? add.error ?? check.error;
  const { rows = [], encodings = check.data?.encodings } = refusedFile(failure);
  const bad = check.data?.invalid ?? rows;
  const isAsking = encodings !== undefined && !check.isPending && !add.data;
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
        disabled={isBusy}
        // Allows choosing the same file again after correcting it.
        onClick={({ currentTarget }) => {
          currentTarget.value = "";
        }}
        onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
      />
      <div role="status">
        {check.isPending && <p className={styles.outcome}>Checking...</p>}
        {check.data && !isAsking && !add.data && bad.length === 0 && (
          <p className={styles.outcome}>
            {countOf(check.data.added, "source")} would be added
            {check.data.skipped > 0 &&
              `, ${countOf(check.data.skipped, "is", "are")} there already`}
            .
          </p>
        )}
        {add.data && !undo.data && (
          <p className={styles.outcome}>{countOf(add.data.added, "source")} added.</p>
        )}
        {undo.data && (
          <p className={styles.outcome}>
            Undone: {countOf(undo.data.removed, "source")} removed
            {undo.data.kept.length > 0 &&
              `; those of ${countOf(undo.data.kept.length, "EV")} stay, which changed since then`}
            .
          </p>
        )}
      </div>
      {isAsking && chosen && (
        <EncodingChoice
          encodings={encodings}
          onChoose={(encoding) => check.mutate({ ...chosen, encoding })}
        />
      )}
      {!isAsking && <BadCells cells={bad} />}
      {failure && !isAsking && bad.length === 0 && (
        <p role="alert" className={styles.failure}>
          {refusalOf(failure)}
        </p>
      )}
      {chosen &&
        check.data &&
        !isAsking &&
        !add.data &&
        bad.length === 0 &&
        check.data.added > 0 && (
          <Button
            variant="primary"
            size="s"
            pending={add.isPending}
            onClick={() => add.mutate(chosen)}
          >
            {add.isPending ? "Adding..." : `Add ${countOf(check.data.added, "source")}`}
          </Button>
        )}
      {importId != null && !undo.data && (
        <Button size="s" pending={undo.isPending} onClick={() => undo.mutate(importId)}>
          <Undo2 aria-hidden />
          Undo
        </Button>
      )}
    </section>
  );
}

/** The bad cells, or the encodings to choose from, in the answer that refused a file. */
function refusedFile(failure: unknown): Partial<ClaimFileRefusal> {
  return failure instanceof AnswerError ? failure.body : {};
}

function BadCells({ cells }: { cells: ClaimFileRefusal["rows"] }) {
  if (cells.length === 0) return null;
  return (
    <>
      <p role="alert" className={styles.failure}>
        {countOf(cells.length, "cell is", "cells are")} wrong, so nothing can be added. Correct the
        file and choose it again.
      </p>
      <table className={styles.bad}>
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Column</th>
            <th scope="col">What is wrong</th>
          </tr>
        </thead>
        <tbody>
          {cells.slice(0, SHOWN_BAD_CELLS).map(({ row, column, message }) => (
            <tr key={`${row} ${column}`}>
              <td>{row === 0 ? "Header" : row}</td>
              <td>{column}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {cells.length > SHOWN_BAD_CELLS && (
        <p className={styles.hint}>and {cells.length - SHOWN_BAD_CELLS} more</p>
      )}
    </>
  );
}
