import { FIELD_LABELS, isFieldName } from "../../vehicle/fields.ts";
import type { ExistingChoice } from "./import-draft.ts";
import { storedText } from "./import-texts.ts";
import type { CheckAnswer } from "./import.client.ts";
import styles from "./row-tables.module.css";

const CHOICES: Readonly<Record<ExistingChoice, string>> = {
  skip: "Leave them as they are",
  fill: "Fill only their gaps",
  update: "Update what differs",
};

/** What becomes of rows that exist already; each choice is checked anew. */
export function ExistingRows(props: {
  existing: ExistingChoice;
  onChoose: (existing: ExistingChoice) => void;
}) {
  return (
    <fieldset className={styles.existing}>
      <legend>EVs that exist already</legend>
      {Object.entries(CHOICES).map(([choice, words]) => (
        <label key={choice}>
          <input
            type="radio"
            name="existing"
            checked={props.existing === choice}
            // The keys of the table are the choices.
            onChange={() => props.onChoose(choice as ExistingChoice)}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}

/** Each difference between the file and the catalogue. */
export function Differences({ rows }: { rows: CheckAnswer["updated"] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col" className={styles.number}>
            Row
          </th>
          <th scope="col">Field</th>
          <th scope="col">Now</th>
          <th scope="col">Then</th>
        </tr>
      </thead>
      <tbody>
        {rows.flatMap(({ row, name, changes }) =>
          Object.entries(changes).map(([field, [before, after]], at) => (
            <tr key={`${row} ${field}`}>
              <td className={styles.number}>{at === 0 && row}</td>
              <td>
                {at === 0 && <div>{name}</div>}
                {isFieldName(field) ? FIELD_LABELS[field] : field}
              </td>
              <td>{isFieldName(field) && storedText(field, before)}</td>
              <td>
                <b>{isFieldName(field) && storedText(field, after)}</b>
              </td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}
