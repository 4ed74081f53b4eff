import { useMutation } from "@tanstack/react-query";
import { CircleCheck, Undo2 } from "lucide-react";

import { readJson } from "../../../ui/calls/answers.ts";
import { Button } from "../../../ui/button.tsx";
import { toastError } from "../../../ui/toast.ts";
import { countOf } from "../../../domain/format.ts";
import { rowName } from "../../../domain/names.ts";
import styles from "./import-outcome.module.css";
import { importFailureText, namedAdditions, resultLines, undoneText } from "./import-texts.ts";
import { type AddAnswer, undoImport } from "./import.queries.ts";
import type { UndoneAnswer, WrittenAnswer } from "../import.schema.ts";
import { LISTED_ROWS } from "../limits.ts";

export function ImportOutcome(props: { answer: AddAnswer; onUndone: () => void }) {
  const { answer, onUndone } = props;
  const { added, counts, importId } = answer;
  const undo = useMutation({
    mutationFn: () => undoImport(importId ?? 0),
    onSuccess: onUndone,
    onError: (failure) => toastError(importFailureText(failure)),
  });
  if (undo.data) return <Undone undone={undo.data} />;
  const named = namedAdditions(added, counts.added);
  const [title, ...others] = resultLines(answer);
  return (
    <div role="status" className={styles.outcome}>
      <span aria-hidden className={styles.icon}>
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
      {others.map((line) => (
        <p key={line} className="quiet">
          {line}
        </p>
      ))}
      {importId !== null && (
        <Button pending={undo.isPending} onClick={() => undo.mutate()}>
          <Undo2 aria-hidden />
          Undo this import
        </Button>
      )}
    </div>
  );
}

function Undone({ undone }: { undone: UndoneAnswer }) {
  const { kept } = undone;
  return (
    <div role="status" className={styles.outcome}>
      <span aria-hidden className={styles.icon}>
        <Undo2 />
      </span>
      <p className={styles.outcomeTitle}>Import undone: {undoneText({ ...undone, kept: [] })}</p>
      {kept.length > 0 && (
        <>
          <p className="quiet">
            These stay because they have since been changed, reviewed or voted for:
          </p>
          <ul className={styles.named}>
            {kept.slice(0, LISTED_ROWS).map((row) => (
              <li key={row.id}>{rowName(row)}</li>
            ))}
            {kept.length > LISTED_ROWS && (
              <li>...and {countOf(kept.length - LISTED_ROWS, "more row")}</li>
            )}
          </ul>
        </>
      )}
    </div>
  );
}

/** Shows what an import from the activity log has written (importing.md#undo). */
export function WrittenRows({ importId, subject }: { importId: number; subject: string }) {
  // Not a query, since it would be refetched with all others even after the import is undone.
  const { mutate, data, error } = useMutation({
    mutationFn: () => readJson<WrittenAnswer>(`/api/imports/${importId}`),
  });
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && mutate()}>
      <summary className={styles.summary}>
        Rows of this import<span className="visually-hidden">: {subject}</span>
      </summary>
      {error && <p role="status">{importFailureText(error)}</p>}
      {data && (
        <ul className={styles.written}>
          {data.rows.map(({ id, name, kind }) => (
            <li key={id}>
              {name} <span className={styles.kind}>{kind}</span>
            </li>
          ))}
          {data.next !== null && <li>...and more</li>}
          {data.rows.length === 0 && <li>None of them are left.</li>}
        </ul>
      )}
    </details>
  );
}
