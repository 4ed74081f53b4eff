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

/** Sends a decision and reads everything again. What was typed stays when it is refused. */
export function useDecision<Sent>(options: {
  decide: (sent: Sent) => Promise<Correction>;
  /** what has become of it, in a sentence */
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
      // Somebody else may have decided it, or changed or deleted the row.
      void refreshAll(client);
    },
  });
}

interface DecisionDialogProps {
  title: string;
  description: ReactNode;
  /** what its button says, also while it is sent */
  labels: readonly [does: string, isDoing: string];
  pending: boolean;
  failure: unknown;
  /** fields that show what is wrong with them themselves */
  fields: readonly string[];
  canSend?: boolean;
  /** whether something was typed, which is asked about before it is lost */
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
