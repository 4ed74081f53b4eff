import { Button } from "../../../ui/button.tsx";
import { countOf, formatCount } from "../../../domain/format.ts";
import { CHECK_FORM } from "./checked-file.tsx";
import { COLUMNS_FORM } from "./column-choice.tsx";
import styles from "./import-dialog.module.css";
import { type ImportDraft, isSameImport } from "./import-draft.ts";
import { shortName } from "../stored-text.ts";
import { importFailureText, missingText } from "./import-texts.ts";
import type { CheckAnswer } from "./import.queries.ts";
import type { Import } from "./use-import.ts";

/** The buttons of each step, and what is missing before the next one. */
export function Footer({ theImport, onClose }: { theImport: Import; onClose: () => void }) {
  const { step, running, known, file, draft, choose, show, check, add } = theImport;
  if (running) {
    return (
      <Button key="stop" onClick={theImport.cancel}>
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
  const isChanged = step.kind === "checked" && !isSameImport(step.checked, draft);
  const back = step.kind === "checked" ? known.columns : ({ kind: "choose" } as const);
  return (
    <>
      <FootNote theImport={theImport} />
      {step.kind === "choose" && <Button onClick={onClose}>Cancel</Button>}
      {step.kind === "unreadable" && (
        <Button onClick={() => choose(undefined)}>Choose another file</Button>
      )}
      {(step.kind === "columns" || step.kind === "checked") && back && (
        <Button onClick={() => show(back)}>Back</Button>
      )}
      {step.kind === "choose" && (
        <Button key="choose" variant="primary" disabled={!file} onClick={() => check(draft)}>
          Check file
        </Button>
      )}
      {step.kind === "columns" && (
        <Button key="columns" type="submit" form={COLUMNS_FORM} variant="primary">
          Check file
        </Button>
      )}
      {isChanged && (
        <Button
          key="again"
          type="submit"
          form={CHECK_FORM}
          variant="primary"
          disabled={theImport.readings?.texts.some(({ problem }) => problem !== undefined)}
        >
          Check again
        </Button>
      )}
      {step.kind === "checked" && !isChanged && hasOpenQuestion(step.answer) && (
        <Button key="asked" variant="primary" onClick={goToQuestion}>
          Go to the question
        </Button>
      )}
      {step.kind === "checked" && !isChanged && canImport(step.answer) && (
        <Button
          key="import"
          variant="primary"
          {...(isUndecided(step.answer, draft)
            ? { type: "submit", form: CHECK_FORM }
            : { onClick: () => add(step.answer) })}
        >
          {importLabel(step.answer.counts)}
        </Button>
      )}
    </>
  );
}

/** Repaired cells can be checked first, so the form's own submit does not lead to the question. */
function goToQuestion(): void {
  const form = document.getElementById(CHECK_FORM);
  form?.querySelector<HTMLElement>("[data-asked] button")?.focus();
}

/** Whether figures or dates are ambiguous and the user has not decided yet. */
function hasOpenQuestion({ columns }: CheckAnswer): boolean {
  return columns.some(({ decimal, dates }) => [decimal, dates].includes("unclear"));
}

function canImport(answer: CheckAnswer): boolean {
  return answer.counts.added + answer.counts.updated > 0 && !hasOpenQuestion(answer);
}

/** `Import 6 EVs, update 2, skip 1 bad row` */
function importLabel({ added, updated, invalid }: CheckAnswer["counts"]): string {
  const written =
    added > 0
      ? `Import ${countOf(added, "EV")}${updated > 0 ? `, update ${formatCount(updated)}` : ""}`
      : `Update ${countOf(updated, "EV")}`;
  return invalid > 0 ? `${written}, skip ${countOf(invalid, "bad row")}` : written;
}

/** Whether rows contradict each other and the user has not chosen yet which to keep. */
function isUndecided({ repeated }: CheckAnswer, draft: ImportDraft): boolean {
  return repeated.length > 0 && draft.repeated === undefined;
}

/** Shows what is missing before the next step, or why it failed. */
function FootNote({ theImport: { step, draft, failure, readings } }: { theImport: Import }) {
  const missing = step.kind === "columns" ? [...(readings?.missing ?? [])] : [];
  if (step.kind === "checked") {
    if (isUndecided(step.answer, draft)) missing.push("which of the repeated rows to add");
    for (const { header, decimal, dates } of step.answer.columns) {
      if (decimal === "unclear") missing.push(`the decimal sign of ${shortName(header)}`);
      if (dates === "unclear") missing.push(`the order of dates in ${shortName(header)}`);
    }
  }
  if (failure !== undefined) return <p className={styles.failure}>{importFailureText(failure)}</p>;
  if (missing.length === 0) return null;
  return <p className={styles.failure}>{missingText(missing)}</p>;
}
