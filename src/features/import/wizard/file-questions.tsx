/** What the check of a file has to ask before anything can be imported. */
import { CircleAlert } from "lucide-react";

import { Button } from "../../../ui/button.tsx";
import { DATE_ORDERS, type DateOrder } from "../../../vehicle/cell-dates.ts";
import { DECIMAL_SIGNS, type DecimalSign, numberOfText } from "../../../vehicle/ev-cells.ts";
import styles from "./checked-file.module.css";
import { draftOf, type ImportDraft, withColumn } from "./import-draft.ts";
import type { CsvColumn } from "../mapping/import-mapping.schema.ts";
import { dayText, storedText } from "./import-texts.ts";

interface DecimalQuestionProps {
  column: CsvColumn;
  onAnswer: (sign: DecimalSign) => void;
}

const SIGN_NAMES: Readonly<Record<DecimalSign, string>> = {
  point: "Decimal point",
  comma: "Decimal comma",
};

/** Asks whether `45.990` has a decimal point or comma, where no cell of the column tells. */
export function DecimalQuestion({ column, onAnswer }: DecimalQuestionProps) {
  const { header, field, example = "" } = column;
  return (
    <section className={styles.question} aria-label="Decimal sign">
      <p>
        <CircleAlert aria-hidden />
        <span>
          <q>{example}</q> in <b>{header}</b> can be two figures, so nothing can be imported yet.
          Which is it?
        </span>
      </p>
      <div className={styles.answers}>
        {DECIMAL_SIGNS.map((sign) => (
          <Button key={sign} onClick={() => onAnswer(sign)}>
            {SIGN_NAMES[sign]}: {storedText(field, numberOfText(example.replace("$", ""), sign))}
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

/** Asks which day `05/11/2026` is, where no cell of the column tells (importing.md#dates). */
export function DateQuestion({ column, onAnswer }: DateQuestionProps) {
  const { header, example = "" } = column;
  return (
    <section className={styles.question} aria-label="Order of dates">
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

/** Offers to fill the cells that merged ones leave empty (importing.md#fill-down). */
export function FillDownOffer({ columns, draft, onAnswer }: FillDownOfferProps) {
  const blank = columns.filter(
    (column) => column.isBlankBelow && draftOf(draft, column).field !== null && !column.fillDown,
  );
  if (blank.length === 0) return null;
  const filled = () =>
    blank.reduce((said, column) => withColumn(said, column, { fillDown: true }), draft);
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
