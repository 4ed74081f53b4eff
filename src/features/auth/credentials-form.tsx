import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleAlert, Eye, EyeOff } from "lucide-react";
import { type FormEvent, type Ref, useRef, useState } from "react";

import { Button, IconButton } from "../../ui/button.tsx";
import { toast, toastError } from "../../ui/toast.ts";
import { TextField } from "../../ui/text-field.tsx";
import { AnswerError, refusalOf } from "../../api/answers.ts";
import { sendJson } from "../../api/send.ts";
import { useHydrated } from "../../ui/hydrated.ts";
import type { User } from "./auth.schema.ts";
import { login, refreshAccounts, userQuery, useUser } from "./auth.client.ts";
import styles from "./credentials-form.module.css";
import {
  credentialIssues,
  type Credentials,
  type FieldIssues,
  passwordIssue,
  refusedFields,
} from "./credentials.ts";
import { PASSWORD_MIN_CHARACTERS, USERNAME_MAX_CHARACTERS } from "./limits.ts";

interface CredentialsFormProps {
  /** resolves with the user who is then signed in */
  send: (credentials: Credentials) => Promise<User>;
  /** the words of §2 and §8 */
  texts: { button: string; pending: string; success: string; failure: string };
  isNew?: boolean;
  /** whose password it is, when only that is asked for; "" while it is not known */
  username?: string | undefined;
  usernameRef?: Ref<HTMLInputElement>;
}

export const SIGN_IN: CredentialsFormProps = {
  send: login,
  texts: {
    button: "Login",
    pending: "Logging in...", // §2
    success: "Logged in successfully", // §8
    failure: "Login failed", // §8
  },
};

const WHOLE = "form";
const UNEXPECTED = "An unexpected error occurred"; // §8
const FIELDS = ["username", "password"] as const;

/** Username and password. The fields keep their values after a refusal. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { send, texts, isNew = false, username, usernameRef } = props;
  const client = useQueryClient();
  // Before hydration the browser itself would send the form.
  const canSend = useHydrated();
  const { issues, show, form } = useCheckedForm({
    names: FIELDS,
    judge: credentialIssues,
    send: (typed: Credentials) => mutate(typed),
    purpose: isNew ? "register" : "sign in",
  });
  const refusal = issues[WHOLE];

  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: async (user) => {
      // An earlier request would overwrite the new user.
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

  return (
    <form {...form} method="post" className={styles.form}>
      {username === undefined ? (
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
      ) : (
        <PasswordOwner username={username} />
      )}
      <PasswordField
        label={username === undefined ? "Password" : "New password"}
        name="password"
        autoComplete={isNew ? "new-password" : "current-password"}
        issue={issues["password"]}
        {...(isNew && { hint: `At least ${PASSWORD_MIN_CHARACTERS} characters` })}
      />
      <Button
        type="submit"
        variant="primary"
        disabled={!canSend || username === ""}
        pending={isPending}
      >
        {isPending ? texts.pending : texts.button}
      </Button>
      {/* Below the button, so that the button does not move. */}
      {refusal && (
        <p role="alert" className={styles.refusal}>
          <CircleAlert aria-hidden />
          {refusal}
        </p>
      )}
    </form>
  );
}

interface CheckedForm<Name extends string> {
  /** of its text fields */
  names: readonly Name[];
  judge: (typed: Record<Name, string>) => FieldIssues<string>;
  send: (typed: Record<Name, string>) => void;
  purpose?: string;
}

/** A message stays until its field changes, and is shown for its purpose only. */
function useCheckedForm<Name extends string>(checked: CheckedForm<Name>) {
  const { names, judge, send, purpose = "" } = checked;
  const ref = useRef<HTMLFormElement>(null);
  const [judged, setJudged] = useState<{ purpose: string; issues: FieldIssues<string> }>();
  const issues = judged?.purpose === purpose ? judged.issues : {};

  /** Focuses the first field with a message, else `otherwise`. @returns whether a field has one */
  function show(shown: FieldIssues<string>, otherwise?: string): boolean {
    setJudged({ purpose, issues: shown });
    const first = names.find((name) => shown[name]);
    const field = ref.current?.querySelector<HTMLInputElement>(`[name=${first ?? otherwise}]`);
    field?.focus();
    field?.select();
    return first !== undefined;
  }

  function onInput({ target }: FormEvent<HTMLFormElement>): void {
    const changed = target instanceof HTMLInputElement ? target.name : "";
    if (issues[changed]) setJudged({ purpose, issues: { ...issues, [changed]: undefined } });
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    // Each is a text field of this form.
    const typed = Object.fromEntries(names.map((name) => [name, fields.get(name)])) as Record<
      Name,
      string
    >;
    if (!show(judge(typed))) send(typed);
  }

  return { issues, show, form: { ref, onInput, onSubmit, noValidate: true } };
}

interface PasswordFieldProps {
  label: string;
  name: string;
  autoComplete: "current-password" | "new-password";
  issue?: string | undefined;
  hint?: string;
}

function PasswordField(props: PasswordFieldProps) {
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

/** Tells password managers whose password it is. */
function PasswordOwner({ username }: { username: string }) {
  return (
    <input type="text" name="username" hidden readOnly autoComplete="username" value={username} />
  );
}

const PASSWORD_FIELDS = ["currentPassword", "newPassword"] as const;

/** Changes one's own password. The fields keep their values after a refusal. */
export function PasswordForm() {
  const client = useQueryClient();
  const { user } = useUser();
  const { issues, show, form } = useCheckedForm({
    names: PASSWORD_FIELDS,
    judge: ({ currentPassword, newPassword }) => ({
      currentPassword: passwordIssue(currentPassword),
      newPassword: passwordIssue(newPassword),
    }),
    send: (passwords) => mutate(passwords),
  });

  const { mutate, isPending } = useMutation({
    mutationFn: (passwords: object) => sendJson("POST", "/api/user/password", passwords),
    onSuccess: async () => {
      form.ref.current?.reset();
      toast({ title: "Success", description: "Your password has been changed" });
      await refreshAccounts(client);
    },
    onError: (error) => {
      const refused = error instanceof AnswerError ? error : undefined;
      toastError(refusalOf(error));
      show(refusedFields(refused));
    },
  });

  return (
    <form {...form} className={styles.form}>
      <PasswordOwner username={user?.username ?? ""} />
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
