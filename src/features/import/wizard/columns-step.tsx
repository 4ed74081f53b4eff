import { clsx } from "clsx";
import { CircleAlert } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { isDateField, isNumberField } from "../../../domain/ev-cells.ts";
import {
  FIELD_LABELS,
  FIELD_NAMES,
  type FieldName,
  REQUIRED_FIELDS,
} from "../../../domain/fields.ts";
import { countOf, formatCount, upperFirst } from "../../../domain/format.ts";
import { keysOf } from "../../../domain/records.ts";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Choice } from "../../../ui/choice.tsx";
import { Fold } from "../../../ui/fold.tsx";
import styles from "./columns-step.module.css";
import type { CsvColumn, ReadColumn } from "../columns/columns.schema.ts";
import type {
  ColumnMapping,
  FieldMapping,
  ImportMapping,
} from "../mapping/import-mapping.schema.ts";
import {
  columnMapping,
  fieldsWithColumn,
  isNameMapping,
  wholeName,
} from "../mapping/import-mapping.ts";
import { convertedUnit, unitLabel, valueAsTyped } from "../stored-text.ts";
import { WHOLE_NAME, withColumn, withConstant } from "./import-draft.ts";
import inputStyles from "./value-input.module.css";
import { columnOfField, ValueInput } from "./value-input.tsx";
import { CheckForm, SheetChoice } from "./file-step.tsx";
import { type ReadFile, useWizard } from "./use-import.ts";

/** How to read figures and dates that can mean several things. */
const FORMAT_CHOICES = {
  dates: ["Order", { "day-first": "Day first", "month-first": "Month first" }],
  decimal: ["Decimal sign", { point: "Point: 45,990.50", comma: "Comma: 45.990,50" }],
  range: ["Ranges", { lower: "Lower figure", upper: "Upper figure", skip: "Leave empty" }],
} as const;

/** Columns that ask nothing are folded, unless they are few. */
const FEWEST_FOLDED = 6;

export function ColumnChoice({ readFile }: { readFile: ReadFile }) {
  const { draft, preview, isPreviewPending, checked } = useWizard();
  const { columns, titles = [], headerless } = readFile;
  const top = useRef<HTMLDivElement>(null);
  // Scroll to the first column when coming back from the check.
  useEffect(() => {
    top.current?.scrollIntoView({ block: "start" });
  }, []);
  const named = columns.filter(({ header }) => header !== "");
  const [toDecide, setToDecide] = useState<readonly CsvColumn[]>();
  // Set once, so that no column moves while it is being answered; not before the suggestions are read.
  if (preview?.isCurrent && !toDecide)
    setToDecide(columnsToDecide(named, preview.columns, draft.mapping));
  const rest = named.filter((column) => !toDecide?.includes(column));
  // After the check any column may be the wrong one.
  const isFolded = !checked && rest.length < named.length && rest.length >= FEWEST_FOLDED;
  const unknown = named.filter(isUnknown);
  const others = [...(toDecide ?? []), ...(isFolded ? [] : rest)].filter(
    (column) => !isUnknown(column),
  );
  const listOf = (shown: readonly CsvColumn[]) =>
    shown.length > 0 && (
      <ul className={styles.columns}>
        {shown.map((column) => (
          <Column key={columns.indexOf(column)} column={column} />
        ))}
      </ul>
    );
  return (
    <div ref={top} className={clsx(styles.part, inputStyles.controls)}>
      <p>
        {headerless
          ? "This file has no column names. Match each column to a field."
          : leadOf(unknown.length, named.length)}
      </p>
      <SheetChoice book={readFile} />
      <TitleNote titles={titles} />
      <CheckForm>
        {/* Their order depends on how they are read. */}
        {!isPreviewPending && (
          <>
            {listOf(unknown)}
            {unknown.length > 0 && others.length > 0 && (
              <p>Check that the others are matched to the right field.</p>
            )}
            {listOf(others)}
            {isFolded && (
              <Fold title={<b>{countOf(rest.length, "column")} recognized</b>}>{listOf(rest)}</Fold>
            )}
            <FieldsWithoutColumn />
            <LeftOutRows />
          </>
        )}
      </CheckForm>
    </div>
  );
}

