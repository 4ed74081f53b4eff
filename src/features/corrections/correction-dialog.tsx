import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "wouter";

import { errorMessage, issuesOf } from "../../ui/calls/answers.ts";
import { correctionPath } from "../../domain/routes.ts";
import { TextAreaField, TextField } from "../../ui/fields.tsx";
import { MutationDialog } from "../../ui/mutation-dialog.tsx";
import { useSendCorrection } from "./corrections.queries.ts";
import styles from "./correction-dialog.module.css";
import { CORRECTION_NAME_MAX_CHARACTERS, CORRECTION_NOTE_MAX_CHARACTERS } from "./corrections.ts";

/** A form for readers (evidence.md#corrections). Its fields are uncontrolled: input stays after a refusal. */
export function CorrectionDialog(props: {
  title: string;
  description: string;
  /** @param texts by name of the field; the server ignores empty ones */
  read: (texts: Readonly<Record<string, FormDataEntryValue>>) => object;
  onClose: () => void;
  /** the form's own fields, shown before those that all corrections share */
  children: (issues: ReturnType<typeof issuesOf>) => ReactNode;
  hasName?: boolean;
}) {
  const { title, description, read, onClose, children, hasName = false } = props;
  const fields = useRef<HTMLDivElement>(null);
  const { mutate, isPending, error, data } = useSendCorrection();
  const issues = issuesOf(error);
  useEffect(() => {
    if (error) fields.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [error]);
  const readTexts = () =>
    Object.fromEntries(new FormData(fields.current?.closest("form") ?? undefined));
  return (
    <MutationDialog
      size="s"
      title={title}
      description={data ? undefined : description}
      submitLabel={data ? undefined : isPending ? "Sending..." : "Send"}
      cancelLabel={data ? "Close" : "Cancel"}
      pending={isPending}
      error={error && Object.keys(issues).length === 0 ? errorMessage(error) : undefined}
      isDirty={() => Object.values(readTexts()).some((text) => text !== "")}
      onSubmit={() => mutate(read(readTexts()))}
      onClose={onClose}
    >
      {data ? (
        <CorrectionReceived token={data.token} />
      ) : (
        <div ref={fields} className={styles.fields}>
          {children(issues)}
          <TextField
            label="Link to a source (optional)"
            name="url"
            type="url"
            inputMode="url"
            placeholder="https://"
            issue={issues["url"]}
          />
          <TextAreaField
            label="Note (optional)"
            name="note"
            dir="auto"
            rows={3}
            maxLength={CORRECTION_NOTE_MAX_CHARACTERS}
            issue={issues["note"]}
          />
          {hasName && (
            <TextField
              label="Your name (optional)"
              name="name"
              dir="auto"
              autoComplete="name"
              maxLength={CORRECTION_NAME_MAX_CHARACTERS}
              issue={issues["name"]}
            />
          )}
        </div>
      )}
    </MutationDialog>
  );
}

function CorrectionReceived({ token }: { token: string }) {
  const words = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone, so move the focus here.
  useEffect(() => words.current?.focus(), []);
  return (
    <div ref={words} tabIndex={-1} role="status" className={styles.received}>
      <p>Thank you. We’ll check it.</p>
      <p>
        <Link href={correctionPath(token)}>Check its status</Link>
      </p>
    </div>
  );
}
