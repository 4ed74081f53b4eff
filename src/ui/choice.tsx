import type { ComponentPropsWithoutRef, ReactNode } from "react";

import { SelectField } from "./fields.tsx";

interface ChoiceProps<Value extends string> extends Omit<
  ComponentPropsWithoutRef<"select">,
  "value" | "onChange" | "children"
> {
  /** shown above the choice */
  label?: string;
  issue?: ReactNode;
  value: Value | undefined;
  /** the words for no choice, if there may be none */
  emptyLabel?: string | undefined;
  options: readonly (readonly [value: Value, label: string, isDisabled?: boolean])[];
  onChange: (value: Value | undefined) => void;
}

/** A choice among a few values. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, issue, value = "", emptyLabel, options, onChange, ...attributes } = props;
  const select: ComponentPropsWithoutRef<"select"> = {
    ...attributes,
    value,
    onChange: ({ currentTarget }) =>
      onChange(options.find(([each]) => each === currentTarget.value)?.[0]),
    children: (
      <>
        {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
        {options.map(([each, words, isDisabled]) => (
          <option key={each} value={each} disabled={isDisabled}>
            {words}
          </option>
        ))}
      </>
    ),
  };
  return label === undefined ? (
    <select {...select} />
  ) : (
    <SelectField {...select} label={label} issue={issue} />
  );
}
