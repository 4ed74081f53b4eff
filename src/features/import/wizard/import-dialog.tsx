import { clsx } from "clsx";
import { Check } from "lucide-react";
import { useEffect, useRef } from "react";

import { Dialog } from "../../../ui/dialog.tsx";
import { CheckedFile } from "./checked-file.tsx";
import { ColumnChoice } from "./column-choice.tsx";
import { ImportOutcome } from "./import-outcome.tsx";
import { FileChoice } from "./file-choice.tsx";
import styles from "./import-dialog.module.css";
import { Footer } from "./import-footer.tsx";
import { reasonsOf } from "../import-reasons.ts";
import { isSameImport } from "./import-draft.ts";
import { ReasonTable } from "./bad-cells.tsx";
import { SheetChoice, TurnOffer } from "./file-reading.tsx";
import { type Import, type Running, useImport } from "./use-import.ts";

interface ImportDialogProps {
  userId: number;
  onClose: () => void;
  /** called when rows have been added, or may have been */
  onImported: () => void;
}

/** Upload EVs from CSV in five steps (importing.md#steps). Open while mounted. */
export function ImportDialog({ userId, onClose, onImported }: ImportDialogProps) {
  const theImport = useImport(userId, onImported);
  const { step, running, file } = theImport;
  const isWide = step.kind === "columns" || step.kind === "checked";
  const close = () => {
    theImport.close();
    onClose();
  };
  return (
    <Dialog
      open
      size={isWide ? "l" : "m"}
      // While rows are being added, only the Stop button can stop it.
      onOpenChange={(stays) => !stays && running?.kind !== "adding" && close()}
      title="Upload EVs from CSV"
      description={
        step.kind === "choose" ? "You'll review every change before anything is saved." : file?.name
      }
      footer={<Footer theImport={theImport} onClose={close} />}
    >
      <StepLine current={stepName(theImport)} ways={waysOf(theImport)} />
      {running ? <ImportProgress {...running} /> : <Step theImport={theImport} />}
    </Dialog>
  );
}

const STEPS = ["File", "Columns", "Check", "Import", "Result"] as const;
type StepName = (typeof STEPS)[number];

interface StepLineProps {
  current: StepName;
  /** steps that can be opened now, with the function that opens each */
  ways: Partial<Record<StepName, () => void>>;
}

/**
 * The five steps of an import (importing.md#steps). Takes the focus when the focused button disappears with
 * its step.
 */
function StepLine({ current, ways }: StepLineProps) {
  const here = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) here.current?.focus({ preventScroll: true });
  }, [current]);
  const at = STEPS.indexOf(current);
  return (
    <ol aria-label="Steps" className={styles.steps}>
      {STEPS.map((name, index) => {
        const isDone = index < at;
        const open = name === current ? undefined : ways[name];
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
            {...(name === current && { ref: here, tabIndex: -1, "aria-current": "step" as const })}
          >
            {open ? (
              <button type="button" onClick={open}>
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

const STEP_NAMES = {
  choose: "File",
  columns: "Columns",
  unreadable: "Check",
  checked: "Check",
  done: "Result",
} as const;

function stepName({ step, running }: Import): StepName {
  if (!running) return STEP_NAMES[step.kind];
  return running.kind === "adding" ? "Import" : "Check";
}

function waysOf({ step, running, known, draft, show }: Import) {
  if (running || step.kind === "done") return {};
  const { columns, check } = known;
  return {
    File: () => show({ kind: "choose" }),
    ...(columns && { Columns: () => show(columns) }),
    ...(check && isSameImport(check.checked, draft) && { Check: () => show(check) }),
  };
}

function Step({ theImport }: { theImport: Import }) {
  const { step, file, fileName, fileIssue, draft, stopped, choose, changeMapping } = theImport;
  const { check, readSheets, turn, readings, findText } = theImport;
  switch (step.kind) {
    case "choose":
      return (
        <FileChoice
          file={file}
          // There is a draft, but its file is gone.
          missing={file || fileIssue ? undefined : fileName}
          issue={fileIssue}
          onChoose={choose}
        />
      );
    case "columns":
      return (
        <ColumnChoice
          {...step}
          draft={draft}
          readings={readings}
          findText={findText}
          onChange={theImport.mapColumn}
          onChooseField={theImport.chooseField}
          onMappingChange={changeMapping}
          onSheets={readSheets}
          onTurn={turn}
          onCheck={() => check(draft)}
        />
      );
    case "unreadable":
      return (
        <div className={styles.part}>
          {!step.isSideways && <p className={styles.refused}>{step.message}</p>}
          <TurnOffer
            isSideways={step.isSideways}
            isTurned={draft.isSideways ?? false}
            onTurn={turn}
          />
          {step.issues.length > 0 && <ReasonTable reasons={reasonsOf(step.issues)} />}
          <SheetChoice book={step.book} chosen={draft.sheets} onChoose={readSheets} />
        </div>
      );
    case "checked":
      return (
        file && (
          <>
            {stopped && (
              <p role="status" className={styles.stopped}>
                {stopped}
              </p>
            )}
            <CheckedFile
              answer={step.answer}
              mapped={{ file, draft }}
              findText={findText}
              onMappingChange={changeMapping}
              onCheck={check}
            />
          </>
        )
      );
    case "done":
      return <ImportOutcome answer={step.answer} onUndone={theImport.undone} />;
  }
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
          Everything is added or nothing is. If the connection breaks, nothing changes.
        </p>
      )}
    </div>
  );
}
