import { useState } from "react";

import { issueOf } from "../../../ui/calls/answers.ts";
import { TextAreaField } from "../../../ui/fields.tsx";
import type { Correction } from "../../corrections/corrections.schema.ts";
import { DECLINE_REASON_MAX_CHARACTERS } from "../../corrections/limits.ts";
import { declineCorrection } from "./correction-queue.queries.ts";
import { DecisionDialog, useDecision } from "./decision-dialog.tsx";

interface DeclineDialogProps {
  correction: Correction;
  onDecided: () => void;
  onClose: () => void;
}

export function DeclineDialog({ correction: { id, car }, onDecided, onClose }: DeclineDialogProps) {
  const [reason, setReason] = useState("");
  const { mutate, isPending, error } = useDecision({
    decide: () => declineCorrection(id, reason),
    done: "The correction was declined",
    onDecided,
  });
  return (
    <DecisionDialog
      title="Decline this correction?"
      description={car}
      labels={["Decline", "Declining..."]}
      pending={isPending}
      failure={error}
      fields={["reason"]}
      isDirty={reason !== ""}
      onSend={() => mutate()}
      onClose={onClose}
    >
      <TextAreaField
        label="Reason"
        name="reason"
        hint="The reader sees this."
        rows={3}
        maxLength={DECLINE_REASON_MAX_CHARACTERS}
        dir="auto"
        value={reason}
        issue={issueOf(error, "reason")}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </DecisionDialog>
  );
}
