import { Undo2 } from "lucide-react";
import { useState } from "react";

import { Button } from "../../../ui/button.tsx";
import { MutationDialog } from "../../../ui/mutation-dialog.tsx";
import { countOf } from "../../../domain/counts.ts";
import { WrittenRows } from "../../import/wizard/import-outcome.tsx";
import { undoneText } from "../../import/wizard/import-texts.ts";
import { undoImport } from "../../import/wizard/import.queries.ts";
import { useAdminMutation } from "../rows/rows.queries.ts";
import styles from "./activity-entry.module.css";
import type { ActivityEntry } from "./activity.schema.ts";

/** Shows what an import has written and undoes it (dashboard.md#activity). */
export function ImportedRows({ entry: { action, after, subject } }: { entry: ActivityEntry }) {
  const importId = after?.["importId"];
  const isOfClaims = action === "claims-imported";
  if (typeof importId !== "number" || !(isOfClaims || action === "rows-imported")) return null;
  return (
    <>
      <UndoImport importId={importId} subject={subject} isOfClaims={isOfClaims} />
      {!isOfClaims && <WrittenRows importId={importId} subject={subject} />}
    </>
  );
}

/** Undoes an import after asking (importing.md#undo). */
function UndoImport(props: { importId: number; subject: string; isOfClaims: boolean }) {
  const { importId, subject, isOfClaims } = props;
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, isSuccess } = useAdminMutation({
    mutationFn: () => undoImport(importId),
    successTitle: "Import undone",
    successMessage({ removed, restored, kept }) {
      const stay = kept.length > 0 ? `, ${countOf(kept.length, "changed EV")} kept` : "";
      const gone = isOfClaims
        ? `${countOf(removed, "source")} removed`
        : undoneText({ removed, restored });
      return `${gone}${stay}`;
    },
    onSettled: () => setIsAsking(false),
  });
  if (isSuccess) return <p className={styles.ways}>Import undone.</p>;
  return (
    <p className={styles.ways}>
      <Button size="s" onClick={() => setIsAsking(true)}>
        <Undo2 aria-hidden />
        Undo import<span className="visually-hidden"> of {subject}</span>
      </Button>
      {isAsking && (
        <MutationDialog
          role="alertdialog"
          title="Undo this import?"
          description={`What ${subject} added is removed, and values it changed are restored. Anything that was changed since stays as it is.`}
          submitLabel={isPending ? "Undoing..." : "Undo import"}
          pending={isPending}
          onSubmit={() => mutate()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </p>
  );
}
