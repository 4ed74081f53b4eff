/** Questions to answer after checking a file, before anything can be imported. */
import { CircleAlert } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { DATE_ORDERS, type DateOrder } from "../../../domain/cell-dates.ts";
import { DECIMAL_SIGNS, type DecimalSign } from "../../../domain/read-number.ts";
import styles from "./checked-file.module.css";
import type { CsvColumn } from "../columns/columns.schema.ts";
import { storedText } from "../stored-text.ts";
import { columnMapping, type ImportDraft, withColumn } from "./import-draft.ts";
import { dayText } from "./import-texts.ts";
import { clsx } from "clsx";
import { formatCount, countOf } from "../../../domain/counts.ts";
import { FIELD_LABELS, isFieldName, FIELDS } from "../../../domain/fields.ts";
import type { DryRunAnswer, RepeatedMode, OtherMake } from "../import.schema.ts";
import { LISTED_ROWS } from "../limits.ts";
import tableStyles from "./row-tables.module.css";
import { type KeyboardEvent, useState } from "react";
import typedStyles from "./typed-cells.module.css";

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
    <section className={styles.question} aria-label="Decimal sign" data-asked>
      <p>
        <CircleAlert aria-hidden />
        <span>
          <q>{example}</q> in <b>{header}</b> can be two figures, so nothing can be imported yet.
          Which is it?
        </span>
      </p>
      <div className={styles.answers}>
        {DECIMAL_SIGNS.map((sign, at) => (
          <Button key={sign} onClick={() => onAnswer(sign)}>
            {SIGN_NAMES[sign]}: {readings[at] ?? example}
          </Button>
        ))}
      </div>
    </section>
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
    <section className={styles.question} aria-label="Order of dates" data-asked>
      <p>
        <CircleAlert aria-hidden />
        <span>
          <q>{example}</q> in <b>{header}</b> is…
        </span>
      </p>
      <div className={styles.answers}>
        {DATE_ORDERS.toReversed().map((order) => (
          <Button key={order} onClick={() => onAnswer(order)}>
            {dayText(example, order)}
          </Button>
        ))}
      </div>
    </section>
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
    <section className={styles.question} aria-label="Empty cells">
      <p>
        <CircleAlert aria-hidden />
        <span>
          Some cells of <b>{names}</b> are empty below one with a value.
        </span>
      </p>
      <div className={styles.answers}>
        <Button onClick={() => onAnswer(filled())}>Fill them with the value above</Button>
      </div>
    </section>
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
    <section
      className={clsx(styles.question, choice && styles.answered)}
      aria-label="Repeated rows"
    >
      <p>
        <CircleAlert aria-hidden />
        <span>This file has the same EV more than once, with different values.</span>
      </p>
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
                          <span className={tableStyles.header}>
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
    </section>
  );
}

interface OtherMakesProps {
  makes: readonly OtherMake[];
  onAnswer: (makes: Readonly<Record<string, string>>) => void;
}

/**
 * Asks once, for all rows, about makes that the catalogue spells differently or does not have
 * (importing.md#makes).
 */
export function OtherMakes({ makes, onAnswer }: OtherMakesProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  if (makes.length === 0) return null;
  // A word that starts names might not be a make at all.
  const textOf = ({ make, spelling = "" }: OtherMake) => typed[make] ?? spelling;
  const answer = () =>
    onAnswer(
      Object.fromEntries(
        makes.flatMap((each) => {
          const text = textOf(each).trim();
          return text === "" ? [] : [[each.make, text]];
        }),
      ),
    );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    // Submitting the surrounding form would check the file without these makes.
    event.preventDefault();
    answer();
  };
  return (
    <section className={styles.question} aria-label="Makes">
      <p>
        <CircleAlert aria-hidden />
        <span>Your catalogue spells these makes another way, or doesn’t have them yet.</span>
      </p>
      <ul className={styles.makes}>
        {makes.map((each) => (
          <li key={each.make}>
            <span>
              <q>{each.make}</q> ({countOf(each.rows, "row")})
            </span>
            <span className={typedStyles.input}>
              <input
                aria-label={`Make of “${each.make}”`}
                autoComplete="off"
                maxLength={FIELDS.make.maxCharacters}
                value={textOf(each)}
                onKeyDown={onKeyDown}
                onChange={({ currentTarget: { value } }) =>
                  setTyped({ ...typed, [each.make]: value })
                }
              />
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.answers}>
        <Button onClick={answer}>Use these makes</Button>
      </div>
    </section>
  );
}
