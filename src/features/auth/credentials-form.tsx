import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleAlert, Eye, EyeOff } from "lucide-react";
import {
  type ComponentProps,
  type FormEvent,
  type RefCallback,
  type RefObject,
  useEffect,
  useState,
} from "react";
import { useForm } from "react-hook-form";

import { keysOf } from "../../domain/records.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { TextField } from "../../ui/fields.tsx";
import { toast, toastFailure } from "../../ui/toast.ts";
import { ApiError, issuesOf } from "../../ui/calls/answers.ts";
import { sendJson } from "../../ui/calls/send.ts";
import type { User } from "./auth.schema.ts";
import { login, userQuery, useUser } from "./auth.queries.ts";
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

const UNEXPECTED = "An unexpected error occurred"; // accounts.md#signing-in

/** Username and password. The fields keep their values after a failed attempt. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { send, texts, isNew = false, username, lastUsername, passwordRef } = props;
  const client = useQueryClient();
  const { field, refusal, onSubmit, showIssues, showRefusal } = useAccountForm({
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
      const message = error instanceof ApiError ? error.serverMessage || texts.failure : UNEXPECTED;
      toast({ title: texts.failure, description: message, variant: "destructive" });
      if (!showIssues(error)) showRefusal(message, "password");
    },
  });

  return (
    <form onSubmit={onSubmit} noValidate method="dialog" className={styles.form}>
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
        inputRef={passwordRef}
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

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, "ref"> & {
  ref: RefCallback<HTMLInputElement>;
  inputRef?: RefObject<HTMLInputElement | null> | undefined;
  autoComplete: "current-password" | "new-password";
};

function PasswordField({ hint, ref, inputRef, ...props }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      {...props}
      ref={(input) => {
        ref(input);
        if (inputRef) inputRef.current = input;
      }}
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
  const { field, onSubmit, reset, showIssues } = useAccountForm({
    rules: { currentPassword: requireLength, newPassword: requireLength },
    send: (passwords) => mutate(passwords),
  });

  const { mutate, isPending } = useMutation({
    mutationFn: (passwords: object) => sendJson("POST", "/api/user/password", passwords),
    onSuccess: async () => {
      reset();
      toast({ title: "Success", description: "Your password has been changed" });
      await client.invalidateQueries();
    },
    onError: (error) => {
      toastFailure(error);
      showIssues(error);
    },
  });

  return (
    <form onSubmit={onSubmit} noValidate className={styles.form}>
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

/** What is wrong with a text before it is sent (accounts.md#signing-in); true if nothing is. */
type Rule = (text: string) => true | string;
const requireName: Rule = (name) => name.trim() !== "" || USERNAME_REQUIRED;
const requireLength: Rule = (password) =>
  password.length >= PASSWORD_MIN_CHARACTERS || PASSWORD_TOO_SHORT;

interface AccountForm<Values> {
  /** in the order in which the fields appear */
  rules: Readonly<Record<keyof Values, Rule>>;
  send: (values: NoInfer<Values>) => void;
  /** messages are only shown while the form has this purpose */
  purpose?: string;
}

/** Text fields that are validated on submit. A message disappears once its field is changed. */
function useAccountForm<Name extends string>({
  rules,
  send,
  purpose,
}: AccountForm<Record<Name, string>>) {
  const { register, handleSubmit, setValue, setError, setFocus, clearErrors, reset, formState } =
    useForm<Record<string, string>>({ reValidateMode: "onSubmit", shouldFocusError: false });
  const { errors } = formState;
  const fields: readonly string[] = keysOf(rules);
  useEffect(() => () => clearErrors(), [purpose, clearErrors]);

  const selectFirst = (wrong: Readonly<Record<string, unknown>>) => {
    const first = fields.find((name) => wrong[name]);
    if (first) setFocus(first, { shouldSelect: true });
    return first !== undefined;
  };

  return {
    reset,
    /** the error that belongs to no field */
    refusal: errors.root?.message,
    field: (name: Name) => ({
      ...register(name, { validate: rules[name], onChange: () => clearErrors(name) }),
      issue: errors[name]?.message,
    }),
    onSubmit(event: FormEvent<HTMLFormElement>): void {
      // Password managers may fill in a field without firing an event.
      const { elements } = event.currentTarget;
      for (const name of fields) {
        const input = elements.namedItem(name);
        if (input instanceof HTMLInputElement) setValue(name, input.value);
      }
      // The fields are those of the rules.
      void handleSubmit((values) => send(values as Record<Name, string>), selectFirst)(event);
    },
    /** Shows the server's messages next to their fields. @returns whether any belongs to a field of this form */
    showIssues(failure: unknown): boolean {
      const wrong = issuesOf(failure);
      for (const name of fields) {
        if (wrong[name]) setError(name, { message: wrong[name] });
      }
      return selectFirst(wrong);
    },
    /** Shows an error of the whole form. @param select field to select for another try */
    showRefusal(message: string, select: Name): void {
      setError("root", { message });
      setFocus(select, { shouldSelect: true });
    },
  };
}
