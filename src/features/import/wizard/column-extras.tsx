import { Fragment, useId, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import styles from "./column-choice.module.css";
import {
  constantOf,
  constantProblem,
  type ImportDraft,
  type ExceptionDraft,
} from "./import-draft.ts";
import { storedText } from "./import-texts.ts";
import { ValueInput } from "./typed-cells.tsx";
import { electricWords, holdsFuels } from "../mapping/column-values.ts";
import type { CsvColumn } from "../mapping/import-mapping.schema.ts";
import { isNumberField } from "../../../domain/ev-cells.ts";
import type { DecimalSign } from "../../../domain/read-number.ts";
import {
  FIELD_LABELS,
  FIELD_NAMES,
  type FieldName,
  isFieldName,
  REQUIRED_FIELDS,
} from "../../../domain/fields.ts";

type ChangeMapping = (part: Partial<ImportDraft>) => void;

/** Sets one value for all rows for fields that the file lacks. */
export function FieldsWithoutColumn(props: {
  used: ReadonlySet<string | null>;
  draft: ImportDraft;
  onMappingChange: ChangeMapping;
}) {
  const { used, draft, onMappingChange } = props;
  const { constants, decimal } = draft;
  const id = useId();
  const [chosenFields, setChosenFields] = useState<readonly FieldName[]>([]);
  const missing = REQUIRED_FIELDS.filter((field) => !used.has(field));
  const unanswered = missing.filter((field) => !constants[field]?.trim());
  const offeredFields = FIELD_NAMES.filter(
    (field) =>
      // Also shown if the field now has a column, so that its value can be removed.
      constants[field] !== undefined ||
      (!used.has(field) && (missing.includes(field) || chosenFields.includes(field))),
  );
  const others = FIELD_NAMES.filter((field) => !used.has(field) && !offeredFields.includes(field));
  const set = (field: FieldName, value: string) =>
    onMappingChange({ constants: { ...constants, [field]: value } });
  return (
    <fieldset className={styles.extras}>
      <legend>Fields without a column</legend>
      <div role="status">
        {unanswered.length > 0 && (
          <p className={styles.missing}>
            <b>
              {new Intl.ListFormat("en").format(unanswered.map((field) => FIELD_LABELS[field]))}
            </b>{" "}
            {unanswered.length === 1
              ? "is required. Pick a column for it, or enter one value for all rows."
              : "are required. Pick a column for each, or enter one value for all rows."}
          </p>
        )}
      </div>
      {offeredFields.map((field) => (
        <Fragment key={field}>
          <p className={styles.decimal}>
            <label htmlFor={`${id}${field}`}>{FIELD_LABELS[field]} of all rows</label>
            <ValueInput
              id={`${id}${field}`}
              field={field}
              required={missing.includes(field)}
              value={constants[field] ?? ""}
              isWrong={constantOf(field, constants[field] ?? "", decimal) === undefined}
              onChange={(value) => set(field, value)}
            />
            <Constant field={field} text={constants[field] ?? ""} decimal={decimal} />
          </p>
          {constants[field]?.trim() && (
            <RowExceptions field={field} draft={draft} onMappingChange={onMappingChange} />
          )}
        </Fragment>
      ))}
      <p className={styles.decimal}>
        <label htmlFor={`${id}other`}>One more value for all rows</label>
        <select
          id={`${id}other`}
          value=""
          onChange={({ currentTarget: { value } }) =>
            isFieldName(value) && setChosenFields([...chosenFields, value])
          }
        >
          <option value="">Choose a field</option>
          {others.map((field) => (
            <option key={field} value={field}>
              {FIELD_LABELS[field]}
            </option>
          ))}
        </select>
      </p>
    </fieldset>
  );
}

/** Shows how a value for all rows is stored. */
function Constant(props: { field: FieldName; text: string; decimal: DecimalSign | undefined }) {
  const { field, text, decimal } = props;
  const value = constantOf(field, text, decimal);
  if (!isNumberField(field) || value === null) return null;
  return (
    <output className={value === undefined ? styles.missing : styles.stored}>
      {typeof value === "number"
        ? `→ ${storedText(field, value)}`
        : (constantProblem(field, text, decimal) ??
          "This could be two different figures. Leave out the thousands separator, or choose the decimal sign above.")}
    </output>
  );
}

/** Leaves out rows of other cars by the values of one column: a fuel, a state, a kind. */
export function LeftOutRows(props: {
  columns: readonly CsvColumn[];
  draft: ImportDraft;
  onMappingChange: ChangeMapping;
}) {
  const { columns, draft, onMappingChange } = props;
  const { rule } = draft;
  if (!rule) {
    const fuels = columns.find(({ samples }) => holdsFuels(samples));
    const column = fuels?.header ?? columns[0]?.header ?? "";
    const leaveOut = (text: string) => onMappingChange({ rule: { column, is: false, text } });
    return (
      <div className={styles.rule}>
        {fuels && (
          <>
            <p className={styles.missing}>
              <b>{fuels.header}</b> tells electric cars from others.
            </p>
            <Button size="s" onClick={() => leaveOut(electricWords(fuels.samples).join(", "))}>
              Keep electric cars only
            </Button>
          </>
        )}
        <Button size="s" onClick={() => leaveOut("")}>
          Leave out some rows
        </Button>
      </div>
    );
  }
  return (
    <fieldset className={styles.extras}>
      <legend>Leave out rows</legend>
      <p className={styles.rule}>
        <select
          aria-label="Column that tells"
          value={rule.column}
          onChange={({ currentTarget: { value } }) =>
            onMappingChange({ rule: { ...rule, column: value } })
          }
        >
          {columns.map(({ header }) => (
            <option key={header}>{header}</option>
          ))}
        </select>
        <select
          aria-label="How it tells"
          value={rule.is ? "is" : "isNot"}
          onChange={({ currentTarget: { value } }) =>
            onMappingChange({ rule: { ...rule, is: value === "is" } })
          }
        >
          <option value="isNot">is not</option>
          <option value="is">is</option>
        </select>
        <input
          aria-label="Values, separated by commas"
          placeholder="electric, BEV"
          autoComplete="off"
          value={rule.text}
          onChange={({ currentTarget: { value } }) =>
            onMappingChange({ rule: { ...rule, text: value } })
          }
        />
      </p>
    </fieldset>
  );
}

const TELLING: readonly FieldName[] = ["make", "model", "trim", "year", "bodyType", "driveType"];

interface RowExceptionsProps {
  field: FieldName;
  draft: ImportDraft;
  onMappingChange: (part: Partial<ImportDraft>) => void;
}

/** Rows that get a different value from the one for all rows (importing.md#one-value-and-rules). */
function RowExceptions({ field, draft, onMappingChange }: RowExceptionsProps) {
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
