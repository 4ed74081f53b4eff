import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";

import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { AnswerError, refusalOf } from "../../api/answers.ts";
import { changePassword, refreshAccounts, useUser } from "./auth.client.ts";
import styles from "./credentials-form.module.css";
import { passwordIssue, refusedFields } from "./credentials.ts";
import { PASSWORD_MIN_CHARACTERS } from "./limits.ts";
import { PasswordField, useFieldIssues } from "./credentials-form.tsx";

const FIELDS = ["currentPassword", "newPassword"] as const;

/** Changes one's own password. The fields keep their values after a refusal. */
export function PasswordForm() {
  const client = useQueryClient();
  const { user } = useUser();
  const { issues, show, form } = useFieldIssues(FIELDS);

  const { mutate, isPending } = useMutation({
    mutationFn: changePassword,
    onSuccess: async () => {
      form.ref.current?.reset();
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
    const currentPassword = fields.get("currentPassword") as string; // a text field of this form
    const newPassword = fields.get("newPassword") as string; // as above
    const wrong = {
      currentPassword: passwordIssue(currentPassword),
      newPassword: passwordIssue(newPassword),
    };
    if (!show(wrong)) mutate({ currentPassword, newPassword });
  };

  return (
    <form {...form} className={styles.form} onSubmit={onSubmit}>
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
