import { type RefObject, useRef } from "react";
import { type Resolver, useForm, type UseFormReturn } from "react-hook-form";

import type { EvInput } from "../../../domain/ev-input.ts";
import {
  EV_FORM_FIELDS,
  type EvField,
  type EvFormIssues,
  type EvFormValues,
  readForm,
} from "./ev-form.ts";

export type EvForm = UseFormReturn<EvFormValues, unknown, EvInput>;

/** Whether the browser finds no number in what is typed (`1e`, `-`): its value is empty then. */
function isUnreadable(control: unknown): boolean {
  return control instanceof HTMLInputElement && control.validity.badInput;
}

const resolver: Resolver<EvFormValues, unknown, EvInput> = (values, _context, { fields }) => {
  const unreadable = EV_FORM_FIELDS.filter(({ name }) => isUnreadable(fields[name]?.ref));
  const { input, issues } = readForm(values, new Set(unreadable.map(({ name }) => name)));
  if (input) return { values: input, errors: {} };
  const errors = EV_FORM_FIELDS.flatMap(({ name }) => {
    const message = issues[name];
    return message === undefined ? [] : [[name, { type: "value", message }] as const];
  });
  return { values: {}, errors: Object.fromEntries(errors) };
};

/** The add and edit form. Fields are judged when it is sent, and a blamed one with each change. */
export function useEvForm(initial: EvFormValues): {
  form: EvForm;
  element: RefObject<HTMLFormElement | null>;
  hasUnreadable: () => boolean;
  showIssues: (issues: EvFormIssues) => void;
} {
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<EvFormValues, unknown, EvInput>({
    defaultValues: initial,
    resolver,
    reValidateMode: "onSubmit",
  });
  return {
    form,
    element,
    hasUnreadable: () => [...(element.current?.elements ?? [])].some(isUnreadable),
    /** of the server; the first has the focus */
    showIssues(issues) {
      const [first, ...others] = EV_FORM_FIELDS.filter(({ name }) => issues[name] !== undefined);
      const show = (name: EvField, shouldFocus: boolean) =>
        form.setError(name, { message: issues[name] ?? "" }, { shouldFocus });
      if (first) show(first.name, true);
      for (const { name } of others) show(name, false);
    },
  };
}

/** Options of a registered field: once blamed, it is judged anew with each change. */
export function judgeWhileBlamed({ getFieldState, trigger }: EvForm, name: EvField) {
  return { onChange: () => void (getFieldState(name).error && trigger(name)) };
}
