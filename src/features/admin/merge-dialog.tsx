import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";

import { readJson, refusalOf } from "../../api/answers.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { toast, toastError } from "../../ui/toast.ts";
import { countOf } from "../../vehicle/counts.ts";
import type { EvRow } from "../../vehicle/vehicle.ts";
import { mergeMakes, mergeModels, refreshAll } from "./rows.client.ts";
import styles from "./selection-dialogs.module.css";

export type Merged = "models" | "makes";

const NAME_OF: Readonly<Record<Merged, (row: EvRow) => string>> = {
  models: ({ make, model }) => `${make} ${model}`,
  makes: ({ make }) => make,
};

const WORDS: Readonly<Record<Merged, string>> = {
  models:
    "All rows, reviews and votes of the other model move to the one that stays, and links to it lead there.",
  makes:
    "All models of the other make get the name that stays. Models that both have are merged, with their reviews and votes, and links to them lead there.",
};

/** A row of either model or make, where there are two of them among these. */
export function pairAmong(rows: readonly EvRow[], what: Merged): readonly [EvRow, EvRow] | null {
  const [first, second, ...more] = new Map(rows.map((row) => [NAME_OF[what](row), row])).values();
  return first && second && more.length === 0 ? [first, second] : null;
}

interface MergeDialogProps {
  what: Merged;
  pair: readonly [EvRow, EvRow];
  onMerged: () => void;
  onClose: () => void;
}

/** Asks which of two models or makes stays (beyond 5). */
export function MergeDialog({ what, pair, onMerged, onClose }: MergeDialogProps) {
  const group = useId();
  const client = useQueryClient();
  const [kept, setKept] = useState(pair[0]);
  const [first, second] = pair;
  const nameOf = NAME_OF[what];
  const other = kept === first ? second : first;
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      if (what === "makes") return mergeMakes(other.make, kept.make);
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
      title={`Merge two ${what}?`}
      description={WORDS[what]}
      confirmLabel={isPending ? "Merging..." : "Merge"}
      pending={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    >
      <fieldset className={styles.choice}>
        <legend>Which one stays</legend>
        {pair.map((row) => (
          <label key={row.id}>
            <input type="radio" name={group} checked={row === kept} onChange={() => setKept(row)} />
            <bdi>{nameOf(row)}</bdi>
          </label>
        ))}
      </fieldset>
    </ConfirmDialog>
  );
}
