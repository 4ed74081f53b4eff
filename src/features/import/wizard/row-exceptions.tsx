import { Button } from "../../../ui/button.tsx";
import { FIELD_LABELS, type FieldName, isFieldName } from "../../../domain/fields.ts";
import styles from "./column-choice.module.css";
import { constantOf, type ExceptionDraft, type ImportDraft } from "./import-draft.ts";
import { ValueInput } from "./typed-cells.tsx";

const TELLING: readonly FieldName[] = ["make", "model", "trim", "year", "bodyType", "driveType"];

interface RowExceptionsProps {
  field: FieldName;
  draft: ImportDraft;
  onMappingChange: (part: Partial<ImportDraft>) => void;
}

/** Rows that get another value than that for all rows (importing.md#one-value-and-rules). */
export function RowExceptions({ field, draft, onMappingChange }: RowExceptionsProps) {
  const { exceptions = [], decimal } = draft;
  const label = FIELD_LABELS[field];
  const change = (at: number, part: Partial<ExceptionDraft>) =>
    onMappingChange({
      exceptions: exceptions.map((each, place) => (place === at ? { ...each, ...part } : each)),
    });
  const add = () => {
    const [where = "make"] = TELLING.filter((each) => each !== field);
    onMappingChange({ exceptions: [...exceptions, { field, value: "", where, text: "" }] });
  };
  return (
    <>
      {exceptions.map((exception, at) => {
        if (exception.field !== field) return null;
        const { value, where, text } = exception;
        return (
          <fieldset key={at} className={styles.exception}>
            <legend className="visually-hidden">{label} of some rows</legend>
            <ValueInput
              label={`${label} of some rows`}
              field={field}
              value={value}
              emptyLabel="Choose a value"
              required
              isWrong={constantOf(field, value, decimal) === undefined}
              onChange={(typed) => change(at, { value: typed })}
            />
            <span>where</span>
            <select
              aria-label="Field to match"
              value={where}
              onChange={({ currentTarget: { value: chosen } }) =>
                isFieldName(chosen) && change(at, { where: chosen })
              }
            >
              {TELLING.filter((each) => each !== field).map((each) => (
                <option key={each} value={each}>
                  {FIELD_LABELS[each]}
                </option>
              ))}
            </select>
            <span>is</span>
            <input
              aria-label={`${FIELD_LABELS[where]} of these rows, separated by commas`}
              placeholder={where === "make" ? "Tesla, Kia" : undefined}
              autoComplete="off"
              required
              value={text}
              onChange={({ currentTarget: { value: typed } }) => change(at, { text: typed })}
            />
            <Button
              size="s"
              onClick={() =>
                onMappingChange({ exceptions: exceptions.filter((_each, place) => place !== at) })
              }
            >
              Remove
            </Button>
          </fieldset>
        );
      })}
      <p className={styles.rule}>
        <Button size="s" onClick={add}>
          Use another {label} for some rows
        </Button>
      </p>
    </>
  );
}
