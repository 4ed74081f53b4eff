import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Link } from "wouter";

import { errorMessage, issuesOf } from "../../ui/calls/answers.ts";
import { correctionPath } from "../../domain/routes.ts";
import { Button } from "../../ui/button.tsx";
import fields from "../../ui/fields.module.css";
import { TextAreaField, TextField } from "../../ui/fields.tsx";
import { useSendCorrection } from "./corrections.queries.ts";
import styles from "./correction-fields.module.css";
import { CORRECTION_NAME_MAX_CHARACTERS, CORRECTION_NOTE_MAX_CHARACTERS } from "./corrections.ts";

interface CorrectionFrameProps {
  label: string;
  read: (form: FormData) => object;
  /** the form's own fields, shown before those that all corrections share */
  children: (issues: ReturnType<typeof issuesOf>) => ReactNode;
  hasName?: boolean;
}

/** A form for readers (evidence.md#corrections). Its fields are uncontrolled: input stays after a refusal. */
export function CorrectionFrame({ label, read, children, hasName = false }: CorrectionFrameProps) {
  const form = useRef<HTMLFormElement>(null);
  const { mutate, isPending, error, data } = useSendCorrection();
  const issues = issuesOf(error);
  useFocusOnIssue(form, error);
  if (data) return <CorrectionReceived token={data.token} />;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate(read(new FormData(event.currentTarget)));
  };
  return (
    <form ref={form} noValidate aria-label={label} className={styles.form} onSubmit={onSubmit}>
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
      <Button type="submit" variant="primary" pending={isPending} className={styles.send}>
        {isPending ? "Sending..." : "Send"}
      </Button>
      <p role="status" className={fields.issue}>
        {error && !Object.keys(issues).some((name) => FIELDS.includes(name)) && errorMessage(error)}
      </p>
    </form>
  );
}

/** A text of the form, or null when it is empty. */
export function textIn(form: FormData, name: string): string | null {
  const text = form.get(name);
  return typeof text === "string" && text.trim() !== "" ? text : null;
}

/** The optional fields that all corrections share. */
export function senderIn(form: FormData) {
  return { url: textIn(form, "url"), note: textIn(form, "note"), name: textIn(form, "name") };
}

/** Fields that show their own errors. */
const FIELDS: readonly string[] = [
  "value",
  "url",
  "note",
  "name",
  "missing.make",
  "missing.model",
  "missing.trim",
];

function useFocusOnIssue(form: RefObject<HTMLFormElement | null>, error: unknown) {
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [form, error]);
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