/** The columns that ask something, and with them those whose unit or names are a guess. */
function columnsToDecide(
  columns: readonly CsvColumn[],
  readings: readonly ReadColumn[],
  mapping: ImportMapping,
): readonly CsvColumn[] {
  const asks = (column: CsvColumn) => {
    const reading = readings.find(({ header }) => header === column.header);
    return isUnknown(column) || reading?.isDoubtful || reading?.needsRate;
  };
  const isGuess = (column: CsvColumn) => {
    const mapped = columnMapping(mapping, column);
    return isNameMapping(mapped) || mapped.unit !== undefined;
  };
  return columns.some(asks) ? columns.filter((column) => asks(column) || isGuess(column)) : [];
}

function isUnknown({ field, suggested = { field: null } }: CsvColumn): boolean {
  return field === "unknown" && !isNameMapping(suggested) && suggested.field === null;
}

function leadOf(unknown: number, all: number): string {
  if (unknown === 0) return "Check that each column is matched to the right field.";
  if (unknown === all) {
    return "We read this line as the column names but recognize none of them. If it is a title, remove it from the file and choose the file again.";
  }
  return unknown === 1
    ? "1 column wasn’t recognized. Match it to a field, or skip it."
    : `${formatCount(unknown)} columns weren’t recognized. Match each to a field, or skip it.`;
}

export function TitleNote({ titles }: { titles: readonly string[] }) {
  if (titles.length === 0) return null;
  return (
    <p className="note">
      Left out above the names of the columns: {titles.map((title) => `“${title}”`).join(", ")}
    </p>
  );
}

const FIELDS = FIELD_NAMES.map((field) => [field, FIELD_LABELS[field]] as const);

const selectedOption = (mapped: ColumnMapping) =>
  isNameMapping(mapped) ? WHOLE_NAME : mapped.field;

