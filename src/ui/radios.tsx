import { useId } from "react";

interface RadiosProps<Value> {
  legend: string;
  isLegendHidden?: boolean;
  className?: string | undefined;
  options: readonly (readonly [value: Value, label: string])[];
  /** Names are not translated. */
  areNames?: boolean;
  chosen: Value | undefined;
  required?: boolean | undefined;
  onChoose: (value: Value) => void;
}

/** A choice among a few values, all of them in sight. */
export function Radios<Value extends string | number>(props: RadiosProps<Value>) {
  const { legend, isLegendHidden, className = "stack", options, areNames } = props;
  const { chosen, required, onChoose } = props;
  const name = useId();
  return (
    <fieldset className={className}>
      <legend className={isLegendHidden ? "visually-hidden" : "field-label"}>{legend}</legend>
      {options.map(([value, label]) => (
        <label key={value} className="touch">
          <input
            type="radio"
            name={name}
            required={required}
            checked={chosen === value}
            onChange={() => onChoose(value)}
          />
          {areNames ? <bdi translate="no">{label}</bdi> : label}
        </label>
      ))}
    </fieldset>
  );
}
