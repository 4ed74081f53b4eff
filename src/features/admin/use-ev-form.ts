import { type RefObject, useRef, useState } from "react";

import type { EvInput } from "../../vehicle/ev-input.ts";
import {
  changedFields,
  type EvField,
  type EvFormIssues,
  type EvFormValues,
  firstIssue,
  readForm,
} from "./ev-form.ts";

interface EvForm {
  form: RefObject<HTMLFormElement | null>;
  values: EvFormValues;
  issues: EvFormIssues;
  /** something was typed that is not saved */
  isChanged: boolean;
  change: (field: EvField, value: string, isReadable: boolean) => void;
  /** takes other values, such as those two administrators agreed on */
  replace: (values: EvFormValues) => void;
  /** the row to send; undefined: what is wrong is shown, and the first such field has the focus */
  read: (values?: EvFormValues) => EvInput | undefined;
  /** shows what the server found wrong; the focus goes to the first such field */
  blame: (issues: EvFormIssues) => void;
}

/** What is typed into the form of a row, and what is wrong with it. */
export function useEvForm(start: EvFormValues, typed = start): EvForm {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(typed);
  const [issues, setIssues] = useState<EvFormIssues>({});
  const [unreadable, setUnreadable] = useState<ReadonlySet<EvField>>(new Set());

  const blame = (wrong: EvFormIssues) => {
    setIssues(wrong);
    const first = firstIssue(wrong);
    form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
  };

  return {
    form,
    values,
    issues,
    isChanged: changedFields(start, values).length > 0 || unreadable.size > 0,
    change(field, value, isReadable) {
      const next = { ...values, [field]: value };
      const doubtful = new Set(unreadable);
      if (isReadable) doubtful.delete(field);
      else doubtful.add(field);
      setValues(next);
      setUnreadable(doubtful);
      // What is mended is no longer blamed; nothing new is until the next try.
      if (issues[field] === undefined) return;
      const { [field]: _mended, ...others } = issues;
      const still = readForm(next, doubtful).issues?.[field];
      setIssues(still === undefined ? others : { ...issues, [field]: still });
    },
    replace(next) {
      setValues(next);
      setUnreadable(new Set());
      setIssues({});
    },
    read(next = values) {
      const { input, issues: wrong } = readForm(next, next === values ? unreadable : undefined);
      if (wrong) blame(wrong);
      else setIssues({});
      return input;
    },
    blame,
  };
}
