import { useId } from "react";

import { Pill } from "../../ui/pill.tsx";
import type { Ev, Trim } from "../../vehicle/vehicle.ts";
import { trimName } from "../catalogue/trim-name.ts";
import styles from "./review-choices.module.css";
import { REVIEW_SORTS, type ReviewSort } from "./reviews.ts";

const SORT_LABELS: Readonly<Record<ReviewSort, string>> = {
  newest: "Newest first",
  highest: "Highest rating",
  lowest: "Lowest rating",
};

interface ReviewChoicesProps {
  ev: Ev;
  trim: Trim;
  /** only the reviews of `trim` */
  ofTrim: boolean;
  onOfTrim: (ofTrim: boolean) => void;
  sort: ReviewSort;
  onSort: (sort: ReviewSort) => void;
}

/** Which reviews are listed, and in which order. */
export function ReviewChoices(props: ReviewChoicesProps) {
  const { ev, trim, ofTrim, onOfTrim, sort, onSort } = props;
  const id = useId();
  return (
    <div className={styles.choices}>
      {ev.trims.length > 1 && (
        <div role="group" aria-label="Reviews of" className={styles.trims}>
          <Pill pressed={!ofTrim} onClick={() => onOfTrim(false)}>
            All trims
          </Pill>
          <Pill pressed={ofTrim} className={styles.trim} onClick={() => onOfTrim(true)}>
            {trimName(ev, trim)}
          </Pill>
        </div>
      )}
      <label htmlFor={id} className={styles.sort}>
        Sort by
        <select
          id={id}
          value={sort}
          onChange={({ target }) =>
            onSort(REVIEW_SORTS.find((each) => each === target.value) ?? "newest")
          }
        >
          {REVIEW_SORTS.map((each) => (
            <option key={each} value={each}>
              {SORT_LABELS[each]}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
