import { clsx } from "clsx";
import { Check } from "lucide-react";
import { useEffect, useRef } from "react";

import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { CheckedFile } from "./check-step.tsx";
import { CHECK_FORM, ColumnChoice } from "./columns-step.tsx";
import { ImportOutcome } from "./import-outcome.tsx";
import { EncodingChoice, FileChoice, UnreadableFile } from "./file-step.tsx";
import styles from "./import-dialog.module.css";
import { isSameDraft } from "./import-draft.ts";
import { shortName } from "../stored-text.ts";
import { importFailureText, importLabel, missingText } from "./import-texts.ts";
import { type Import, type ImportStep, type Running, useImport } from "./use-import.ts";

/** The name of each step in the line of steps. */
const STEP_NAMES = {
  choose: "File",
  encoding: "File",
  unreadable: "File",
  columns: "Columns",
  checked: "Check",
  done: "Result",
} as const;

/** Upload EVs from CSV in five steps (importing.md#steps). Open while mounted. */
export function ImportDialog(props: {
  userId: number;
  onClose: () => void;
  /** called when rows have been added, or may have been */
  onImported: () => void;
}) {
  const { userId, onClose, onImported } = props;
  const theImport = useImport(userId, onImported);
  const { step, running, file } = theImport;
  const close = () => {
    theImport.close();
    onClose();
  };
  return (
    <Dialog
      open
      // Every step is as wide as the table of the check.
      size="xl"
      // While rows are being added, only the Stop button can stop it.
      onOpenChange={(stays) => !stays && running?.kind !== "adding" && close()}
      title="Upload EVs from CSV"
      description={
        step.kind === "choose"
          ? "You'll review every change before anything is saved."
          : file && shortName(file.name)
      }
      footer={<Footer theImport={theImport} onClose={close} />}
    >
      <StepLine theImport={theImport} />
      {running ? <ImportProgress {...running} /> : <Step theImport={theImport} />}
    </Dialog>
  );
}

const STEPS = ["File", "Columns", "Check", "Import", "Result"] as const;

