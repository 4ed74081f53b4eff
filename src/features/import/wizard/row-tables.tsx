import { clsx } from "clsx";
import { type ReactNode, useId } from "react";

import type { EvInput } from "../../../domain/ev-input.ts";
import type { CsvColumn } from "../mapping/import-mapping.schema.ts";
import type { DryRunAnswer, SkippedRow, UnusualFigures } from "../import.schema.ts";
import { headerUnit } from "../mapping/column-suggestions.ts";
import { unitLabel } from "../mapping/currencies.ts";
import { FIELD_LABELS, FIELD_NAMES, type FieldName, isFieldName } from "../../../domain/fields.ts";
import { isNumberField } from "../../../domain/ev-cells.ts";
import { catalogueWords, storedText } from "./import-texts.ts";
import styles from "./row-tables.module.css";
import { convertedUnit } from "../mapping/stated-units.ts";
import { EditableCell, moveInTable, type Typing } from "./typed-cells.tsx";

interface FigureTableProps {
  rows: DryRunAnswer["added"];
  typing: Typing;
  unusual: readonly UnusualFigures[];
}

/** A table of cells to be edited: one stop of the Tab key, however many they are. */
function CellTable({ label, children }: { label: string; children: ReactNode }) {
  const id = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its cells have the keys
    <div
      role="region"
      aria-label={label}
      aria-describedby={`${id}keys`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by the keyboard too
      tabIndex={0}
      className={styles.wide}
      onKeyDown={moveInTable}
    >
      <table className={styles.table}>
        <caption id={`${id}keys`}>
          Press a cell to change it; arrow keys go from cell to cell.
        </caption>
        {children}
      </table>
    </div>
  );
}

const NAMING: readonly FieldName[] = ["year", "make", "model", "trim"];

/** The new EVs as they would be stored: every field that the file has, in our units. */
export function FigureTable({ rows, typing, unusual }: FigureTableProps) {
  const { columns } = typing;
  const byField = new Map(columns.map((column) => [column.field, column]));
  const isGiven = (field: FieldName) =>
    byField.has(field) || rows.some((row) => row[field] !== null);
  const fields = FIELD_NAMES.filter((field) => isGiven(field) && !NAMING.includes(field));
  const bounds = new Map(unusual.map((each) => [each.field, each]));
  const naming = NAMING.flatMap((field) => byField.get(field) ?? []);
  const names = columns.filter(({ split }) => split);
  const nameOf = ({ make, model, trim }: EvInput, { split = [] }: CsvColumn) =>
    split.includes("trim") ? `${make} ${model} ${trim}` : `${make} ${model}`;
  return (
    <CellTable label="New EVs as stored">
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
        {rows.map((ev) => (
          <tr key={ev.row}>
            <th scope="row" className={styles.ev}>
              <EditableCell
                typing={typing}
                row={ev.row}
                cells={[
                  ...names.map((column) => ({ column, value: nameOf(ev, column) })),
                  ...naming.map((column) => ({ column, value: valueIn(ev, column) })),
                ]}
              >
                {ev.year} {ev.make} {ev.model} <span>{ev.trim}</span>
              </EditableCell>
            </th>
            {fields.map((field) => (
              <Figure
                key={field}
                typing={typing}
                ev={ev}
                field={field}
                column={byField.get(field)}
                bounds={bounds.get(field)}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </CellTable>
  );
}

function valueIn(ev: EvInput, { field }: CsvColumn): EvInput[keyof EvInput] {
  return isFieldName(field) ? ev[field] : null;
}

function Origin({ field, column }: { field: FieldName; column: CsvColumn | undefined }) {
  if (!column) return <span className={styles.header}>for all rows</span>;
  const { header } = column;
  const unit = convertedUnit(column);
  const own = [field, FIELD_LABELS[field]].map((name) => name.toLowerCase());
  if (own.includes(header.toLowerCase()) && unit === undefined) return null;
  const named = headerUnit(header, field);
  const issue = named.issue ?? (named.unit && `in ${named.unit}`);
  return (
    <span className={styles.header}>
      {header}
      {unit === undefined
        ? issue && <span className={styles.issue}> ({issue})</span>
        : `, converted from ${unitLabel(unit)}`}
    </span>
  );
}

interface FigureProps {
  typing: Typing;
  ev: DryRunAnswer["added"][number];
  field: FieldName;
  column: CsvColumn | undefined;
  bounds: UnusualFigures | undefined;
}

function Figure({ typing, ev, field, column, bounds }: FigureProps) {
  const value = ev[field];
  const isUnusual =
    bounds !== undefined &&
    typeof value === "number" &&
    value !== 0 &&
    (value < bounds.least || value > bounds.most);
  const words = `${storedText(field, value)}${isUnusual ? "?" : ""}`;
  return (
    <td
      className={clsx(
        isNumberField(field) && styles.figure,
        value === null && styles.missing,
        isUnusual && styles.unusual,
        field === "image" && styles.image,
      )}
    >
      {column ? (
        <EditableCell typing={typing} row={ev.row} cells={[{ column, value }]}>
          {words}
        </EditableCell>
      ) : (
        words
      )}
      {isUnusual && <span className={styles.header}>{catalogueWords(bounds)}</span>}
    </td>
  );
}

/** Each difference between the file and the catalogue. */
export function Differences(props: { rows: DryRunAnswer["updated"]; typing: Typing }) {
  const { rows, typing } = props;
  return (
    <CellTable label="Differences">
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
          Object.entries(changes).map(([field, [before, after]], at) => {
            if (!isFieldName(field)) return null;
            const column = typing.columns.find((each) => each.field === field);
            const then = <b>{storedText(field, after)}</b>;
            return (
              <tr key={`${row} ${field}`}>
                <td className={styles.number}>{at === 0 && row}</td>
                <td>
                  {at === 0 && <div>{name}</div>}
                  {FIELD_LABELS[field]}
                </td>
                <td>{storedText(field, before)}</td>
                <td>
                  {column ? (
                    <EditableCell typing={typing} row={row} cells={[{ column, value: after }]}>
                      {then}
                    </EditableCell>
                  ) : (
                    then
                  )}
                </td>
              </tr>
            );
          }),
        )}
      </tbody>
    </CellTable>
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
