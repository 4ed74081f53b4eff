import { useMutation } from "@tanstack/react-query";
import { CircleCheck, Undo2 } from "lucide-react";

import { Button } from "../../../ui/button.tsx";
import { toastError } from "../../../ui/toast.ts";
import styles from "./import-outcome.module.css";
import {
  importFailureText,
  keptNames,
  namedAdditions,
  resultLines,
  undoneLines,
} from "./import-texts.ts";
import { useWizard } from "./use-import.ts";
import { type AddAnswer, undoImport } from "./import.queries.ts";

/** What was added, or taken back again. */
export function ImportOutcome({ answer }: { answer: AddAnswer }) {
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
