import { useId } from "react";

import { countOf } from "../../../vehicle/counts.ts";
import styles from "./column-choice.module.css";
import type { DryRunAnswer } from "../import.schema.ts";

/** What is known of a workbook: its sheets, and the one that was read. */
export type Book = Pick<DryRunAnswer, "sheet" | "sheets">;

/** More of them are a list to open. */
const MOST_RADIOS = 5;

interface SheetChoiceProps extends Book {
  onChoose: (sheet: string) => void;
}

/** The sheet of a workbook that is read (importing.md#workbooks). */
export function SheetChoice({ sheet: read, sheets = [], onChoose }: SheetChoiceProps) {
  const id = useId();
  if (sheets.length < 2) return null;
  const words = ({ name, rows }: (typeof sheets)[number]) => `${name} (${countOf(rows, "row")})`;
  if (sheets.length > MOST_RADIOS) {
    return (
      <p className={styles.decimal}>
        <label htmlFor={id}>Sheet</label>
        <select id={id} value={read} onChange={({ currentTarget: { value } }) => onChoose(value)}>
          {sheets.map((sheet) => (
            <option key={sheet.name} value={sheet.name}>
              {words(sheet)}
            </option>
          ))}
        </select>
      </p>
    );
  }
  return (
    <fieldset className={styles.sheets}>
      <legend>Sheet to read</legend>
      {sheets.map((sheet) => (
        <label key={sheet.name}>
          <input
            type="radio"
            name={id}
            checked={sheet.name === read}
            onChange={() => onChoose(sheet.name)}
          />
          <span>{words(sheet)}</span>
        </label>
      ))}
    </fieldset>
  );
}
