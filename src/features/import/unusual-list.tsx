import { CircleAlert } from "lucide-react";
import { useState } from "react";

import { Button } from "../../ui/button.tsx";
import { countOf } from "../../vehicle/counts.ts";
import { FIELD_LABELS } from "../../vehicle/fields.ts";
import styles from "./repairs.module.css";
import type { ImportDraft } from "./import-draft.ts";
import type { CsvColumn, UnusualFigures } from "./import-schemas.server.ts";
import { catalogueWords, storedText } from "./import-texts.ts";
import { isWrong, repairColumn, RepairInput, withCells } from "./repair-cells.tsx";

interface UnusualListProps {
  unusual: readonly UnusualFigures[];
  columns: readonly CsvColumn[];
  draft: ImportDraft;
  onRepair: (draft: ImportDraft) => void;
}

/** Figures unlike the catalogue's, each to be mended in its place. */
export function UnusualList({ unusual, columns, draft, onRepair }: UnusualListProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  if (unusual.length === 0) return null;
  const keyOf = (row: number, header: string) => `${row} ${header}`;
  const said = unusual.flatMap(({ column: header, rows }) => {
    const of = repairColumn(header, columns, draft);
    return rows.flatMap(({ row }) => {
      const text = typed[keyOf(row, header)] ?? "";
      return of && text !== "" ? [{ of, row, column: header, text }] : [];
    });
  });
  return (
    <form
      className={styles.unusual}
      aria-labelledby="unusual-figures"
      onSubmit={(event) => {
        event.preventDefault();
        onRepair(
          withCells(
            draft,
            said.map(({ of: _of, ...cell }) => cell),
          ),
        );
      }}
    >
      <h3 id="unusual-figures" className={styles.title}>
        <CircleAlert aria-hidden />
        Are these figures right?
      </h3>
      {unusual.map(({ rows, ...figures }) => {
        const { field, column: header, count } = figures;
        const of = repairColumn(header, columns, draft);
        return (
          <details key={field} className={styles.field}>
            <summary>
              <b>{FIELD_LABELS[field]}</b>: {storedText(field, rows[0]?.value)}?{" "}
              {catalogueWords(figures)}
              {count > 1 && ` (${countOf(count, "such figure")})`}
            </summary>
            <p>{header ? `From the column “${header}”:` : "The value for all rows:"}</p>
            <ul>
              {rows.map(({ row, year, make, model, trim, value }) => (
                <li key={row} className={styles.line}>
                  <span>
                    <b className={styles.value}>{storedText(field, value)}?</b> row {row}, {year}{" "}
                    {make} {model} {trim}
                  </span>
                  {of && (
                    <RepairInput
                      of={of}
                      label={`${header} of row ${row} is stored as`}
                      value={typed[keyOf(row, header)] ?? ""}
                      onChange={(text) => setTyped({ ...typed, [keyOf(row, header)]: text })}
                    />
                  )}
                </li>
              ))}
              {count > rows.length && <li>...and {countOf(count - rows.length, "more row")}</li>}
            </ul>
          </details>
        );
      })}
      {said.length > 0 && (
        <Button
          type="submit"
          size="s"
          className={styles.again}
          disabled={said.some(({ of, text }) => isWrong(of, text))}
        >
          Check again with these values
        </Button>
      )}
    </form>
  );
}
