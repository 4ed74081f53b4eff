import { useId } from "react";

interface RadioListProps<Option> {
  legend: string;
  options: readonly Option[];
  nameOf: (option: Option) => string;
  chosenId: number | undefined;
  onChoose: (id: number) => void;
}

/** A choice of one car or model. */
export function RadioList<Option extends { id: number }>(props: RadioListProps<Option>) {
  const { legend, options, nameOf, chosenId, onChoose } = props;
  const group = useId();
  return (
    <fieldset className="stack">
      <legend className="field-label">{legend}</legend>
      {options.map((option) => (
        <label key={option.id} className="touch">
          <input
            type="radio"
            name={group}
            checked={option.id === chosenId}
            onChange={() => onChoose(option.id)}
          />
          <bdi translate="no">{nameOf(option)}</bdi>
        </label>
      ))}
    </fieldset>
  );
}
