import { type Resolver, useForm, type UseFormReturn } from "react-hook-form";
import type { EvInput } from "../../../domain/ev-input.ts";
import { EV_FORM_FIELDS, type EvFormValues, readForm } from "./ev-form.ts";

export type EvForm = UseFormReturn<EvFormValues, EvFormValues, EvInput>;

const resolver: Resolver<EvFormValues, EvFormValues, EvInput> = (values, stored) => {
  const { input, issues } = readForm(values, stored);
  if (input) return { values: input, errors: {} };
  const errors = Object.entries(issues).map(([name, message]) => [
    name,
    { type: "value", message },
  ]);
  return { values: {}, errors: Object.fromEntries(errors) };
};

/** @param initial the texts to start with @param stored the texts of the row */
export function useEvForm(initial: EvFormValues, stored: EvFormValues) {
  const form = useForm<EvFormValues, EvFormValues, EvInput>({
    defaultValues: initial,
    context: stored,
    resolver,
  });
  return {
    form,
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
