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
import { type Import, type Running, useImport } from "./use-import.ts";

/** The name of each step in the line of steps, and the width that it needs. */
const SCREENS = {
  choose: ["File", "m"],
  encoding: ["File", "m"],
  unreadable: ["File", "m"],
  columns: ["Columns", "l"],
  checked: ["Check", "xl"],
  done: ["Result", "m"],
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
      size={SCREENS[step.kind][1]}
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
      <StepLine current={stepName(theImport)} openSteps={openableSteps(theImport)} />
      {running ? <ImportProgress {...running} /> : <Step theImport={theImport} />}
    </Dialog>
  );
}

const STEPS = ["File", "Columns", "Check", "Import", "Result"] as const;
type StepName = (typeof STEPS)[number];

/** The five steps (importing.md#steps). Takes the focus when the focused button disappears with its step. */
function StepLine(props: {
  current: StepName;
  /** steps that can be opened now, with the function that opens each */
  openSteps: Partial<Record<StepName, () => void>>;
}) {
  const { current, openSteps } = props;
  const currentItem = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body)
      currentItem.current?.focus({ preventScroll: true });
  }, [current]);
  const at = STEPS.indexOf(current);
  return (
    <ol aria-label="Steps" className={styles.steps}>
      {STEPS.map((name, index) => {
        const isDone = index < at;
        const open = name === current ? undefined : openSteps[name];
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

function stepName({ step, running }: Import): StepName {
  if (!running) return SCREENS[step.kind][0];
  return running.kind === "adding" ? "Import" : "Check";
}

function openableSteps({ step, running, visited, draft, show }: Import) {
  if (running || step.kind === "done") return {};
  const { columns, check } = visited;
  return {
    File: () => show({ kind: "choose" }),
    ...(columns && { Columns: () => show(columns) }),
    ...(check && isSameDraft(check.checked, draft) && { Check: () => show(check) }),
  };
}

function Step({ theImport }: { theImport: Import }) {
  const { step, readInEncoding, undone } = theImport;
  switch (step.kind) {
    case "choose":
      return <FileChoice theImport={theImport} />;
    case "columns":
      return <ColumnChoice theImport={theImport} step={step} />;
    case "encoding":
      return <EncodingChoice encodings={step.encodings} onChoose={readInEncoding} />;
    case "unreadable":
      return <UnreadableFile theImport={theImport} step={step} />;
    case "checked":
      return <CheckedFile theImport={theImport} step={step} />;
    case "done":
      return <ImportOutcome answer={step.answer} onUndone={undone} />;
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
        <p className="note">
          Everything is added or nothing is. If the connection breaks, nothing changes.
        </p>
      )}
    </div>
  );
}

/** The buttons of each step, and what is missing before the next one. */
function Footer({ theImport, onClose }: { theImport: Import; onClose: () => void }) {
  const { step, running, cancel } = theImport;
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
  return (
    <>
      <FootNote theImport={theImport} />
      <BackButton theImport={theImport} onClose={onClose} />
      <NextButton theImport={theImport} />
    </>
  );
}

function BackButton({ theImport, onClose }: { theImport: Import; onClose: () => void }) {
  const { step, visited, choose, show } = theImport;
  if (step.kind === "choose") return <Button onClick={onClose}>Cancel</Button>;
  if (step.kind === "unreadable" || step.kind === "encoding")
    return <Button onClick={() => choose()}>Choose another file</Button>;
  const before = step.kind === "checked" ? visited.columns : ({ kind: "choose" } as const);
  return before && <Button onClick={() => show(before)}>Back</Button>;
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
  if (step.kind === "columns" || isOpen) {
    return (
      <Button key={step.kind} type="submit" form={CHECK_FORM} variant="primary">
        {isOpen ? "Check again" : "Check file"}
      </Button>
    );
  }
  if (!answer) return null;
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
  const { columnProblem: refused = "" } = step.kind === "columns" ? step.answer : {};
  const isChecked = step.kind === "checked" && isSameDraft(step.checked, draft);
  const { missing = [] } =
    step.kind === "columns" ? (readings ?? {}) : isChecked ? step.answer : {};
  const texts = [
    failure === undefined ? refused : importFailureText(failure),
    failure === undefined && missing.length > 0 ? missingText(missing) : "",
  ].filter(Boolean);
  if (texts.length === 0) return null;
  return (
    <p className={styles.failure} {...(refused && { role: "alert" })}>
      {texts.join(" ")}
    </p>
  );
}
