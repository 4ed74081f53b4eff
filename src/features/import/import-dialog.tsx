import { CircleCheck } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { CheckedFile } from "./checked-file.tsx";
import { ColumnChoice } from "./column-choice.tsx";
import { FileChoice } from "./file-choice.tsx";
import styles from "./import-dialog.module.css";
import { countOf } from "../../vehicle/counts.ts";
import { failureText, importWords } from "./import-texts.ts";
import { reasonsOf } from "./import-reasons.ts";
import type { AddAnswer, CheckAnswer } from "./import.client.ts";
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
  const { step, file, fileIssue, mapping, decimal, choose, mapColumn, chooseDecimal } = theImport;
  switch (step.kind) {
    case "choose":
      return <FileChoice file={file} issue={fileIssue} onChoose={choose} />;
    case "columns":
      return (
        <ColumnChoice
          {...step}
          mapping={mapping}
          decimal={decimal}
          onChange={mapColumn}
          onDecimal={chooseDecimal}
        />
      );
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
          <CheckedFile
            answer={step.answer}
            said={{ file, mapping, decimal }}
            onDecimal={theImport.check}
          />
        )
      );
    case "done":
      return <ImportOutcome answer={step.answer} />;
  }
}

function Footer({ theImport, onClose }: { theImport: Import; onClose: () => void }) {
  const { step, running, file, failure, choose, check, backToColumns, add, cancel } = theImport;
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
        <Button key="again" variant="primary" onClick={() => check()}>
          Check file
        </Button>
      )}
      {step.kind === "checked" && <Button onClick={backToColumns}>Back to columns</Button>}
      {step.kind === "checked" && canImport(step.answer) && (
        <Button key="import" variant="primary" onClick={() => add(step.answer.counts.invalid > 0)}>
          {step.answer.counts.invalid > 0
            ? `Import ${countOf(step.answer.counts.added, "EV")}, skip ${countOf(step.answer.counts.invalid, "bad row")}`
            : `Import ${countOf(step.answer.counts.added, "EV")}`}
        </Button>
      )}
    </>
  );
}

function canImport({ counts, columns }: CheckAnswer): boolean {
  return counts.added > 0 && columns.every(({ decimal }) => decimal !== "unclear");
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

function ImportOutcome({ answer }: { answer: AddAnswer }) {
  const { title, named, skipped } = importWords(answer.added, answer.counts);
  return (
    <div role="status" className={styles.outcome}>
      <span aria-hidden className={styles.outcomeIcon}>
        <CircleCheck />
      </span>
      <p className={styles.outcomeTitle}>{title}</p>
      {named.length > 0 && (
        <ul className={styles.named}>
          {named.map((name, at) => (
            <li key={`${at} ${name}`}>{name}</li>
          ))}
        </ul>
      )}
      {skipped && <p className={styles.outcomeNote}>{skipped}</p>}
      {answer.counts.invalid > 0 && (
        <p className={styles.outcomeNote}>Left out {countOf(answer.counts.invalid, "bad row")}</p>
      )}
    </div>
  );
}
