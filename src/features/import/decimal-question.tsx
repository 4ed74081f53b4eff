import { CircleAlert } from "lucide-react";

import { Button } from "../../ui/button.tsx";
import { DECIMAL_SIGNS, type DecimalSign, numberOfText } from "../../vehicle/ev-cells.ts";
import styles from "./decimal-question.module.css";
import type { CsvColumn } from "./import-columns.ts";
import { storedText } from "./stored-text.ts";

interface DecimalQuestionProps {
  column: CsvColumn;
  /** says the sign for the file, and checks it again */
  onAnswer: (sign: DecimalSign) => void;
}

const SIGN_NAMES: Readonly<Record<DecimalSign, string>> = {
  point: "Decimal point",
  comma: "Decimal comma",
};

/** Asks what `45.990` is, where nothing in the column tells. */
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
