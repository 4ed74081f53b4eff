import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CheckedFile } from "./checked-file.tsx";
import { ColumnChoice } from "./column-choice.tsx";
import { ImportOutcome } from "./import-outcome.tsx";
import { FileChoice } from "./file-choice.tsx";
import styles from "./import-dialog.module.css";
import { countOf, formatCount } from "../../vehicle/counts.ts";
import { needsRate } from "./import-draft.ts";
import { failureText } from "./import-texts.ts";
import { reasonsOf } from "./import-reasons.ts";
import type { CheckAnswer } from "./import.client.ts";
import { ReasonTable } from "./row-tables.tsx";
import { type Running, useImport } from "./use-import.ts";

interface ImportDialogProps {
  onClose: () => void;
  /** rows have been added, or may have been */
  onImported: () => void;
}

/** Upload EVs from CSV (§2): choose, see what would happen, import. It is open while mounted. */
export function ImportDialog({ onClose, onImported }: ImportDialogProps) {
  const theImport = useImport(onImported);
  const { step, running, file } = theImport;
  const isWide = step.kind === "columns" || step.kind === "checked";
  return (
    <Dialog
      open
      size={isWide ? "l" : "m"}
      // What is being added is stopped on purpose only.
      onOpenChange={(stays) => !stays && running?.kind !== "adding" && onClose()}
      title="Upload EVs from CSV"
      description={
        step.kind === "choose" ? "Nothing is added before you have seen what would be." : file?.name
      }
      footer={<Footer theImport={theImport} onClose={onClose} />}
    >
      {running ? <ImportProgress {...running} /> : <Step theImport={theImport} />}
    </Dialog>
  );
}

type Import = ReturnType<typeof useImport>;

function Step({ theImport }: { theImport: Import }) {
  const { step, file, fileIssue, draft, choose, mapColumn, say } = theImport;
  switch (step.kind) {
    case "choose":
      return <FileChoice file={file} issue={fileIssue} onChoose={choose} />;
    case "columns":
      return <ColumnChoice {...step} draft={draft} onChange={mapColumn} onSay={say} />;
    case "unreadable":
      return (
        <div className={styles.part}>
          <p className={styles.refused}>{step.message}</p>
          {step.issues.length > 0 && <ReasonTable reasons={reasonsOf(step.issues)} />}
        </div>
      );
    case "checked":
      return (
        file && (
          <CheckedFile answer={step.answer} said={{ file, draft }} onCheck={theImport.check} />
        )
      );
    case "done":
      return <ImportOutcome answer={step.answer} onUndone={theImport.undone} />;
  }
}

function Footer({ theImport, onClose }: { theImport: Import; onClose: () => void }) {
  const { step, running, file, draft, failure, choose, check, add, cancel } = theImport;
  const { backToColumns } = theImport;
  if (running) {
    return (
      <Button key="stop" onClick={cancel}>
        {running.kind === "adding" ? "Stop" : "Cancel"}
      </Button>
    );
  }
  if (step.kind === "done") {
    return (
      // Its own button: one that changes its meaning could be pressed twice by mistake.
      <Button key="done" variant="primary" onClick={onClose}>
        Done
      </Button>
    );
  }
  return (
    <>
      <FailureNote failure={failure} />
      {step.kind === "choose" ? (
        <Button onClick={onClose}>Cancel</Button>
      ) : (
        <Button onClick={() => choose(undefined)}>Choose another file</Button>
      )}
      {step.kind === "choose" && (
        <Button key="upload" variant="primary" disabled={!file} onClick={() => check()}>
          Check file
        </Button>
      )}
      {step.kind === "columns" && (
        <Button
          key="again"
          variant="primary"
          disabled={Object.values(draft.columns).some(needsRate)}
          onClick={() => check()}
        >
          Check file
        </Button>
      )}
      {step.kind === "checked" && <Button onClick={backToColumns}>Back to columns</Button>}
      {step.kind === "checked" && canImport(step.answer) && (
        <Button key="import" variant="primary" onClick={() => add(step.answer.counts.invalid > 0)}>
          {importLabel(step.answer.counts)}
        </Button>
      )}
    </>
  );
}

function canImport({ counts, columns }: CheckAnswer): boolean {
  return counts.added + counts.updated > 0 && columns.every(({ decimal }) => decimal !== "unclear");
}

/** `Import 6 EVs, update 2, skip 1 bad row` */
function importLabel({ added, updated, invalid }: CheckAnswer["counts"]): string {
  const written =
    added > 0
      ? `Import ${countOf(added, "EV")}${updated > 0 ? `, update ${formatCount(updated)}` : ""}`
      : `Update ${countOf(updated, "EV")}`;
  return invalid > 0 ? `${written}, skip ${countOf(invalid, "bad row")}` : written;
}

function FailureNote({ failure }: { failure: unknown }) {
  if (failure === undefined) return null;
  return <p className={styles.failure}>{failureText(failure)}</p>;
}

const AFTERWARDS = { checking: "Checking the rows...", adding: "Adding the EVs..." } as const;

function ImportProgress({ kind, sent }: Running) {
  const percent = Math.floor(sent * 100);
  const isSent = percent >= 100;
  return (
    <div className={styles.progress}>
      <p className={styles.words}>
        <span role="status">{isSent ? AFTERWARDS[kind] : "Uploading..."}</span>
        {!isSent && <span className={styles.percent}>{percent}%</span>}
      </p>
      <progress
        className={styles.bar}
        aria-label="Upload"
        max={100}
        {...(!isSent && { value: percent })}
      />
      {kind === "adding" && (
        <p className={styles.progressNote}>
          All of it is added, or none: a broken connection leaves nothing behind.
        </p>
      )}
    </div>
  );
}