/** One column of the file, with samples of its values and the field that it maps to. */
function Column({ column }: { column: CsvColumn }) {
  const { columns, preview, draft, setMapping } = useWizard();
  const { mapping } = draft;
  const mapped = columnMapping(mapping, column);
  const reading = preview?.columns.find(({ header: name }) => name === column.header);
  // No two columns can be the same field.
  const taken = new Set(columns.map((each) => selectedOption(columnMapping(mapping, each))));
  const onChange = (changed: ColumnMapping) => setMapping(withColumn(mapping, column, changed));
  const id = useId();
  const {
    header,
    samples = [],
    isUnnamed,
    isBlankBelow,
    dates,
    decimal,
    example,
    multiple,
  } = column;
  const field = selectedOption(mapped);
  const shown = samples.map((sample, at) => [...new Set([sample, reading?.stored[at] ?? sample])]);
  // A rate that is missing altogether is named beside the button, a wrong one here.
  const needsRate = preview?.isCurrent && reading?.needsRate;
  const isRateMissing = needsRate && !("rate" in mapped && mapped.rate);
  const isWarned = reading?.isDoubtful && !isRateMissing;
  const note = reading?.note || (field === null && isUnknown(column) && "Not recognized");
  const isAmbiguous = {
    range: false,
    dates: dates && isDateField(field ?? ""),
    decimal: (decimal === "comma" || (decimal && example)) && isNumberField(field ?? ""),
  };
  const choices = [[WHOLE_NAME, "Full name (split it for me)"] as const, ...FIELDS];
  return (
    <li>
      <div>
        <label htmlFor={id}>
          {isUnnamed && !header.startsWith("Column ") ? `Column ${header}` : header}
        </label>
        <ul className={styles.samples} title={shown.map((words) => words.join(" → ")).join(", ")}>
          {shown.map(([sample = "", stored]) => (
            <li key={sample}>
              <span className="ellipsis">{sample}</span>
              {stored !== undefined && <b> → {stored}</b>}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.choices}>
        <Choice
          id={id}
          aria-describedby={`${id}note`}
          value={field ?? undefined}
          emptyLabel="Skip this column"
          options={choices.map(([each, label]) => [each, label, taken.has(each) && field !== each])}
          onChange={(value) =>
            onChange(value === WHOLE_NAME ? wholeName(samples) : { field: value ?? null })
          }
        />
        {!isNameMapping(mapped) && (
          <>
            <UnitChoice
              header={header}
              mapped={mapped}
              reading={reading}
              // What was wrong before the last change may be right by now; the check finds out.
              isRateWrong={needsRate}
              onChange={onChange}
            />
            {keysOf(FORMAT_CHOICES).map((key) => {
              const [label, options] = FORMAT_CHOICES[key];
              const { [key]: value, ...others } = mapped;
              return (
                (value || isAmbiguous[key]) && (
                  <Choice<string>
                    key={key}
                    aria-label={`${label} of ${header}`}
                    value={value}
                    emptyLabel="As found in the file"
                    options={Object.entries(options)}
                    onChange={(chosen) => onChange({ ...others, ...(chosen && { [key]: chosen }) })}
                  />
                )
              );
            })}
          </>
        )}
        {field !== null && (isBlankBelow || mapped.fillDown) && (
          <Checkbox
            checked={mapped.fillDown ?? false}
            onChange={(fillDown) => onChange({ ...mapped, fillDown })}
          >
            Fill empty cells with the value above
          </Checkbox>
        )}
      </div>
      <p
        id={`${id}note`}
        className={clsx(
          isWarned && styles.warning,
          // What else a note says stands beside the samples.
          !isWarned && (field === null || multiple ? styles.about : "visually-hidden"),
        )}
      >
        {isWarned && <CircleAlert aria-hidden />}
        <span>{note}</span>
      </p>
    </li>
  );
}

const NOT_IMPORTED = "0-100 km/h (not imported)";
/** Answers to a question about the speed: 0-60 mph is the column's unit, seconds, and the other skips the column. */
const SPRINTS = [["seconds", "0-60 mph"] as const, [NOT_IMPORTED, NOT_IMPORTED] as const];

/** Chooses the unit of a column's figures, or what they measure, and the exchange rate of a currency. */
function UnitChoice(props: {
  header: string;
  mapped: FieldMapping;
  reading: ReadColumn | undefined;
  isRateWrong: boolean | undefined;
  onChange: (mapped: FieldMapping) => void;
}) {
  const { header, mapped, reading, isRateWrong, onChange } = props;
  const { field, unit, rate = "" } = mapped;
  const { question, units = [] } = reading ?? {};
  const { unit: _unit, rate: _rate, ...bare } = mapped;
  const asked = question === "sprint" ? "speed" : field === "price" ? "currency" : "unit";
  const options =
    asked === "speed" ? SPRINTS : units.map((each) => [each, unitLabel(each)] as const);
  return (
    <>
      {options.length > 0 && (
        <Choice<string>
          aria-label={`${upperFirst(asked)} of ${header}`}
          required
          value={unit ?? (question ? undefined : units[0])}
          emptyLabel={question && `Choose a ${asked}`}
          options={options}
          onChange={(chosen) =>
            onChange(
              chosen === NOT_IMPORTED
                ? { field: null }
                : { ...bare, ...(chosen && { unit: chosen }) },
            )
          }
        />
      )}
      {unit && field === "price" && convertedUnit({ field, unit }) && (
        <label className={clsx("row", styles.rate)}>
          <span>1 {currencyName(unit)} =</span>{" "}
          <input
            required
            aria-invalid={isRateWrong || undefined}
            inputMode="decimal"
            autoComplete="off"
            value={rate}
            onChange={({ currentTarget: { value } }) => onChange({ ...mapped, rate: value })}
          />{" "}
          <span>US dollars</span>
        </label>
      )}
    </>
  );
}

/** The singular of a currency: `euro` for `euros`. */
function currencyName(currency: string): string {
  return unitLabel(currency)
    .replace("kronor", "krona")
    .replace("kroner", "krone")
    .replace(/(?<=[a-z])s$/, "");
}

/** Sets one value for all rows for fields that the file lacks. */
function FieldsWithoutColumn() {
  const { draft, columns, setMapping } = useWizard();
  const { mapping } = draft;
  const { constants = {} } = mapping;
  const used = fieldsWithColumn(mapping, columns);
  const id = useId();
  const [chosen, setChosen] = useState<FieldName>();
  const missing = REQUIRED_FIELDS.filter((field) => !used.has(field));
  const offeredFields = FIELD_NAMES.filter(
    (field) =>
      // Also shown if the field now has a column, so that its value can be removed.
      constants[field] !== undefined ||
      (!used.has(field) && (missing.includes(field) || field === chosen)),
  );
  const others = FIELD_NAMES.filter((field) => !used.has(field) && !offeredFields.includes(field));
  return (
    <fieldset className="stack">
      <legend>Fields without a column</legend>
      {offeredFields.map((field) => (
        <p key={field} className={styles.decimal}>
          <label htmlFor={`${id}${field}`}>
            {FIELD_LABELS[field]}{" "}
            {field === "bodyType" ? "where your catalogue has none" : "of all rows"}
          </label>
          <ValueInput
            id={`${id}${field}`}
            column={columnOfField(field)}
            // The check asks for the body types that the catalogue does not have.
            required={missing.includes(field) && field !== "bodyType"}
            emptyLabel={field === "bodyType" ? "Ask me after the check" : "Leave empty"}
            value={valueAsTyped(constants[field])}
            onValueChange={(value) => {
              // Its input stays while it is empty.
              setChosen(field);
              setMapping(withConstant(mapping, field, value));
            }}
          />
        </p>
      ))}
      <p className={styles.decimal}>
        <label htmlFor={`${id}other`}>Set another field for every row</label>
        <Choice
          id={`${id}other`}
          value={undefined}
          emptyLabel="Choose a field"
          options={others.map((field) => [field, FIELD_LABELS[field]])}
          onChange={setChosen}
        />
      </p>
    </fieldset>
  );
}

type Rule = NonNullable<ImportMapping["rules"]>[number];

const CONDITIONS = [
  ["isNot", "is not"],
  ["is", "equals"],
  ["empty", "is empty"],
  ["below", "is less than"],
  ["above", "is greater than"],
] as const;
type Condition = (typeof CONDITIONS)[number][0];

const isFigure = (condition: Condition) => condition === "below" || condition === "above";

/** A cell is (or is not) one of some texts, is empty, or is a figure below or above another. */
function ruleOf(column: string, condition: Condition, text: string): Rule {
  if (condition === "empty") return { column, empty: true };
  if (isFigure(condition)) return { column, [condition]: Number(text) || 0 };
  const texts = text.split(",").map((part) => part.trim());
  return { column, [condition]: texts.filter(Boolean) };
}

/** Leaves out rows of other cars by the values of a column: a fuel, a state, a kind. */
function LeftOutRows() {
  const { draft, columns: all, setMapping } = useWizard();
  const { mapping } = draft;
  const { rules = [] } = mapping;
  const columns = all.filter(({ header }) => header !== "");
  const first = columns.find(({ electric }) => electric) ?? columns[0];
  const change = (changed: readonly Rule[]) => setMapping({ ...mapping, rules: [...changed] });
  return (
    <fieldset className="stack">
      <legend className={clsx(rules.length === 0 && "visually-hidden")}>Skip some rows</legend>
      {rules.map((rule, at) => {
        const { column } = rule;
        const [condition] = CONDITIONS.find(([each]) => rule[each] !== undefined) ?? ["isNot"];
        const text = rule.empty ? "" : String(rule[condition]).replaceAll(",", ", ");
        const set = (changed: Rule) => change(rules.with(at, changed));
        return (
          <p key={at} className={styles.rule}>
            <Choice
              aria-label="Column that tells"
              value={column}
              options={columns.map(({ header }) => [header, header])}
              onChange={(chosen = column) => set({ ...rule, column: chosen })}
            />
            <Choice
              aria-label="How it tells"
              value={condition}
              options={CONDITIONS}
              onChange={(chosen = condition) => set(ruleOf(column, chosen, text))}
            />
            {condition !== "empty" && (
              <input
                // It keeps a comma or a point that was just typed, until there is another rule or condition.
                key={`${condition} ${rules.length}`}
                defaultValue={text}
                autoComplete="off"
                {...(isFigure(condition)
                  ? { "aria-label": "Figure", type: "number", step: "any", required: true }
                  : {
                      "aria-label": "Values, separated by commas",
                      placeholder: "electric, BEV",
                    })}
                onChange={({ currentTarget: { value } }) => set(ruleOf(column, condition, value))}
              />
            )}
            <Button size="s" onClick={() => change(rules.toSpliced(at, 1))}>
              Remove
            </Button>
          </p>
        );
      })}
      <div className={styles.rule}>
        <Button
          size="s"
          onClick={() => first && change([...rules, ruleOf(first.header, "isNot", "")])}
        >
          {rules.length === 0 ? "Skip some rows" : "Skip more rows"}
        </Button>
      </div>
    </fieldset>
  );
}
