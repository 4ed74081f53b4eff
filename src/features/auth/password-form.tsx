import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";

import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { AnswerError, refusalOf } from "../../api/answers.ts";
import { changePassword, refreshAccounts } from "./accounts.client.ts";
import styles from "./credentials-form.module.css";
import { type FieldIssues, passwordIssue, refusedFields } from "./credentials.ts";
import { PASSWORD_MIN_CHARACTERS } from "./limits.ts";
import { PasswordField } from "./credentials-form.tsx";
import { useUser } from "./auth.client.ts";

const FIELDS = ["currentPassword", "newPassword"] as const;

/** Changes one's own password. What was typed stays when it was refused. */
export function PasswordForm() {
  const client = useQueryClient();
  const { user } = useUser();
  const form = useRef<HTMLFormElement>(null);
  const [issues, setIssues] = useState<FieldIssues<string>>({});

  const show = (wrong: FieldIssues<string>) => {
    setIssues(wrong);
    const first = FIELDS.find((name) => wrong[name]);
    form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    return first !== undefined;
  };

  const { mutate, isPending } = useMutation({
    mutationFn: changePassword,
    onSuccess: async () => {
      form.current?.reset();
      toast({ title: "Success", description: "Your password has been changed" });
      await refreshAccounts(client);
    },
    onError: (error) => {
      const refused = error instanceof AnswerError ? error : undefined;
      toast({ title: "Error", description: refusalOf(error), variant: "destructive" });
      show(refusedFields(refused));
    },
  });

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    // Both are text fields of this very form.
    const currentPassword = fields.get("currentPassword") as string;
    const newPassword = fields.get("newPassword") as string;
    const issuesOf = {
      currentPassword: passwordIssue(currentPassword),
      newPassword: passwordIssue(newPassword),
    };
    const wrong = Object.fromEntries(Object.entries(issuesOf).filter(([, issue]) => issue));
    if (!show(wrong)) mutate({ currentPassword, newPassword });
  };

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const changed = event.target instanceof HTMLInputElement ? event.target.name : "";
    if (issues[changed]) setIssues({ ...issues, [changed]: undefined });
  };

  return (
    <form ref={form} noValidate className={styles.form} onSubmit={onSubmit} onInput={onInput}>
      {/* Tells password managers whose password it is. */}
      <input type="text" hidden readOnly autoComplete="username" value={user?.username ?? ""} />
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        issue={issues["currentPassword"]}
      />
      <PasswordField
        label="New password"
        name="newPassword"
        autoComplete="new-password"
        issue={issues["newPassword"]}
        hint={`At least ${PASSWORD_MIN_CHARACTERS} characters`}
      />
      <Button type="submit" variant="primary" pending={isPending} className={styles.start}>
        {isPending ? "Changing..." : "Change password"}
      </Button>
    </form>
  );
}
