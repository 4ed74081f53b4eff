/** Chooses how a file is read: which sheets, and whether it is turned. */
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { countOf } from "../../../domain/format.ts";
import type { DryRunAnswer } from "../import.schema.ts";
import styles from "./column-choice.module.css";

/** Facts about a workbook: its sheets, and the one that was read. */
export type Book = Pick<DryRunAnswer, "sheet" | "sheets">;

interface SheetChoiceProps {
  book: Book;
  /** undefined if the server chooses */
  chosen: readonly string[] | undefined;
  /** @param read the sheets that are currently read */
  onChoose: (sheets: readonly string[], read: readonly string[]) => void;
}

/** Chooses the sheets of a workbook to read: one, or several with equal columns (importing.md#workbooks). */
export function SheetChoice({ book: { sheet, sheets = [] }, chosen, onChoose }: SheetChoiceProps) {
  const read = chosen ?? (sheet === undefined ? [] : [sheet]);
  const [ticked, setTicked] = useState(read);
  if (sheets.length < 2) return null;
  const isRead = ticked.length === read.length && ticked.every((name) => read.includes(name));
  const tick = (name: string, isTicked: boolean) =>
    setTicked(isTicked ? [...ticked, name] : ticked.filter((each) => each !== name));
  return (
    <fieldset className={styles.sheets}>
      <legend>Sheets to read</legend>
      <ul>
        {sheets.map(({ name, rows }) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                checked={ticked.includes(name)}
                onChange={({ currentTarget: { checked } }) => tick(name, checked)}
              />
              <span>
                {name} ({countOf(rows, "row")})
              </span>
            </label>
          </li>
        ))}
      </ul>
      {ticked.length > 0 && !isRead && (
        <Button size="s" onClick={() => onChoose(ticked, read)}>
          {ticked.length === 1 ? "Read this sheet" : `Read these ${ticked.length} sheets as one`}
        </Button>
      )}
    </fieldset>
  );
}

interface TurnOfferProps {
  /** whether it seems to be sideways */
  isSideways: boolean;
  isTurned: boolean;
  onTurn: (isTurned: boolean) => void;
}

/** Offers to turn a file whose first column names the fields (importing.md#sideways-files). */
export function TurnOffer({ isSideways, isTurned, onTurn }: TurnOfferProps) {
  if (!isSideways && !isTurned) return null;
  return (
    <section className={styles.turn} aria-label="Rows and columns">
      <p>
        {isTurned
          ? "Rows and columns were swapped: each car is a row here."
          : "This file looks transposed: the first column names the fields, and each car is a column."}
      </p>
      <Button size="s" onClick={() => onTurn(!isTurned)}>
        {isTurned ? "Swap back" : "Swap rows and columns"}
      </Button>
    </section>
  );
}
