import { isFieldName } from "../../../vehicle/fields.ts";
import styles from "./column-choice.module.css";
import { type ColumnDraft, needsRate } from "./import-draft.ts";
import type { CsvColumn } from "../mapping/import-mapping.schema.ts";
import { currencyUnit, isCurrency, unitLabel } from "../mapping/currencies.ts";
import { unitsOf } from "../mapping/unit-conversion.ts";
import { unitQuestion } from "./unit-questions.ts";

interface UnitChoiceProps {
  column: CsvColumn;
  said: ColumnDraft;
  /** of the whole file */
  headers: readonly string[];
  onChange: (said: ColumnDraft) => void;
}

/** The unit of a column's figures, and the rate of a currency. */
export function UnitChoice({ column, said, headers, onChange }: UnitChoiceProps) {
  const { field, unit, rate = "" } = said;
  const units = isFieldName(field) ? unitsOf(field) : [];
  const { unit: _unit, rate: _rate, ...bare } = said;
  const question = unitQuestion(column, bare, headers);
  const unitOrNone = question ? "" : units[0];
  const choose = (value: string) => {
    if (value === "" || (value === units[0] && !question)) return onChange(bare);
    return onChange({ ...bare, unit: value });
  };
  return (
    <>
      {units.length > 1 && (
        <select
          aria-label={`${field === "price" ? "Currency" : "Unit"} of ${column.header}`}
          required
          value={unit === undefined ? unitOrNone : currencyUnit(unit)}
          onChange={({ currentTarget: { value } }) => choose(value)}
        >
          {question && <option value="">Choose a {question}</option>}
          {units.map((each) => (
            <option key={each} value={each}>
              {unitLabel(each)}
            </option>
          ))}
        </select>
      )}
      {unit !== undefined && isCurrency(unit) && (
        <label className={styles.rate}>
          <span>1 {oneOf(unit)} =</span>{" "}
          <input
            required
            aria-invalid={needsRate(said) || undefined}
            inputMode="decimal"
            autoComplete="off"
            value={rate}
            onChange={({ currentTarget: { value } }) => onChange({ ...said, rate: value })}
          />{" "}
          <span>US dollars</span>
        </label>
      )}
    </>
  );
}

/** `euro` of `euros` */
function oneOf(currency: string): string {
  return unitLabel(currency)
    .replace("kronor", "krona")
    .replace("kroner", "krone")
    .replace(/(?<=[a-z])s$/, "");
}
