import { zodResolver } from "@hookform/resolvers/zod";
import { type FormEvent, useEffect } from "react";
import { type Path, type PathValue, useForm } from "react-hook-form";
import type { ZodMiniType } from "zod/mini";

import { AnswerError } from "../../ui/calls/answers.ts";

interface AccountForm<Values> {
  schema: ZodMiniType<Values, Values>;
  /** in the order in which they stand */
  fields: readonly Path<Values>[];
  send: (values: Values) => void;
  /** messages are shown for this purpose only */
  purpose?: string;
}

/** Text fields that are judged when they are sent. A message goes once its field is changed. */
export function useAccountForm<Values extends Record<string, string>>({
  schema,
  fields,
  send,
  purpose,
}: AccountForm<Values>) {
  const { register, handleSubmit, setValue, setError, setFocus, clearErrors, reset, formState } =
    useForm<Values>({
      resolver: zodResolver(schema),
      reValidateMode: "onSubmit",
      shouldFocusError: false,
    });
  const { errors } = formState;
  useEffect(() => () => clearErrors(), [purpose, clearErrors]);

  const selectFirst = (wrong: Partial<Record<Path<Values>, unknown>>) => {
    const first = fields.find((name) => wrong[name]);
    if (first) setFocus(first, { shouldSelect: true });
    return first !== undefined;
  };

  return {
    reset,
    /** what is wrong with no field in particular */
    refusal: errors.root?.message,
    /** of the text field with this name */
    field: (name: Path<Values>) => ({
      ...register(name, { onChange: () => clearErrors(name) }),
      issue: errors[name]?.message as string | undefined,
    }),
    onSubmit(event: FormEvent<HTMLFormElement>): void {
      // Password managers may fill in a field without an event.
      const { elements } = event.currentTarget;
      for (const name of fields) {
        const input = elements.namedItem(name);
        if (!(input instanceof HTMLInputElement)) continue;
        setValue(name, input.value as PathValue<Values, Path<Values>>);
      }
      void handleSubmit(send, selectFirst)(event);
    },
    /** Shows what the server has found wrong. @returns whether that is a field of this form */
    showIssues(failure: unknown): boolean {
      const issues = failure instanceof AnswerError ? failure.issues : [];
      const wrong: Partial<Record<string, string>> = {};
      for (const { path, message } of issues) wrong[path] = message;
      for (const name of fields) {
        if (wrong[name]) setError(name, { message: wrong[name] });
      }
      return selectFirst(wrong);
    },
    /** Shows what is wrong with the whole form. @param select the field to try again with */
    showRefusal(message: string, select: Path<Values>): void {
      setError("root", { message });
      setFocus(select, { shouldSelect: true });
    },
  };
}
