import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleAlert, Eye, EyeOff } from "lucide-react";
import { type FormEvent, type Ref, useRef, useState } from "react";

import { Button, IconButton } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { TextField } from "../../ui/text-field.tsx";
import { AnswerError } from "../../api/answers.ts";
import { useHydrated } from "../../ui/hydrated.ts";
import type { User } from "./account-schemas.server.ts";
import { type Credentials, login, userQuery } from "./auth.client.ts";
import styles from "./credentials-form.module.css";
import { credentialIssues, type FieldIssues, refusedFields } from "./credentials.ts";
import { PASSWORD_MIN_CHARACTERS, USERNAME_MAX_CHARACTERS } from "./limits.ts";

interface CredentialsFormProps {
  /** the user that it answers becomes the current one */
  send: (credentials: Credentials) => Promise<User>;
  /** the words of §2 and §8 */
  texts: { button: string; pending: string; success: string; failure: string };
  /** whether the password is a new one */
  isNew?: boolean;
  /** the first field */
  usernameRef?: Ref<HTMLInputElement>;
}

/** The form that signs a known administrator in (§2). */
export const SIGN_IN: CredentialsFormProps = {
  send: login,
  texts: {
    button: "Login",
    pending: "Logging in...", // §2
    success: "Logged in successfully", // §8
    failure: "Login failed", // §8
  },
};

/** Stands for the form as a whole among the names of its fields. */
const WHOLE = "form";
const UNEXPECTED = "An unexpected error occurred"; // §8
const FIELDS = ["username", "password"] as const;

/** User name and password. What was typed stays when it was refused. */
export function CredentialsForm({ send, texts, isNew = false, usernameRef }: CredentialsFormProps) {
  const client = useQueryClient();
  // Sent before then, the browser would put the fields into the address.
  const canSend = useHydrated();
  const { issues, show, form } = useFieldIssues(FIELDS, isNew ? "register" : "sign in");
  const refusal = issues[WHOLE];

  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: async (user) => {
      // An earlier question may still be on its way.
      await client.cancelQueries({ queryKey: userQuery.queryKey });
      client.setQueryData(userQuery.queryKey, user);
      toast({ title: "Success", description: texts.success }); // §8
    },
    onError: (error) => {
      const refused = error instanceof AnswerError ? error : undefined;
      const fields = refusedFields(refused);
      const description = refused ? refused.sentence || texts.failure : UNEXPECTED; // §8
      toast({ title: texts.failure, description, variant: "destructive" }); // §8
      if (!show(fields)) show({ [WHOLE]: description }, "password");
    },
  });

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = readFields(event.currentTarget);
    if (!show(credentialIssues(typed))) mutate(typed);
  };

  return (
    <form {...form} method="post" className={styles.form} onSubmit={onSubmit}>
      <TextField
        label="Username"
        name="username"
        dir="auto"
        required
        maxLength={USERNAME_MAX_CHARACTERS}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        issue={issues["username"]}
        {...(usernameRef && { ref: usernameRef })}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete={isNew ? "new-password" : "current-password"}
        issue={issues["password"]}
        {...(isNew && { hint: `At least ${PASSWORD_MIN_CHARACTERS} characters` })}
      />
      <Button type="submit" variant="primary" disabled={!canSend} pending={isPending}>
        {isPending ? texts.pending : texts.button}
      </Button>
      {/* Below the button, which stays where it was pressed. */}
      {refusal && (
        <p role="alert" className={styles.refusal}>
          <CircleAlert aria-hidden />
          {refusal}
        </p>
      )}
    </form>
  );
}

/**
 * What is wrong with the fields of a form, each until it is changed.
 * @param purpose what is wrong for one purpose says nothing of another
 */
export function useFieldIssues(names: readonly string[], purpose = "") {
  const ref = useRef<HTMLFormElement>(null);
  const [judged, setJudged] = useState<{ purpose: string; issues: FieldIssues<string> }>();
  const issues = judged?.purpose === purpose ? judged.issues : {};

  /**
   * Shows what is wrong and moves the focus to the first of it.
   * @param otherwise the field to move to when nothing is wrong with any
   * @returns whether a field is wrong
   */
  function show(found: FieldIssues<string>, otherwise?: string): boolean {
    setJudged({ purpose, issues: found });
    const first = names.find((name) => found[name]);
    const field = ref.current?.querySelector<HTMLInputElement>(`[name=${first ?? otherwise}]`);
    field?.focus();
    field?.select();
    return first !== undefined;
  }

  function onInput({ target }: FormEvent<HTMLFormElement>): void {
    const changed = target instanceof HTMLInputElement ? target.name : "";
    if (issues[changed]) setJudged({ purpose, issues: { ...issues, [changed]: undefined } });
  }

  return { issues, show, form: { ref, onInput, noValidate: true } };
}

function readFields(form: HTMLFormElement): Credentials {
  const fields = new FormData(form);
  // Both are text fields of this very form.
  return {
    username: fields.get("username") as string,
    password: fields.get("password") as string,
  };
}

interface PasswordFieldProps {
  label: string;
  name: string;
  /** tells password managers whether to fill in or to propose one */
  autoComplete: "current-password" | "new-password";
  issue?: string | undefined;
  hint?: string;
}

/** A password, which can be looked at while it is typed. */
export function PasswordField(props: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? "text" : "password"}
      required
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      end={
        <IconButton
          label={isShown ? "Hide password" : "Show password"}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </IconButton>
      }
    />
  );
}
