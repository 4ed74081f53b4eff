import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";

import { issueOf, refusalOf } from "../../../ui/calls/answers.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { toast } from "../../../ui/toast.ts";
import type { Correction } from "../../corrections/corrections.schema.ts";
import { DiscardQuestion } from "../../../ui/discard-question.tsx";
import { refreshAll } from "../rows/rows.queries.ts";
import styles from "./decision-dialog.module.css";

/** Sends a decision and refetches everything. Input stays if the server refuses it. */
export function useDecision<Sent>(options: {
  decide: (sent: Sent) => Promise<Correction>;
  /** a sentence about the result */
  done: string;
  onDecided: () => void;
  onRefused?: (failure: unknown) => void;
}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: options.decide,
    onSuccess: async () => {
      await refreshAll(client);
      options.onDecided();
      toast({ title: "Success", description: options.done });
    },
    onError: (failure) => {
      options.onRefused?.(failure);
      // Another user may have decided it, or changed or deleted the row.
      void refreshAll(client);
    },
  });
}

interface DecisionDialogProps {
  title: string;
  description: ReactNode;
  /** the button's label, and its label while sending */
  labels: readonly [does: string, isDoing: string];
  pending: boolean;
  failure: unknown;
  /** fields that show their own errors */
  fields: readonly string[];
  canSend?: boolean;
  /** whether there is input to ask about before closing */
  isDirty?: boolean;
  onSend: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function DecisionDialog(props: DecisionDialogProps) {
  const {
    title,
    description,
    labels,
    pending,
    failure,
    fields,
    canSend = true,
    isDirty = false,
  } = props;
  const id = useId();
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    if (pending) return;
    if (isDirty) setIsLeaving(true);
    else props.onClose();
  };
  const isShownByField = fields.some((field) => issueOf(failure, field) !== undefined);
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && leave()}
      title={title}
      description={description}
      footer={
        <>
          <Button disabled={pending} onClick={leave}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form={id} pending={pending} disabled={!canSend}>
            {labels[pending ? 1 : 0]}
          </Button>
        </>
      }
    >
      <form
        id={id}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!pending && canSend) props.onSend();
        }}
      >
        {props.children}
        {failure != null && !pending && !isShownByField && (
          <p role="alert" className={styles.failure}>
            {refusalOf(failure)}
          </p>
        )}
      </form>
      {isLeaving && (
        <DiscardQuestion onDiscard={props.onClose} onKeep={() => setIsLeaving(false)} />
      )}
    </Dialog>
  );
}
