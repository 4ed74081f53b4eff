import { useMutation } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Check, CircleCheck, Undo2 } from "lucide-react";
import { useEffect, useRef } from "react";

import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { toastError } from "../../../ui/toast.ts";
import { CheckedFile } from "./check-step.tsx";
import { ColumnChoice } from "./columns-step.tsx";
import { CHECK_FORM, FileChoice } from "./file-step.tsx";
import styles from "./import-dialog.module.css";
import { closeImportDraft } from "./import-draft.ts";
import { shortName } from "../stored-text.ts";
import {
  importFailureText,
  importLabel,
  keptNames,
  missingText,
  namedAdditions,
  resultLines,
  undoneLines,
} from "./import-texts.ts";
import { type AddAnswer, undoImport } from "./import.queries.ts";
import { useImport, useWizard, WizardContext } from "./use-import.ts";

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
        onOpenChange={(stays) => !stays && running !== "adding" && close()}
        title="Upload EVs from CSV"
        description={
          step === "File"
            ? "You’ll review every change before anything is saved."
            : file && shortName(file.name)
        }
        footer={<Footer onClose={close} />}
      >
        <StepLine />
        {running ? <ImportProgress isAdding={running === "adding"} /> : <Step />}
      </Dialog>
    </WizardContext>
  );
}

const STEPS = ["File", "Columns", "Check", "Import", "Result"] as const;

/** The five steps (importing.md#steps). Takes the focus when the focused button disappears with its step. */
function StepLine() {
  const { step, running, readFile, checked, isChanged, show } = useWizard();
  const current = !running ? step : running === "adding" ? "Import" : "Check";
  const currentItem = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body)
      currentItem.current?.focus({ preventScroll: true });
  }, [current]);
  const canOpen = (name: (typeof STEPS)[number]): name is typeof step =>
    !running &&
    step !== "Result" &&
    name !== current &&
    (name === "File" ||
      (name === "Columns" && readFile !== undefined) ||
      (name === "Check" && checked !== undefined && !isChanged));
  return (
    <ol aria-label="Steps" className={styles.steps}>
      {STEPS.map((name, index) => {
        const isDone = index < STEPS.indexOf(current);
        const isCurrent = name === current;
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
            {canOpen(name) ? (
              <button type="button" onClick={() => show(name)}>
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
  const { step, readFile, checked, result } = useWizard();
  if (step === "Columns" && readFile) return <ColumnChoice readFile={readFile} />;
  if (step === "Check" && checked) return <CheckedFile answer={checked.answer} />;
  return result ? <ImportOutcome answer={result} /> : <FileChoice />;
}

function ImportProgress({ isAdding }: { isAdding: boolean }) {
  const work = isAdding ? "Adding the EVs..." : "Checking the file...";
  return (
    <div className={styles.progress}>
      <p role="status">{work}</p>
      <progress className={styles.bar} aria-label="Upload" />
      {isAdding && (
        <p className="note">
          Everything is added or nothing is. If the connection breaks, nothing changes.
        </p>
      )}
    </div>
  );
}

/** The buttons of each step, and what is missing before the next one. */
function Footer({ onClose }: { onClose: () => void }) {
  const { step, running, cancel, show } = useWizard();
  if (running) {
    return (
      <Button key="stop" onClick={cancel}>
        {running === "adding" ? "Stop" : "Cancel"}
      </Button>
    );
  }
  if (step === "Result") {
    return (
      <Button key="done" variant="primary" onClick={onClose}>
        Done
      </Button>
    );
  }
  return (
    <>
      <FootNote />
      {step === "File" ? (
        <Button onClick={onClose}>Cancel</Button>
      ) : (
        <Button onClick={() => show(step === "Check" ? "Columns" : "File")}>Back</Button>
      )}
      <NextButton />
    </>
  );
}

function NextButton() {
  const { step, file, checked, isChanged, add } = useWizard();
  const answer = step === "Check" ? checked?.answer : undefined;
  const isSettled = answer && answer.missing.length === 0 && !isChanged;
  const { added = 0, updated = 0, invalid = 0 } = answer?.counts ?? {};
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
    <Button key={step} type="submit" form={CHECK_FORM} variant="primary" disabled={isDisabled}>
      {answer ? "Check again" : step === "File" ? "Check file" : "Check rows"}
    </Button>
  );
}

/** Shows what is missing before the next step, or why it failed. */
function FootNote() {
  const { step, failure, preview, readFile, checked, isChanged } = useWizard();
  const isOfColumns = step === "Columns";
  const answer = isOfColumns ? preview : step === "Check" && !isChanged && checked?.answer;
  const missing = answer ? answer.missing : [];
  const refused = isOfColumns && readFile?.columnProblem;
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

/** What was added, or taken back again. */
function ImportOutcome({ answer }: { answer: AddAnswer }) {
  const { onUndone } = useWizard();
  const { added, counts, importId } = answer;
  const undo = useMutation({
    mutationFn: () => undoImport(importId ?? 0),
    onSuccess: onUndone,
    onError: (failure) => toastError(importFailureText(failure)),
  });
  const undone = undo.data;
  const [title, ...lines] = undone ? undoneLines(undone) : resultLines(answer);
  const names = undone ? keptNames(undone) : namedAdditions(added, counts.added);
  return (
    <div role="status" className={styles.outcome}>
      <span aria-hidden className={styles.icon}>
        {undone ? <Undo2 /> : <CircleCheck />}
      </span>
      <p className={styles.outcomeTitle}>{title}</p>
      {lines.map((line) => (
        <p key={line} className="quiet">
          {line}
        </p>
      ))}
      {names.length > 0 && (
        <ul className={styles.named}>
          {names.map((name, at) => (
            <li key={`${at} ${name}`}>{name}</li>
          ))}
        </ul>
      )}
      {importId !== null && !undone && (
        <Button pending={undo.isPending} onClick={() => undo.mutate()}>
          <Undo2 aria-hidden />
          Undo this import
        </Button>
      )}
    </div>
  );
}
