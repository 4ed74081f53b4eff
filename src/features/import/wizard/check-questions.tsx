/** Questions to answer after checking a file, before anything can be imported. */
import { CircleAlert } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { DATE_ORDERS, type DateOrder } from "../../../domain/cell-dates.ts";
import { DECIMAL_SIGNS, type DecimalSign } from "../../../domain/read-number.ts";
import styles from "./check-step.module.css";
import type { CsvColumn } from "../columns/columns.schema.ts";
import { storedText } from "../stored-text.ts";
import { columnMapping, type ImportDraft, withColumn } from "./import-draft.ts";
import { dayText } from "./import-texts.ts";
import { clsx } from "clsx";
import { countOf, formatCount } from "../../../domain/format.ts";
import { FIELD_LABELS, type FieldName, FIELDS, isFieldName } from "../../../domain/fields.ts";
import type { DryRunAnswer, RepeatedMode } from "../import.schema.ts";
import { LISTED_ROWS } from "../limits.ts";
import tableStyles from "./bad-cells.module.css";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { ValueInput } from "./value-input.tsx";
import inputStyles from "./value-input.module.css";

interface QuestionProps {
  label: string;
  /** what is asked; undefined if the answers say it */
  text?: ReactNode;
  isAnswered?: boolean;
  /** nothing can be imported before it is answered */
  isOpen?: boolean;
  children: ReactNode;
}

function Question({ label, text, isAnswered, isOpen = false, children }: QuestionProps) {
  return (
    <section
      className={clsx(styles.question, isAnswered && styles.answered)}
      aria-label={label}
      {...(isOpen && { "data-asked": true })}
    >
      {text && (
        <p>
          <CircleAlert aria-hidden />
          <span>{text}</span>
        </p>
      )}
      {children}
    </section>
  );
}

interface DecimalQuestionProps {
  column: CsvColumn;
  onAnswer: (sign: DecimalSign) => void;
}

const SIGN_NAMES: Readonly<Record<DecimalSign, string>> = {
  point: "Decimal point",
  comma: "Decimal comma",
};

/** Asks whether `45.990` has a decimal point or comma, if no cell of the column decides it. */
export function DecimalQuestion({ column, onAnswer }: DecimalQuestionProps) {
  const { header, example = "", readings = [] } = column;
  return (
    <Question
      label="Decimal sign"
      isOpen
      text={
        <>
          <q>{example}</q> in <b>{header}</b> can be two figures, so nothing can be imported yet.
          Which is it?
        </>
      }
    >
      <div className={styles.answers}>
        {DECIMAL_SIGNS.map((sign, at) => (
          <Button key={sign} onClick={() => onAnswer(sign)}>
            {SIGN_NAMES[sign]}: {readings[at] ?? example}
          </Button>
        ))}
      </div>
    </Question>
  );
}

interface DateQuestionProps {
  column: CsvColumn;
  onAnswer: (order: DateOrder) => void;
}

/** Asks which day `05/11/2026` is, if no cell of the column decides it (importing.md#dates). */
export function DateQuestion({ column, onAnswer }: DateQuestionProps) {
  const { header, example = "" } = column;
  return (
    <Question
      label="Order of dates"
      isOpen
      text={
        <>
          <q>{example}</q> in <b>{header}</b> is…
        </>
      }
    >
      <div className={styles.answers}>
        {DATE_ORDERS.toReversed().map((order) => (
          <Button key={order} onClick={() => onAnswer(order)}>
            {dayText(example, order)}
          </Button>
        ))}
      </div>
    </Question>
  );
}

interface FillDownOfferProps {
  columns: readonly CsvColumn[];
  draft: ImportDraft;
  onAnswer: (draft: ImportDraft) => void;
}

/** Offers to fill cells that are empty because of merged cells (importing.md#fill-down). */
export function FillDownOffer({ columns, draft, onAnswer }: FillDownOfferProps) {
  const blank = columns.filter(
    ({ field, split, isBlankBelow, fillDown }) =>
      isBlankBelow && (field !== null || split) && !fillDown,
  );
  if (blank.length === 0) return null;
  const filled = () =>
    blank.reduce((before, column) => {
      const mapped = columnMapping(before.mapping, column);
      return withColumn(before, column, { ...mapped, fillDown: true });
    }, draft);
  const names = new Intl.ListFormat("en").format(blank.map(({ header }) => header));
  return (
    <Question
      label="Empty cells"
      text={
        <>
          Some cells of <b>{names}</b> are empty below one with a value.
        </>
      }
    >
      <div className={styles.answers}>
        <Button onClick={() => onAnswer(filled())}>Fill them with the value above</Button>
      </div>
    </Question>
  );
}

const CHOICES: Readonly<Record<RepeatedMode, string>> = {
  first: "Keep the first",
  last: "Keep the last",
  none: "Add neither",
};

interface RepeatedRowsProps {
  pairs: DryRunAnswer["repeated"];
  /** undefined until the user has chosen */
  choice: RepeatedMode | undefined;
  onChoose: (choice: RepeatedMode) => void;
}

