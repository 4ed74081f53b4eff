import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleAlert, Eye, EyeOff } from "lucide-react";
import {
  type ComponentProps,
  type FormEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";

import { keysOf } from "../../domain/records.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields.tsx";
import { toast, toastFailure } from "../../ui/toast.ts";
import { ApiError, issuesOf } from "../../ui/calls/answers.ts";
import { sendJson } from "../../ui/calls/send.ts";
import type { User } from "./auth.schema.ts";
import { login, refreshAccounts, userQuery, useUser } from "./auth.queries.ts";
import styles from "./credentials-form.module.css";
import {
  type Credentials,
  PASSWORD_MIN_CHARACTERS,
  PASSWORD_TOO_SHORT,
  USERNAME_MAX_CHARACTERS,
  USERNAME_REQUIRED,
} from "./credentials.ts";

interface CredentialsFormProps {
  /** resolves with the user who has signed in */
  send: (credentials: Credentials) => Promise<User>;
  /** the words of accounts.md#signing-in */
  texts: { button: string; pending: string; success: string; failure: string };
  isNew?: boolean;
  /** the account's name when only the password is asked for; "" while it is unknown */
  username?: string | undefined;
  /** fills in the name, which can be changed */
  lastUsername?: string;
  passwordRef?: RefObject<HTMLInputElement | null>;
}

export const SIGN_IN: CredentialsFormProps = {
  send: login,
  texts: {
    button: "Login",
    pending: "Logging in...",
    success: "Logged in successfully",
    failure: "Login failed",
  },
};

const UNEXPECTED = "An unexpected error occurred";

/** Username and password. The fields keep their values after a failed attempt. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { send, texts, isNew = false, username, lastUsername, passwordRef } = props;
  const client = useQueryClient();
  const { form, field, refusal, onSubmit, showIssues, showRefusal } = useAccountForm({
    rules: { username: requireName, password: requireLength },
    send: (credentials) => mutate(credentials),
    purpose: isNew ? "register" : "sign in",
  });

  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: async (user) => {
      // A pending request would overwrite the new user.
      await client.cancelQueries({ queryKey: userQuery.queryKey });
      client.setQueryData(userQuery.queryKey, user);
      toast({ title: "Success", description: texts.success });
    },
    onError: (error) => {
      const sentence = error instanceof ApiError ? error.sentence || texts.failure : UNEXPECTED;
      toast({ title: texts.failure, description: sentence, variant: "destructive" });
      if (!showIssues(issuesOf(error))) showRefusal(sentence, "password");
    },
  });

  return (
    <form ref={form} onSubmit={onSubmit} noValidate method="dialog" className={styles.form}>
      {username === undefined ? (
        <TextField
          {...field("username")}
          label="Username"
          defaultValue={lastUsername}
          dir="auto"
          required
          maxLength={USERNAME_MAX_CHARACTERS}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      ) : (
        <PasswordOwner username={username} />
      )}
      <PasswordField
        {...field("password")}
        ref={passwordRef ?? null}
        label={username === undefined ? "Password" : "New password"}
        autoComplete={isNew ? "new-password" : "current-password"}
        hint={isNew && PASSWORD_HINT}
      />
      <Button type="submit" variant="primary" disabled={username === ""} pending={isPending}>
        {isPending ? texts.pending : texts.button}
      </Button>
      {/* Shown below the button, so that the button does not move. */}
      {refusal && (
        <p role="alert" className={styles.refusal}>
          <CircleAlert aria-hidden />
          {refusal}
        </p>
      )}
    </form>
  );
}

const PASSWORD_HINT = `At least ${PASSWORD_MIN_CHARACTERS} characters`;

type PasswordFieldProps = ComponentProps<typeof TextField> & {
  autoComplete: "current-password" | "new-password";
};

function PasswordField({ hint, ...props }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...props}
      // The error message says the same.
      hint={props.issue ? undefined : hint}
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

/** Form for changing one's own password. The fields keep their values after a failed attempt. */
export function PasswordForm() {
  const client = useQueryClient();
  const { user } = useUser();
  const { form, field, onSubmit, showIssues } = useAccountForm({
    rules: { currentPassword: requireLength, newPassword: requireLength },
    send: (passwords) => mutate(passwords),
  });

  const { mutate, isPending } = useMutation({
    mutationFn: (passwords: object) => sendJson("POST", "/api/user/password", passwords),
    onSuccess: async () => {
      form.current?.reset();
      toast({ title: "Success", description: "Your password has been changed" });
      await refreshAccounts(client);
    },
    onError: (error) => {
      toastFailure(error);
      showIssues(issuesOf(error));
    },
  });

  return (
    <form ref={form} onSubmit={onSubmit} noValidate className={styles.form}>
      <PasswordOwner username={user?.username ?? ""} />
      <PasswordField
        {...field("currentPassword")}
        label="Current password"
        autoComplete="current-password"
      />
      <PasswordField
        {...field("newPassword")}
        label="New password"
        autoComplete="new-password"
        hint={PASSWORD_HINT}
      />
      <Button type="submit" variant="primary" pending={isPending} className={styles.start}>
        {isPending ? "Changing..." : "Change password"}
      </Button>
    </form>
  );
}

/** Says what is wrong with a text before it is sent (accounts.md#signing-in). */
type Rule = (text: string) => string | false;
const requireName: Rule = (name) => name.trim() === "" && USERNAME_REQUIRED;
const requireLength: Rule = (password) =>
  password.length < PASSWORD_MIN_CHARACTERS && PASSWORD_TOO_SHORT;

interface AccountForm<Name extends string> {
  /** in the order in which the fields appear */
  rules: Readonly<Record<Name, Rule>>;
  send: (values: Record<NoInfer<Name>, string>) => void;
  /** messages are only shown while the form has this purpose */
  purpose?: string;
}

/** Text fields that are validated on submit. A message disappears once its field is changed. */
function useAccountForm<Name extends string>({ rules, send, purpose }: AccountForm<Name>) {
  const form = useRef<HTMLFormElement>(null);
  const [issues, setIssues] = useState<Readonly<Record<string, string | undefined>>>({});
  const names = keysOf(rules);
  useEffect(() => () => setIssues({}), [purpose]);
  const inputOf = (name: Name) => form.current?.elements.namedItem(name) as HTMLInputElement | null;
  const select = (name: Name) => {
    inputOf(name)?.focus();
    inputOf(name)?.select();
  };
  /** Shows messages beside their fields. @returns whether any belongs to a field of this form */
  const showIssues = (wrong: Readonly<Record<string, string | undefined>>): boolean => {
    setIssues(wrong);
    const first = names.find((name) => wrong[name]);
    if (first) select(first);
    return first !== undefined;
  };
  return {
    form,
    /** the error that belongs to no field */
    refusal: issues["form"],
    field: (name: Name) => ({
      name,
      issue: issues[name],
      onChange: () => setIssues({ ...issues, [name]: undefined }),
    }),
    onSubmit(event: FormEvent): void {
      event.preventDefault();
      // Password managers may fill in a field without firing an event.
      const values = Object.fromEntries(names.map((name) => [name, inputOf(name)?.value ?? ""]));
      const wrong = names.flatMap((name) => {
        const message = rules[name](values[name] ?? "");
        return message ? [[name, message]] : [];
      });
      // The fields are those of the rules.
      if (!showIssues(Object.fromEntries(wrong))) send(values as Record<Name, string>);
    },
    showIssues,
    /** Shows an error of the whole form. @param name field to select for another try */
    showRefusal(message: string, name: Name): void {
      setIssues({ form: message });
      select(name);
    },
  };
}
