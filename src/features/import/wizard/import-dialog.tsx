import { clsx } from "clsx";
import { Check } from "lucide-react";
import { useEffect, useRef } from "react";

import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { CheckedFile } from "./check-step.tsx";
import { ColumnChoice } from "./columns-step.tsx";
import { ImportOutcome } from "./import-outcome.tsx";
import { CHECK_FORM, FileChoice } from "./file-step.tsx";
import styles from "./import-dialog.module.css";
import { closeImportDraft } from "./import-draft.ts";
import { shortName } from "../stored-text.ts";
import { importFailureText, importLabel, missingText } from "./import-texts.ts";
import { type Running, useImport, useWizard, WizardContext } from "./use-import.ts";

/** Upload EVs from CSV in five steps (importing.md#steps). Open while mounted. */
export function ImportDialog(props: {
  userId: number;
  onClose: () => void;
  /** called when rows have been added, or may have been */
  onImported: () => void;
}) {
  const { userId, onClose, onImported } = props;
  const wizard = useImport(userId, onImported);
  const { step, running, file } = wizard;
  const close = () => {
    closeImportDraft();
    onClose();
  };
  return (
    <WizardContext value={wizard}>
      <Dialog
        open
        // Every step is as wide as the table of the check.
        size="xl"
        // While rows are being added, only the Stop button can stop it.
        onOpenChange={(stays) => !stays && running?.kind !== "adding" && close()}
        title="Upload EVs from CSV"
        description={
          step.name === "File"
            ? "You’ll review every change before anything is saved."
            : file && shortName(file.name)
        }
        footer={<Footer onClose={close} />}
      >
        <StepLine />
        {running ? <ImportProgress {...running} /> : <Step />}
      </Dialog>
    </WizardContext>
  );
}

const STEPS = ["File", "Columns", "Check", "Import", "Result"] as const;

/** The five steps (importing.md#steps). Takes the focus when the focused button disappears with its step. */
function StepLine() {
  const { step, running, visited, isChanged, show } = useWizard();
  const current = !running ? step.name : running.kind === "adding" ? "Import" : "Check";
  const currentItem = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body)
      currentItem.current?.focus({ preventScroll: true });
  }, [current]);
  return (
    <ol aria-label="Steps" className={styles.steps}>
      {STEPS.map((name, index) => {
        const isDone = index < STEPS.indexOf(current);
        const isCurrent = name === current;
        const before = visited[name];
        const isOutdated = name === "Check" && isChanged;
        const isOpenable = !running && step.name !== "Result" && !isCurrent && !isOutdated;
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
            ref={isCurrent ? currentItem : undefined}
            tabIndex={-1}
            aria-current={isCurrent ? "step" : undefined}
          >
            {before && isOpenable ? (
              <button type="button" onClick={() => show(before)}>
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

function Step() {
  const { step } = useWizard();
  switch (step.name) {
    case "File":
      return <FileChoice {...step} />;
    case "Columns":
      return <ColumnChoice answer={step.answer} />;
    case "Check":
      return <CheckedFile answer={step.answer} />;
    case "Result":
      return <ImportOutcome answer={step.answer} />;
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
function Footer({ onClose }: { onClose: () => void }) {
  const { step, running, visited, cancel, show } = useWizard();
  if (running) {
    return (
      <Button key="stop" onClick={cancel}>
        {running.kind === "adding" ? "Stop" : "Cancel"}
      </Button>
    );
  }
  if (step.name === "Result") {
    return (
      // A separate button: if one button changed its meaning, it could be pressed twice by mistake.
      <Button key="done" variant="primary" onClick={onClose}>
        Done
      </Button>
    );
  }
  const before = step.name !== "File" && visited[step.name === "Check" ? "Columns" : "File"];
  return (
    <>
      <FootNote />
      <Button onClick={() => (before ? show(before) : onClose())}>
        {before ? "Back" : "Cancel"}
      </Button>
      <NextButton />
    </>
  );
}

function NextButton() {
  const { step, file, isChanged, add } = useWizard();
  const answer = step.name === "Check" && step.answer;
  const isSettled = answer && answer.missing.length === 0 && !isChanged;
  const { added = 0, updated = 0, invalid = 0 } = answer ? answer.counts : {};
  if (isSettled && added + updated > 0) {
    return (
      <Button key="import" variant="primary" onClick={() => add(answer)}>
        {importLabel(answer)}
      </Button>
    );
  }
  if (isSettled && invalid === 0) return null;
  const isDisabled = !file || isSettled;
  return (
    <Button key={step.name} type="submit" form={CHECK_FORM} variant="primary" disabled={isDisabled}>
      {answer ? "Check again" : "Check file"}
    </Button>
  );
}

/** Shows what is missing before the next step, or why it failed. */
function FootNote() {
  const { step, failure, readings, isChanged } = useWizard();
  const checked = step.name === "Check" && !isChanged ? step.answer : undefined;
  const answer = step.name === "Columns" ? readings : checked;
  const missing = answer?.missing ?? [];
  const refused = step.name === "Columns" ? step.answer.columnProblem : undefined;
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