/** Asks which of several contradictory rows of one EV to write (importing.md#repeated-rows). */
export function RepeatedRows({ pairs, choice, onChoose }: RepeatedRowsProps) {
  return (
    <Question
      label="Repeated rows"
      isAnswered={choice !== undefined}
      text="This file has the same EV more than once, with different values."
    >
      <fieldset className={styles.existing}>
        <legend>Which rows should be added?</legend>
        {Object.entries(CHOICES).map(([each, words]) => (
          <label key={each}>
            <input
              type="radio"
              name="repeated"
              required
              checked={choice === each}
              // The keys of the table are the choices.
              onChange={() => onChoose(each as RepeatedMode)}
            />
            {words}
          </label>
        ))}
      </fieldset>
      <div className={styles.pairs}>
        <table className={tableStyles.table}>
          <thead>
            <tr>
              <th scope="col">EV</th>
              <th scope="col">Field</th>
              <th scope="col">First</th>
              <th scope="col">Later</th>
            </tr>
          </thead>
          <tbody>
            {pairs.slice(0, LISTED_ROWS).flatMap(({ rows: [first, later], name, differs }) =>
              Object.entries(differs).map(([field, values], at) => {
                if (!isFieldName(field)) return null;
                return (
                  <tr key={`${later} ${field}`}>
                    <td>
                      {at === 0 && (
                        <>
                          {name}
                          <span className={styles.repeatedRows}>
                            rows {formatCount(first)} and {formatCount(later)}
                          </span>
                        </>
                      )}
                    </td>
                    <td>{FIELD_LABELS[field]}</td>
                    {values.map((value, side) => (
                      <td key={side === 0 ? "first" : "later"}>{storedText(field, value)}</td>
                    ))}
                  </tr>
                );
              }),
            )}
          </tbody>
        </table>
        {pairs.length > LISTED_ROWS && (
          <p className={styles.more}>The first {formatCount(LISTED_ROWS)} are listed.</p>
        )}
      </div>
    </Question>
  );
}

interface OtherNamesProps {
  kind: "Make" | "Model";
  lead: string;
  /** `spelling`: as the catalogue has it, if it does */
  names: readonly { name: string; rows: number; spelling?: string }[];
  onAnswer: (names: Readonly<Record<string, string>>) => void;
}

/**
 * Asks once, for all rows, about names that the catalogue spells differently or does not have
 * (importing.md#makes).
 */
export function OtherNames({ kind, lead, names, onAnswer }: OtherNamesProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  if (names.length === 0) return null;
  const answers = names.map(({ name, spelling = "" }) => [name, typed[name] ?? spelling] as const);
  const answer = () =>
    onAnswer(
      Object.fromEntries(
        answers.map(([name, text]) => [name, text.trim()]).filter(([, text]) => text !== ""),
      ),
    );
  return (
    <Question label={`${kind}s`} text={lead}>
      <ul className={styles.makes}>
        {names.map(({ name, rows }, at) => (
          <li key={name}>
            <span>
              <q>{name}</q> ({countOf(rows, "row")})
            </span>
            <input
              className={inputStyles.control}
              aria-label={`${kind} of “${name}”`}
              autoComplete="off"
              maxLength={FIELDS.make.maxCharacters}
              value={answers[at]?.[1]}
              onKeyDown={onEnter(answer)}
              onChange={({ currentTarget: { value } }) => setTyped({ ...typed, [name]: value })}
            />
          </li>
        ))}
      </ul>
      <div className={styles.answers}>
        <Button onClick={answer}>Use these {kind.toLowerCase()}s</Button>
      </div>
    </Question>
  );
}

/** Submitting the surrounding form would check the file without the answer. */
function onEnter(answer: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    answer();
  };
}

/** Fields that a file may have for some of its rows only. */
const SELDOM_MISSING = {
  trim: "Trim where the name has none",
  bodyType: "Body type where the catalogue has none",
} as const;

interface MissingValuesProps {
  invalid: DryRunAnswer["invalid"];
  onAnswer: (values: Partial<Record<FieldName, string>>) => void;
}

/** Asks once for the trim or body type of all rows that have none (importing.md#whole-names). */
export function MissingValues({ invalid, onAnswer }: MissingValuesProps) {
  const id = useId();
  const [typed, setTyped] = useState<Partial<Record<FieldName, string>>>({});
  const missing = (["trim", "bodyType"] as const).flatMap((field) => {
    const cells = invalid.filter(
      (cell) => cell.field === field && cell.message.endsWith("is required"),
    );
    return cells.length > 0 ? [{ field, count: cells.length }] : [];
  });
  if (missing.length === 0) return null;
  const answer = () => onAnswer(typed);
  return (
    <Question label="Missing values">
      {missing.map(({ field, count }) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its input has the key
        <p key={field} onKeyDown={onEnter(answer)}>
          <CircleAlert aria-hidden />
          <label htmlFor={`${id}${field}`}>
            {SELDOM_MISSING[field]} ({countOf(count, "row")})
          </label>
          <ValueInput
            id={`${id}${field}`}
            field={field}
            value={typed[field] ?? ""}
            emptyLabel="Choose one"
            isWrong={false}
            onChange={(value) => setTyped({ ...typed, [field]: value })}
          />
        </p>
      ))}
      <div className={styles.answers}>
        <Button onClick={answer}>Use for these rows</Button>
      </div>
    </Question>
  );
}
