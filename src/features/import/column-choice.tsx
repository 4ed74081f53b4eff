import { CircleAlert } from "lucide-react";
import { type ReactNode, useEffect, useId, useMemo, useRef } from "react";

import { countOf } from "../../vehicle/counts.ts";
import { DECIMAL_SIGNS, type DecimalSign } from "../../vehicle/ev-cells.ts";
import styles from "./column-choice.module.css";
import { headerUnit, type Suggestion, suggestFields } from "./column-suggestions.ts";
import { FieldsWithoutColumn, LeftOutRows } from "./column-extras.tsx";
import {
  type ColumnDraft,
  draftOf,
  type ImportDraft,
  NAME,
  needsRate,
  sampleText,
  signOf,
} from "./import-draft.ts";
import type { BadCell, CsvColumn } from "./import-schemas.server.ts";
import { SavedMappings } from "./saved-mappings.tsx";
import { NAME_PARTS } from "./split-name.ts";
import { isCurrency } from "./currencies.ts";
import { unitsOf } from "./unit-conversion.ts";
import { FIELD_LABELS, FIELD_NAMES, isFieldName } from "../../vehicle/fields.ts";

interface ColumnChoiceProps {
  columns: readonly CsvColumn[];
  issues: readonly BadCell[];
  titles: readonly string[];
  draft: ImportDraft;
  onChange: (header: string, column: ColumnDraft) => void;
  onSay: (part: Partial<ImportDraft>) => void;
}

const DECIMAL_NAMES: Readonly<Record<DecimalSign, string>> = {
  point: "Point: 45,990.50",
  comma: "Comma: 45.990,50",
};

const THERE_TWICE = "This column is there twice";
/** What is wrong with the columns and stands beside the column or the field. */
const SAID_ELSEWHERE: readonly string[] = [
  THERE_TWICE,
  "There is no field of this name",
  "This column is missing",
];

export function ColumnChoice(props: ColumnChoiceProps) {
  const { columns, issues, titles, draft, onChange, onSay } = props;
  const id = useId();
  const top = useRef<HTMLDivElement>(null);
  // Whoever comes back from the end of the check begins at the first column.
  // (New browsers answer with a promise, which is no clean-up.)
  useEffect(() => {
    top.current?.scrollIntoView({ block: "start" });
  }, []);
  const named = columns.filter(({ header }) => header !== "");
  const suggestions = useMemo(
    () =>
      suggestFields(
        columns.map(({ header }) => header),
        new Set(),
      ),
    [columns],
  );
  const used = new Set<string | null>(columns.map((column) => draftOf(draft, column).field));
  if (used.has(NAME)) for (const part of NAME_PARTS) used.add(part);
  const twice = issues.filter(({ message }) => message === THERE_TWICE);
  const others = issues.filter(
    ({ row, message }) => row === 0 && !SAID_ELSEWHERE.includes(message),
  );
  return (
    <div ref={top} className={styles.part}>
      <p className={styles.lead}>{leadOf(named, suggestions)}</p>
      <TitleNote titles={titles} />
      <SavedMappings headers={named.map(({ header }) => header)} draft={draft} onSay={onSay} />
      <p className={styles.decimal}>
        <label htmlFor={`${id}decimal`}>Decimal sign</label>
        <select
          id={`${id}decimal`}
          value={draft.decimal ?? ""}
          onChange={({ currentTarget: { value } }) => {
            onSay({ decimal: DECIMAL_SIGNS.find((sign) => sign === value) });
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
            said={draftOf(draft, column)}
            decimal={signOf(column, draft)}
            used={used}
            suggestion={suggestions.get(column.header)}
            onChange={(said) => onChange(column.header, said)}
          />
        ))}
      </ul>
      <FieldsWithoutColumn used={used} draft={draft} onSay={onSay} />
      <LeftOutRows headers={named.map(({ header }) => header)} draft={draft} onSay={onSay} />
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
    </div>
  );
}

function leadOf(
  columns: readonly CsvColumn[],
  suggestions: ReadonlyMap<string, Suggestion>,
): string {
  const unknown = columns.filter(({ field }) => field === "unknown");
  if (unknown.length === 0) return "Each column of the file with the field that it is.";
  if (unknown.length === columns.length && suggestions.size === 0) {
    return "This line was taken for the names of the columns, but none is known. If it is a title, remove it from the file and choose the file again.";
  }
  const [has, it, they] =
    unknown.length === 1 ? ["has", "it is", "it"] : ["have", "they are", "them"];
  return `${countOf(unknown.length, "column")} of this file ${has} a name that no field has. Say what ${it}, or leave ${they} out.`;
}

