import { useMutation } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";

import { readJson } from "../../api/answers.ts";
import { Button } from "../../ui/button.tsx";
import { toast, toastError } from "../../ui/toast.ts";
import { countOf } from "../../vehicle/counts.ts";
import { failureText } from "./import-texts.ts";
import { undoImport } from "./import.client.ts";
import type { WrittenAnswer } from "./import-undo.server.ts";
import styles from "./row-tables.module.css";

/** What an import of the activity has written, and its undo while that is possible (beyond 5). */
export function WrittenRows(props: { importId: number; subject: string; onUndone: () => unknown }) {
  const { importId, subject, onUndone } = props;
  // No query: it would be read again when all else is, also once it is undone.
  const rows = useMutation({
    mutationFn: () => readJson<WrittenAnswer>(`/api/imports/${importId}`),
  });
  const undo = useMutation({
    mutationFn: () => undoImport(importId),
    onSuccess: async ({ removed, restored, kept }) => {
      const stay = kept.length > 0 ? `, ${countOf(kept.length, "changed EV")} kept` : "";
      const description = `${countOf(removed, "EV")} removed, ${countOf(restored, "EV")} restored${stay}`;
      toast({ title: "The import is undone", description });
      await onUndone();
    },
    onError: (failure) => toastError(failureText(failure)),
  });
  const { data, error } = rows;
  return (
    <details
      onToggle={({ currentTarget }) => currentTarget.open && !undo.isSuccess && rows.mutate()}
    >
      <summary className={styles.summary}>
        Rows of this import<span className="visually-hidden">: {subject}</span>
      </summary>
      {undo.isSuccess && <p>The import is undone.</p>}
      {!undo.isSuccess && error && <p role="status">{failureText(error)}</p>}
      {!undo.isSuccess && data && (
        <>
          <ul className={styles.written}>
            {data.rows.map(({ id, name, kind }) => (
              <li key={id}>
                {name} <span className={styles.header}>{kind}</span>
              </li>
            ))}
            {data.next !== null && <li>...and more</li>}
            {data.rows.length === 0 && <li>None of them is left.</li>}
          </ul>
          <Button size="s" pending={undo.isPending} onClick={() => undo.mutate()}>
            <Undo2 aria-hidden />
            Undo this import
          </Button>
        </>
      )}
    </details>
  );
}
