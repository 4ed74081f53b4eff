import { NumberField } from "../../ui/number-field.tsx";
import {
  type FigureReading,
  readFigure,
  sayFigure,
  showFigure,
} from "../../domain/filters/figure-reading.ts";

export interface FigureFieldProps extends FigureReading {
  /** null when no value is set */
  value: number | null;
  /** shown in the empty box */
  placeholder?: string | undefined;
  className?: string | undefined;
  /** called with null when the box was emptied */
  onChange: (value: number | null) => void;
}

/** The field next to a slider (finding.md#typed-figures). */
export function FigureField(props: FigureFieldProps) {
  const { value, placeholder = "Any", className, onChange, ...reading } = props;
  const { label, prefix, unit, min, max } = reading;
  const unitName = prefix ? "dollars" : unit;
  return (
    <NumberField
      {...{ value, placeholder, className, prefix, unit, onChange }}
      aria-label={unitName ? `${label} in ${unitName}` : label}
      show={(figure) => showFigure(figure, reading)}
      read={(text) => {
        if (text.trim() === "") return { value: null };
        const figure = readFigure(text, reading);
        const ends = `${sayFigure(min, reading)} to ${sayFigure(max, reading)}`;
        return figure === null
          ? { error: `${label} must be a number from ${ends}.` }
          : { value: figure };
      }}
    />
  );
}
