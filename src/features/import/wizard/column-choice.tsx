import { type FormEvent, useEffect, useId, useRef } from "react";
import { formatCount } from "../../../domain/format.ts";
import { DECIMAL_SIGNS, type DecimalSign } from "../../../domain/read-number.ts";
import styles from "./column-choice.module.css";
import { FieldsWithoutColumn, LeftOutRows } from "./column-extras.tsx";
import { Column } from "./file-column.tsx";
import type { ColumnsAnswer, CsvColumn } from "../columns/columns.schema.ts";
import type { BadCell } from "../import.schema.ts";
import type { ColumnMapping } from "../mapping/import-mapping.schema.ts";
import { isNameMapping } from "../mapping/import-mapping.ts";
import {
  type ChangeMapping,
  columnMapping,
  fieldsOfOwnColumn,
  fieldsWithColumn,
  type FindText,
  type ImportDraft,
} from "./import-draft.ts";
import { SavedMappings } from "./saved-mappings.tsx";
import { type Book, SheetChoice, TurnOffer } from "./file-reading.tsx";

/** Submitting this form checks the file or leads to a missing answer. */
export const COLUMNS_FORM = "file-columns";

interface ColumnChoiceProps {
  columns: readonly CsvColumn[];
  issues: readonly BadCell[];
  titles: readonly string[];
  /** whether the file has no line with column names */
  headerless: boolean;
  /** whether its first column seems to name the fields */
  isSideways: boolean;
  book: Book;
  draft: ImportDraft;
  /** how the server reads the columns; undefined until it has answered */
  readings: ColumnsAnswer | undefined;
  findText: FindText;
  onChange: (column: CsvColumn, mapped: ColumnMapping) => void;
  onChooseField: (column: CsvColumn, mapped: ColumnMapping) => void;
  onMappingChange: ChangeMapping;
  onSheets: (sheets: readonly string[], read: readonly string[]) => void;
  onTurn: (isSideways: boolean) => void;
  onCheck: () => void;
}

const DECIMAL_NAMES: Readonly<Record<DecimalSign, string>> = {
  point: "Point: 45,990.50",
  comma: "Comma: 45.990,50",
};

const THERE_TWICE = "This column appears twice";
/** Problems that are shown next to their column or field. */
const SHOWN_ELSEWHERE: readonly string[] = [
  THERE_TWICE,
  "There is no field with this name",
  "This column has no name",
  "This column is missing",
];

export function ColumnChoice(props: ColumnChoiceProps) {
  const { columns, issues, titles, headerless, book, draft, readings, findText } = props;
  const { onChange, onChooseField, onMappingChange, onCheck } = props;
  const { mapping } = draft;
  const id = useId();
  const top = useRef<HTMLDivElement>(null);
  // Scroll to the first column when coming back from the check. In braces, since newer browsers return a
  // promise, which must not become the effect's cleanup.
  useEffect(() => {
    top.current?.scrollIntoView({ block: "start" });
  }, []);
  const named = columns.filter(({ header }) => header !== "");
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const missing = event.currentTarget.querySelector<HTMLElement>(
      ":is(input, select):is(:invalid, [aria-invalid='true'])",
    );
    if (missing) missing.focus();
    else onCheck();
  };
  const used = fieldsWithColumn(mapping, columns);
  const usedFields = fieldsOfOwnColumn(mapping, columns);
  const twice = issues.filter(({ message }) => message === THERE_TWICE);
  const others = issues.filter(
    ({ row, message }) => row === 0 && !SHOWN_ELSEWHERE.includes(message),
  );
  return (
    <div ref={top} className={styles.part}>
      <TurnOffer
        isSideways={props.isSideways}
        isTurned={draft.isSideways ?? false}
        onTurn={props.onTurn}
      />
      <p className={styles.lead}>
        {headerless
          ? "This file has no column names. Match each column to a field."
          : leadOf(named)}
      </p>
      <SheetChoice book={book} chosen={draft.sheets} onChoose={props.onSheets} />
      <TitleNote titles={titles} />
      <SavedMappings
        headers={named.map(({ header }) => header)}
        mapping={mapping}
        onMappingChange={onMappingChange}
      />
      <form id={COLUMNS_FORM} noValidate className={styles.part} onSubmit={onSubmit}>
        <p className={styles.decimal}>
          <label htmlFor={`${id}decimal`}>Decimal sign</label>
          <select
            id={`${id}decimal`}
            value={mapping.decimal ?? ""}
            onChange={({ currentTarget: { value } }) => {
              onMappingChange({ decimal: DECIMAL_SIGNS.find((sign) => sign === value) });
            }}
          >
            <option value="">As found in the file</option>
            {DECIMAL_SIGNS.map((sign) => (
              <option key={sign} value={sign}>
                {DECIMAL_NAMES[sign]}
              </option>
            ))}
          </select>
        </p>
        <ul className={styles.columns}>
          {named.map((column, at) => (
            <Column
              key={`${at} ${column.header}`}
              column={column}
              mapped={columnMapping(mapping, column)}
              reading={readings?.columns.find(({ header }) => header === column.header)}
              taken={usedFields}
              onChange={(mapped) => onChange(column, mapped)}
              onChooseField={(mapped) => onChooseField(column, mapped)}
            />
          ))}
        </ul>
        <FieldsWithoutColumn
          used={used}
          mapping={mapping}
          findText={findText}
          onMappingChange={onMappingChange}
        />
        <LeftOutRows columns={named} mapping={mapping} onMappingChange={onMappingChange} />
        {twice.length > 0 && (
          <p role="status" className={styles.missing}>
            The file has these columns twice, please rename or remove one:{" "}
            <b>{twice.map(({ column }) => column).join(", ")}</b>.
          </p>
        )}
        {others.length > 0 && (
          <p role="status" className={styles.missing}>
            {others.map(({ column, message }) => `${column}: ${message}.`).join(" ")}
          </p>
        )}
      </form>
    </div>
  );
}

function leadOf(columns: readonly CsvColumn[]): string {
  const unknown = columns.filter(
    ({ field, suggested = { field: null } }) =>
      field === "unknown" && !isNameMapping(suggested) && suggested.field === null,
  );
  if (unknown.length === 0) return "Check that each column is matched to the right field.";
  if (unknown.length === columns.length) {
    return "We read this line as the column names but recognize none of them. If it is a title, remove it from the file and choose the file again.";
  }
  return unknown.length === 1
    ? "1 column wasn't recognized. Match it to a field, or skip it."
    : `${formatCount(unknown.length)} columns weren't recognized. Match each to a field, or skip it.`;
}

export function TitleNote({ titles }: { titles: readonly string[] }) {
  if (titles.length === 0) return null;
  return (
    <p className={styles.note}>
      Left out above the names of the columns: {titles.map((title) => `“${title}”`).join(", ")}
    </p>
  );
}