interface ColumnProps {
  column: CsvColumn;
  said: ColumnDraft;
  decimal: DecimalSign | undefined;
  used: ReadonlySet<string | null>;
  suggestion: Suggestion | undefined;
  onChange: (said: ColumnDraft) => void;
}

function Column({ column, said, decimal, used, suggestion, onChange }: ColumnProps) {
  const id = useId();
  const { header, samples = [] } = column;
  const { field, unit } = said;
  const units = isFieldName(field) ? unitsOf(field) : [];
  const chooseField = (value: string) => {
    if (value === NAME) return onChange({ field: NAME });
    if (!isFieldName(value)) return onChange({ field: null });
    const { unit: named } = headerUnit(header, value);
    onChange(named === undefined ? { field: value } : { field: value, unit: named });
  };
  const { unit: _unit, rate: _rate, ...bare } = said;
  return (
    <li>
      <div className={styles.header}>
        <label htmlFor={id}>{header}</label>
        <Samples said={said} samples={samples} decimal={decimal} />
      </div>
      <div className={styles.choices}>
        <select
          id={id}
          aria-describedby={`${id}note`}
          value={field ?? ""}
          onChange={({ currentTarget: { value } }) => chooseField(value)}
        >
          <option value="">Leave out</option>
          <option value={NAME} disabled={used.has(NAME) && field !== NAME}>
            Whole name: make, model and trim
          </option>
          {FIELD_NAMES.map((each) => (
            <option key={each} value={each} disabled={used.has(each) && field !== each}>
              {FIELD_LABELS[each]}
            </option>
          ))}
        </select>
        {units.length > 1 && (
          <select
            aria-label={`Unit of ${header}`}
            value={unit ?? units[0]}
            onChange={({ currentTarget: { value } }) =>
              onChange(value === units[0] ? bare : { ...bare, unit: value })
            }
          >
            {units.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        )}
        {unit !== undefined && isCurrency(unit) && (
          <label className={styles.rate}>
            US dollars for one
            <input
              inputMode="decimal"
              autoComplete="off"
              value={said.rate ?? ""}
              onChange={({ currentTarget: { value } }) => onChange({ ...said, rate: value })}
            />
          </label>
        )}
      </div>
      <p id={`${id}note`} className={styles.about}>
        <ColumnNote column={column} said={said} suggestion={suggestion} />
      </p>
    </li>
  );
}

/** What stands in a column, and what becomes of it where that is something else. */
function Samples(props: {
  said: ColumnDraft;
  samples: readonly string[];
  decimal: DecimalSign | undefined;
}) {
  const { said, samples, decimal } = props;
  return (
    <ul className={styles.samples}>
      {samples.map((sample) => {
        const stored = sampleText(said, sample, decimal);
        return (
          <li key={sample}>
            {sample}
            {stored !== undefined && stored !== sample && <b> → {stored}</b>}
          </li>
        );
      })}
    </ul>
  );
}

interface ColumnNoteProps {
  column: CsvColumn;
  said: ColumnDraft;
  suggestion: Suggestion | undefined;
}

function ColumnNote({ column, said, suggestion }: ColumnNoteProps) {
  const { header, decimal, example } = column;
  const { field, unit } = said;
  if (field === null) {
    if (!suggestion?.issue) return null;
    return `Not suggested as ${FIELD_LABELS[suggestion.field]}: ${suggestion.issue}.`;
  }
  if (field === NAME) return "Divided by the makes and models of the catalogue.";
  if (needsRate(said)) {
    return <Warning>Prices in {unit} need a rate, or leave the column out.</Warning>;
  }
  const named = headerUnit(header, field);
  const issue = named.issue ?? (unit === undefined && named.unit ? `in ${named.unit}` : undefined);
  if (issue) return <Warning>By its name {issue}. The figures are stored as they are.</Warning>;
  if (decimal === "unclear") {
    return <Warning>“{example}” can be two figures. Say the decimal sign above.</Warning>;
  }
  return [unit && `Converted from ${unit}`, decimal && `Decimal ${decimal}`]
    .filter(Boolean)
    .join(". ");
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <span className={styles.warning}>
      <CircleAlert aria-hidden />
      <span>{children}</span>
    </span>
  );
}

export function TitleNote({ titles }: { titles: readonly string[] }) {
  if (titles.length === 0) return null;
  return (
    <p className={styles.note}>
      Left out above the names of the columns: {titles.map((title) => `“${title}”`).join(", ")}
    </p>
  );
}
