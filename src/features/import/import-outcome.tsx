import { CircleCheck } from "lucide-react";

import styles from "./import-outcome.module.css";
import { countOf } from "../../vehicle/counts.ts";
import { importWords } from "./import-texts.ts";
import type { AddAnswer } from "./import.client.ts";

/** What an import has done (§8). */
export function ImportOutcome({ answer }: { answer: AddAnswer }) {
  const { title, named, skipped } = importWords(answer.added, answer.counts);
  return (
    <div role="status" className={styles.outcome}>
      <span aria-hidden className={styles.icon}>
        <CircleCheck />
      </span>
      <p className={styles.title}>{title}</p>
      {named.length > 0 && (
        <ul className={styles.named}>
          {named.map((name, at) => (
            <li key={`${at} ${name}`}>{name}</li>
          ))}
        </ul>
      )}
      {skipped && <p className={styles.note}>{skipped}</p>}
      {answer.counts.invalid > 0 && (
        <p className={styles.note}>Left out {countOf(answer.counts.invalid, "bad row")}</p>
      )}
    </div>
  );
}