/** The five steps (importing.md#steps). Takes the focus when the focused button disappears with its step. */
function StepLine({ theImport }: { theImport: Import }) {
  const { step, running, visited, draft, show } = theImport;
  const { columns, check } = visited;
  const current = !running ? STEP_NAMES[step.kind] : running.kind === "adding" ? "Import" : "Check";
  const currentItem = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body)
      currentItem.current?.focus({ preventScroll: true });
  }, [current]);
  const steps: Partial<Record<string, ImportStep>> = {
    File: { kind: "choose" },
    ...(columns && { Columns: columns }),
    ...(check && isSameDraft(check.checked, draft) && { Check: check }),
  };
  return (
    <ol aria-label="Steps" className={styles.steps}>
      {STEPS.map((name, index) => {
        const isDone = index < STEPS.indexOf(current);
        const opened =
          running || step.kind === "done" || name === current ? undefined : steps[name];
        const words = (
          <>
            {isDone && <Check aria-hidden />}
            {name}
            {isDone && <span className="visually-hidden"> done</span>}
          </>
        );
        return (
          <li
            key={name}
            className={clsx(isDone && styles.done)}
            {...(name === current && {
              ref: currentItem,
              tabIndex: -1,
              "aria-current": "step" as const,
            })}
          >
            {opened ? (
              <button type="button" onClick={() => show(opened)}>
                {words}
              </button>
            ) : (
              <span>{words}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Step({ theImport }: { theImport: Import }) {
  const { step, draft, check, undone } = theImport;
  switch (step.kind) {
    case "choose":
      return <FileChoice theImport={theImport} issue={step.issue} />;
    case "columns":
      return <ColumnChoice theImport={theImport} answer={step.answer} />;
    case "encoding":
      return (
        <EncodingChoice
          encodings={step.encodings}
          onChoose={(encoding) => check({ ...draft, encoding })}
        />
      );
    case "unreadable":
      return <UnreadableFile theImport={theImport} {...step} />;
    case "checked":
      return <CheckedFile theImport={theImport} {...step} />;
    case "done":
      return <ImportOutcome answer={step.answer} onUndone={undone} />;
  }
}

function ImportProgress({ kind, sent }: Running) {
  const percent = Math.floor(sent * 100);
  const isSent = percent >= 100;
  const work = kind === "adding" ? "Adding the EVs..." : "Checking the rows...";
  return (
    <div className={styles.progress}>
      <p className={styles.words}>
        <span role="status">{isSent ? work : "Uploading..."}</span>
        {!isSent && <span className={styles.percent}>{percent}%</span>}
      </p>
      <progress
        className={styles.bar}
        aria-label="Upload"
        max={100}
        {...(!isSent && { value: percent })}
      />
      {kind === "adding" && (
        <p className="note">
          Everything is added or nothing is. If the connection breaks, nothing changes.
        </p>
      )}
    </div>
  );
}

/** The buttons of each step, and what is missing before the next one. */
function Footer({ theImport, onClose }: { theImport: Import; onClose: () => void }) {
  const { step, running, visited, cancel, choose, show } = theImport;
  if (running) {
    return (
      <Button key="stop" onClick={cancel}>
        {running.kind === "adding" ? "Stop" : "Cancel"}
      </Button>
    );
  }
  if (step.kind === "done") {
    return (
      // A separate button: if one button changed its meaning, it could be pressed twice by mistake.
      <Button key="done" variant="primary" onClick={onClose}>
        Done
      </Button>
    );
  }
  const before = (step.kind === "checked" && visited.columns) || ({ kind: "choose" } as const);
  const isRefused = step.kind === "unreadable" || step.kind === "encoding";
  return (
    <>
      <FootNote theImport={theImport} />
      {isRefused ? (
        <Button onClick={() => choose()}>Choose another file</Button>
      ) : (
        <Button onClick={() => (step.kind === "choose" ? onClose() : show(before))}>
          {step.kind === "choose" ? "Cancel" : "Back"}
        </Button>
      )}
      {!isRefused && <NextButton theImport={theImport} />}
    </>
  );
}

function NextButton({ theImport }: { theImport: Import }) {
  const { step, file, draft, check, add } = theImport;
  if (step.kind === "choose") {
    return (
      <Button key="choose" variant="primary" disabled={!file} onClick={() => check(draft)}>
        Check file
      </Button>
    );
  }
  const answer = step.kind === "checked" && step.answer;
  const isOpen = answer && (answer.missing.length > 0 || !isSameDraft(step.checked, draft));
  if (!answer || isOpen) {
    return (
      <Button key={step.kind} type="submit" form={CHECK_FORM} variant="primary">
        {isOpen ? "Check again" : "Check file"}
      </Button>
    );
  }
  const { added, updated } = answer.counts;
  if (added + updated === 0) return null;
  return (
    <Button key="import" variant="primary" onClick={() => add(answer)}>
      {importLabel(answer)}
    </Button>
  );
}

/** Shows what is missing before the next step, or why it failed. */
function FootNote({ theImport: { step, failure, readings, draft } }: { theImport: Import }) {
  const isChecked = step.kind === "checked" && isSameDraft(step.checked, draft);
  const answer = step.kind === "columns" ? readings : isChecked ? step.answer : undefined;
  const missing = answer?.missing ?? [];
  const refused = step.kind === "columns" ? step.answer.columnProblem : undefined;
  const texts =
    failure === undefined
      ? [refused, missing.length > 0 && missingText(missing)].filter(Boolean)
      : [importFailureText(failure)];
  if (texts.length === 0) return null;
  return (
    <p className={styles.failure} role={refused ? "alert" : "status"}>
      {texts.join(" ")}
    </p>
  );
}
