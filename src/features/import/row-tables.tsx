import { clsx } from "clsx";

import type { EvInput } from "../../vehicle/ev-input.ts";
import { countOf, formatCount } from "../../vehicle/counts.ts";
import type { CsvColumn, Reason, SkippedRow, UnusualFigures } from "./import-schemas.server.ts";
import { headerUnit } from "./column-suggestions.ts";
import { FIELD_LABELS, FIELD_NAMES, type FieldName } from "../../vehicle/fields.ts";
import { isNumberField } from "../../vehicle/ev-cells.ts";
import { catalogueWords, storedText } from "./import-texts.ts";
import styles from "./row-tables.module.css";

interface FigureTableProps {
  rows: readonly EvInput[];
  columns: readonly CsvColumn[];
  unusual: readonly UnusualFigures[];
}

const NAMING: readonly string[] = ["make", "model", "trim", "year"];

/** The new EVs as they would be stored: every field that the file has, in our units. */
export function FigureTable({ rows, columns, unusual }: FigureTableProps) {
  const byField = new Map(columns.map((column) => [column.field, column]));
  const isGiven = (field: FieldName) =>
    byField.has(field) || rows.some((row) => row[field] !== null);
  const fields = FIELD_NAMES.filter((field) => isGiven(field) && !NAMING.includes(field));
  const bounds = new Map(unusual.map((each) => [each.field, each]));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways, by the keyboard too
    <div role="region" aria-label="New EVs as stored" tabIndex={0} className={styles.wide}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.ev}>
              EV
            </th>
            {fields.map((field) => (
              <th key={field} scope="col" className={clsx(isNumberField(field) && styles.figure)}>
                {FIELD_LABELS[field]}
                <Origin field={field} column={byField.get(field)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.year} ${row.make} ${row.model} ${row.trim}`}>
              <th scope="row" className={styles.ev}>
                {row.year} {row.make} {row.model} <span>{row.trim}</span>
              </th>
              {fields.map((field) => (
                <Figure key={field} field={field} value={row[field]} bounds={bounds.get(field)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Origin({ field, column }: { field: FieldName; column: CsvColumn | undefined }) {
  if (!column) return <span className={styles.header}>for all rows</span>;
  const { header, unit } = column;
  const own = [field, FIELD_LABELS[field]].map((name) => name.toLowerCase());
  if (own.includes(header.toLowerCase()) && unit === undefined) return null;
  const named = headerUnit(header, field);
  const issue = named.issue ?? (named.unit && `in ${named.unit}`);
  return (
    <span className={styles.header}>
      {header}
      {unit === undefined
        ? issue && <span className={styles.issue}> ({issue})</span>
        : `, converted from ${unit}`}
    </span>
  );
}

interface FigureProps {
  field: keyof EvInput;
  value: EvInput[keyof EvInput];
  bounds: UnusualFigures | undefined;
}

function Figure({ field, value, bounds }: FigureProps) {
  const isUnusual =
    bounds !== undefined &&
    typeof value === "number" &&
    value !== 0 &&
    (value < bounds.least || value > bounds.most);
  return (
    <td
      className={clsx(
        isNumberField(field) && styles.figure,
        value === null && styles.missing,
        isUnusual && styles.unusual,
        field === "image" && styles.image,
      )}
    >
      {storedText(field, value)}
      {isUnusual && (
        <>
          ?<span className={styles.header}>{catalogueWords(bounds)}</span>
        </>
      )}
    </td>
  );
}

export function NameTable({ rows }: { rows: readonly SkippedRow[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col" className={styles.number}>
            Row
          </th>
          <th scope="col">Make</th>
          <th scope="col">Model</th>
          <th scope="col">Trim</th>
          <th scope="col" className={styles.number}>
            Year
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, make, model, trim, year }) => (
          <tr key={row}>
            <td className={styles.number}>{row}</td>
            <td>{make}</td>
            <td>{model}</td>
            <td>{trim}</td>
            <td className={styles.number}>{year}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The first cells of a reason by what stands in them, so that nothing is said twice. */
function byValue(cells: Reason["cells"]): [value: string | undefined, rows: number[]][] {
  const rows = new Map<string | undefined, number[]>();
  for (const { row, value } of cells) rows.set(value, [...(rows.get(value) ?? []), row]);
  return [...rows];
}

function rowsText(rows: readonly number[]): string {
  if (rows[0] === 0) return "header";
  return `${rows.length > 1 ? "rows" : "row"} ${rows.map(formatCount).join(", ")}`;
}

export function ReasonTable({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Column</th>
          <th scope="col">Reason</th>
        </tr>
      </thead>
      <tbody>
        {reasons.map(({ column, message, count, cells }) => (
          <tr key={`${column} ${message}`}>
            <td className={styles.column}>{column || "whole row"}</td>
            <td>
              {message}
              <ul className={styles.cells}>
                {byValue(cells).map(([value, rows]) => (
                  <li key={value ?? ""}>
                    {value !== undefined && (
                      <>
                        <q>{value}</q>{" "}
                      </>
                    )}
                    {rowsText(rows)}
                  </li>
                ))}
                {count > cells.length && (
                  <li>...and {countOf(count - cells.length, "more row")}</li>
                )}
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
