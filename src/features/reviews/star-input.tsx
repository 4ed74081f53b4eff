import { Star } from "lucide-react";

import { MAX_STARS } from "./limits.ts";
import styles from "./star-input.module.css";

interface StarInputProps {
  /** name of the field; its radio buttons carry 1 to 5 */
  name: string;
  legend: string;
  /** why no rating can be sent */
  error: string | undefined;
  errorId: string;
}

const EACH = Array.from({ length: MAX_STARS }, (_, index) => index + 1);

/** One to five stars as a group of radio buttons; arrow keys move between them (§2, §5). */
export function StarInput({ name, legend, error, errorId }: StarInputProps) {
  return (
    <fieldset
      role="radiogroup"
      aria-required
      aria-invalid={error ? true : undefined}
      aria-describedby={error && errorId}
      className={styles.group}
    >
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.stars}>
        {EACH.map((stars) => (
          <label key={stars} className={styles.star}>
            <input type="radio" name={name} value={stars} className={styles.input} />
            <Star aria-hidden size={28} />
            <span className="visually-hidden">{stars === 1 ? "1 star" : `${stars} stars`}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
