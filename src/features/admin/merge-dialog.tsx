import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";

import { readJson, refusalOf } from "../../api/answers.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { toast, toastError } from "../../ui/toast.ts";
import { countOf } from "../../vehicle/counts.ts";
import type { EvRow } from "../../vehicle/vehicle.ts";
import { mergeModels, refreshAll } from "./rows.client.ts";
import styles from "./selection-dialogs.module.css";

const nameOf = ({ make, model }: EvRow) => `${make} ${model}`;

/** A row of each model among these. */
export function modelsAmong(rows: readonly EvRow[]): EvRow[] {
  return [...new Map(rows.map((row) => [nameOf(row), row])).values()];
}

interface MergeDialogProps {
  /** a row of either model */
  models: readonly [EvRow, EvRow];
  onMerged: () => void;
  onClose: () => void;
}

/** Asks which of two models stays (beyond 5). */
export function MergeDialog({ models, onMerged, onClose }: MergeDialogProps) {
  const group = useId();
  const client = useQueryClient();
  const [kept, setKept] = useState(models[0]);
  const [first, second] = models;
  const other = kept === first ? second : first;
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const ids = [other, kept].map((row) => readJson<{ id: number }>(`/api/evs/${row.id}/fresh`));
      const [from, into] = await Promise.all(ids);
      return mergeModels(from?.id ?? 0, into?.id ?? 0);
    },
    onSuccess: async ({ moved }) => {
      await refreshAll(client);
      onMerged();
      const description = `${countOf(moved, "row")} moved to ${nameOf(kept)}`;
      toast({ title: "Success", description });
    },
    onError: (failure) => {
      toastError(refusalOf(failure));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Merge two models?"
      description="All rows, reviews and votes of the other model move to the one that stays, and links to it lead there."
      confirmLabel={isPending ? "Merging..." : "Merge"}
      pending={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      <fieldset className={styles.choice}>
        <legend>Which one stays</legend>
        {models.map((row) => (
          <label key={row.id}>
            <input type="radio" name={group} checked={row === kept} onChange={() => setKept(row)} />
            <bdi>{nameOf(row)}</bdi>
          </label>
        ))}
      </fieldset>
    </ConfirmDialog>
  );
}
