import { useRef } from "react";
import { type Resolver, useForm, type UseFormReturn } from "react-hook-form";
import type { EvInput } from "../../../domain/ev-input.ts";
import type { FieldName } from "../../../domain/fields.ts";
import { EV_FORM_FIELDS, type EvFormValues, readForm } from "./ev-form.ts";

export type EvForm = UseFormReturn<EvFormValues, EvFormValues, EvInput>;

/** Whether the browser cannot parse the typed number (`1e`, `-`), in which case its value is empty. */
function isUnreadable(control: unknown): boolean {
  return control instanceof HTMLInputElement && control.validity.badInput;
}

const resolver: Resolver<EvFormValues, EvFormValues, EvInput> = (values, stored, { fields }) => {
  const unreadable = EV_FORM_FIELDS.filter(({ name }) => isUnreadable(fields[name]?.ref));
  const { input, issues } = readForm(values, new Set(unreadable.map(({ name }) => name)), stored);
  if (input) return { values: input, errors: {} };
  const errors = EV_FORM_FIELDS.flatMap(({ name }) => {
    const message = issues[name];
    return message === undefined ? [] : [[name, { type: "value", message }] as const];
  });
  return { values: {}, errors: Object.fromEntries(errors) };
};

/**
 * Fields are validated on submit; one with an error also on each change.
 * @param initial the texts to start with @param stored the texts of the row
 */
export function useEvForm(initial: EvFormValues, stored: EvFormValues) {
  const element = useRef<HTMLDivElement>(null);
  const form = useForm<EvFormValues, EvFormValues, EvInput>({
    defaultValues: initial,
    context: stored,
    resolver,
    reValidateMode: "onSubmit",
  });
  return {
    form,
    element,
    hasUnreadable: () => [...(element.current?.querySelectorAll("input") ?? [])].some(isUnreadable),
    /** shows the first error of each field and focuses the first field */
    showIssues(issues: readonly { path: string; message: string }[]) {
      let shouldFocus = true;
      for (const { name } of EV_FORM_FIELDS) {
        const message = issues.find(({ path }) => path === name)?.message;
        if (message === undefined) continue;
        form.setError(name, { message }, { shouldFocus });
        shouldFocus = false;
      }
    },
  };
}

/** Options of a registered field: after an error, it is validated on each change. */
export function validateWhileBlamed({ getFieldState, trigger }: EvForm, name: FieldName) {
  return { onChange: () => void (getFieldState(name).error && trigger(name)) };
}
