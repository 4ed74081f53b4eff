/** Questions about a checked file. All answers wait for the next check, which settles them at once. */
import { CircleQuestionMark } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Fold } from "../../../ui/fold.tsx";
import styles from "./check-step.module.css";
import type { CsvColumn } from "../columns/columns.schema.ts";
import type { FieldMapping, ImportMapping } from "../mapping/import-mapping.schema.ts";
import { columnMapping, fieldMapping } from "../mapping/import-mapping.ts";
import { shortName, storedText, valueAsTyped } from "../stored-text.ts";
import {
  cellPlace,
  changeMapping,
  type ImportDraft,
  modelWithout,
  typedText,
  withCell,
  withColumn,
  withConstant,
} from "./import-draft.ts";
import type { CheckAnswer } from "./import.queries.ts";
import { countOf, formatCount, listInWords } from "../../../domain/format.ts";
import { FIELD_LABELS, type FieldName, FIELDS, isFieldName } from "../../../domain/fields.ts";
import { reasonsToRepair } from "../import-reasons.ts";
import type { DryRunAnswer, OtherName } from "../import.schema.ts";
import { TextTable } from "./check-table.tsx";
import type { Import } from "./use-import.ts";
import { columnOfField, ValueInput } from "./value-input.tsx";

function Question(props: { label: string; text: string; children: ReactNode }) {
  const { label, text, children } = props;
  return (
    <section className={styles.question} aria-label={label}>
      <p>
        <CircleQuestionMark aria-hidden size={20} />
        <span>{text}</span>
      </p>
      {children}
    </section>
  );
}

interface ColumnQuestion {
  label: string;
  text: string;
  /** the columns that one answer settles */
  columns: readonly CsvColumn[];
  /** nothing can be imported before it is answered */
  required?: boolean;
  /** by its words, what each answer changes in the mapping of the columns */
  answers: Readonly<Record<string, Partial<FieldMapping>>>;
}

/** Asks how to read cells that can mean several things. */
function columnQuestions(columns: readonly CsvColumn[], mapping: ImportMapping): ColumnQuestion[] {
  const questions: ColumnQuestion[] = [];
  const isFilled = (column: CsvColumn) => fieldMapping(columnMapping(mapping, column)).values?.[""];
  const blank = columns.filter(
    (column) =>
      column.isBlankBelow &&
      (column.field !== null || column.split) &&
      !column.fillDown &&
      !isFilled(column),
  );
  if (blank.length > 0) {
    questions.push({
      label: "Empty cells",
      text: `Some ${listInWords(blank.map(({ header }) => header))} cells are empty. Copy the value from the row above?`,
      columns: blank,
      answers: {
        "Fill them with the value above": { fillDown: true },
        "Leave them empty": { fillDown: false },
      },
    });
  }
  const unclear = columns.filter(({ decimal }) => decimal === "unclear");
  if (unclear[0]) {
    const { header, example = "", readings: [point = example, comma = example] = [] } = unclear[0];
    questions.push({
      label: "Decimal sign",
      text: `“${example}” in ${header} can be two figures, so nothing can be imported yet. Which is it?`,
      columns: unclear,
      required: true,
      answers: {
        [`Decimal point: ${point}`]: { decimal: "point" },
        [`Decimal comma: ${comma}`]: { decimal: "comma" },
      },
    });
  }
  for (const column of columns) {
    const { header, ranges, dates, example, readings: [day = "", month = ""] = [] } = column;
    if (dates === "unclear") {
      questions.push({
        label: "Order of dates",
        text: `“${example}” in ${header} is…`,
        columns: [column],
        required: true,
        answers: { [month]: { dates: "month-first" }, [day]: { dates: "day-first" } },
      });
    }
    if (ranges) {
      questions.push({
        label: `Ranges of ${header}`,
        text: `Some cells of ${header} are ranges, such as “${ranges.example}”. Which figure should be stored?`,
        columns: [column],
        answers: {
          [`Lower: ${ranges.lower}`]: { range: "lower" },
          [`Upper: ${ranges.upper}`]: { range: "upper" },
          "Leave empty": { range: "skip" },
        },
      });
    }
  }
  return questions;
}

export function Radios<Value extends string>(props: {
  legend: string;
  isLegendHidden?: boolean;
  options: readonly (readonly [value: Value, label: string])[];
  chosen: Value | undefined;
  required?: boolean;
  onChoose: (value: Value) => void;
}) {
  const { legend, isLegendHidden, options, chosen, required, onChoose } = props;
  const name = useId();
  return (
    <fieldset className={styles.existing}>
      <legend className={isLegendHidden ? "visually-hidden" : undefined}>{legend}</legend>
      {options.map(([value, label]) => (
        <label key={value} className="touch">
          <input
            type="radio"
            name={name}
            required={required}
            checked={chosen === value}
            onChange={() => onChoose(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

const REPEATED_CHOICES = [
  ["first", "Keep the first"],
  ["last", "Keep the last"],
  ["none", "Add neither"],
] as const;

/** Asks which of several contradictory rows of one EV to write (importing.md#repeated-rows). */
function RepeatedRows({ pairs, draft, onChange }: AsksProps & { pairs: DryRunAnswer["repeated"] }) {
  return (
    <Question
      label="Repeated rows"
      text="This file has the same EV more than once, with different values."
    >
      <Radios
        legend="Which rows should be added?"
        options={REPEATED_CHOICES}
        chosen={draft.repeated}
        required
        onChoose={(repeated) => onChange({ ...draft, repeated })}
      />
      <TextTable
        label="Contradictions"
        head={["EV", "Rows", "Field", "First", "Later"]}
        rows={pairs.flatMap(({ rows: [first, later], name, differs }) =>
          Object.entries(differs).flatMap(([field, [before, after]]) =>
            isFieldName(field)
              ? [
                  [
                    name,
                    `rows ${formatCount(first)} and ${formatCount(later)}`,
                    FIELD_LABELS[field],
                    storedText(field, before),
                    storedText(field, after),
                  ],
                ]
              : [],
          ),
        )}
      />
    </Question>
  );
}

/**
 * Asks once, for all rows, about names that the catalogue spells differently or does not have
 * (importing.md#makes). The spellings of the catalogue are in the draft until the user says otherwise.
 */
function OtherNames(props: {
  theImport: Import;
  kind: "makes" | "models";
  lead: string;
  names: readonly OtherName[];
}) {
  const { theImport, kind, lead, names } = props;
  if (names.length === 0) return null;
  const answers = theImport.draft.mapping[kind] ?? {};
  const onAnswer = (named: typeof answers) => theImport.changeMapping({ [kind]: named });
  const label = kind === "makes" ? "Make" : "Model";
  const spelled = names.filter(({ spelling }) => spelling !== undefined);
  const set = (name: string, text: string) => {
    const { [name]: _before, ...others } = answers;
    onAnswer(text === "" ? others : { ...others, [name]: text });
  };
  return (
    <Question label={`${label}s`} text={lead}>
      <ul className={styles.makes}>
        {names.map(({ name, rows, spelling }) => (
          <li key={name}>
            <span>
              <q>{name}</q> ({countOf(rows, "row")})
            </span>
            <input
              aria-label={`${label} of “${name}”`}
              autoComplete="off"
              required={spelling !== undefined}
              maxLength={FIELDS.make.maxCharacters}
              value={answers[name] ?? ""}
              onChange={({ currentTarget: { value } }) => set(name, value)}
            />
          </li>
        ))}
      </ul>
      {spelled.length > 0 && (
        <div className="row">
          <Button
            onClick={() =>
              onAnswer({
                ...answers,
                ...Object.fromEntries(spelled.map(({ name }) => [name, name])),
              })
            }
          >
            Keep as in the file
          </Button>
        </div>
      )}
    </Question>
  );
}

/** A few cars are listed at once, the others folded. */
const CARS_IN_SIGHT = 5;
/** A name on more rows than this is only asked about together with all rows. */
const MOST_ROWS_OF_NAME = 100;

/** The named cars that lack a field, each with its rows. The name of an unknown make is all in the model. */
function carsWithout({ field, names }: Lacking, bad: DryRunAnswer["bad"]) {
  const nameOf = ({ cells: { make, model } }: (typeof bad)[number]) =>
    `${make?.value ?? make?.text ?? ""} ${model?.value ?? model?.text ?? ""}`.trim();
  const rows = Map.groupBy(
    bad.filter(({ cells }) => !cells[field]?.text),
    nameOf,
  );
  return names.flatMap((name) => {
    const ofName = rows.get(name.trim()) ?? [];
    return ofName.length > MOST_ROWS_OF_NAME || ofName.length === 0
      ? []
      : [[name, ofName] as const];
  });
}

/** Asks for a value that rows lack, for all of them or by name (importing.md#whole-names). */
function MissingValue(props: { theImport: Import; answer: CheckAnswer; lacking: Lacking }) {
  const { theImport, answer, lacking } = props;
  const { field, rows } = lacking;
  const { draft, columns, findText, changeMapping: change } = theImport;
  const { mapping } = draft;
  const columnOf = (name: FieldName) =>
    columns.find((column) => column.field === name) ?? columnOfField(name);
  const label = FIELD_LABELS[field].toLowerCase();
  const forAll = valueAsTyped(mapping.constants?.[field]);
  const input = { findText, column: columnOfField(field), emptyLabel: "Choose one" };
  const named = carsWithout(lacking, answer.bad);
  const left = rows - named.reduce((sum, [, ofName]) => sum + ofName.length, 0);
  const cars = named.map(([name, ofName]) => (
    <li key={name}>
      <span>
        {name}
        {ofName.length > 1 && ` (${countOf(ofName.length, "row")})`}
      </span>
      <ValueInput
        {...input}
        shared={forAll}
        aria-label={`${FIELD_LABELS[field]} of ${name}`}
        value={typedText(mapping, cellPlace(ofName[0]?.row ?? 0, columnOf(field))) ?? ""}
        onValueChange={(value) => {
          let next = mapping;
          const set = (row: number, of: FieldName, text: string | undefined) => {
            next = { ...next, ...withCell(next, cellPlace(row, columnOf(of)), text) };
          };
          for (const { row, cells } of ofName) {
            set(row, field, value || undefined);
            if (field === "trim" && cells.make?.text)
              set(row, "model", modelWithout(cells.model?.text ?? "", value));
          }
          change(next);
        }}
      />
    </li>
  ));
  return (
    <Question
      label={`Missing ${label}`}
      text={
        field === "trim"
          ? `We can’t tell the trim of ${countOf(rows, "car")}. What is it? If the model ends with it, it is taken off there.`
          : `We can’t tell the ${label} of ${countOf(rows, "car")}. What is it?`
      }
    >
      <ul className={styles.makes}>
        <li>
          <b>{rows === 1 ? "This row" : `All ${formatCount(rows)} rows`}</b>
          <ValueInput
            {...input}
            aria-label={`${FIELD_LABELS[field]} of ${rows === 1 ? "this row" : `all ${formatCount(rows)} rows`}`}
            value={forAll}
            onValueChange={(value) => change(withConstant(mapping, field, value))}
          />
        </li>
        {cars.slice(0, CARS_IN_SIGHT)}
      </ul>
      {cars.length > CARS_IN_SIGHT && (
        <Fold title={countOf(cars.length - CARS_IN_SIGHT, "more car")}>
          <ul className={styles.makes}>{cars.slice(CARS_IN_SIGHT)}</ul>
        </Fold>
      )}
      {left > 0 && named.length > 0 && <p className="note">...and {countOf(left, "more row")}</p>}
    </Question>
  );
}

/** Asks about hybrids and others, by the column that tells most of them. */
function OtherCars({ columns, draft, onChange }: AsksProps & Pick<DryRunAnswer, "columns">) {
  const rowsOf = ({ notElectric }: CsvColumn) => notElectric?.rows ?? 0;
  const [column] = columns.toSorted((a, b) => rowsOf(b) - rowsOf(a));
  if (!column?.notElectric) return null;
  const { header, electric = [], notElectric } = column;
  const { rules = [] } = draft.mapping;
  const others = rules.filter((rule) => rule.column !== header);
  return (
    <Question
      label="Electric cars"
      text={`${countOf(notElectric.rows, "car")} ${notElectric.rows === 1 ? "isn’t" : "aren’t"} electric (${header}: ${notElectric.values.join(", ")}).`}
    >
      <Checkbox
        checked={others.length < rules.length}
        onChange={(isChosen) => {
          const rule = { column: header, isNot: electric };
          onChange(changeMapping(draft, { rules: isChosen ? [...others, rule] : others }));
        }}
      >
        Keep electric cars only
      </Checkbox>
    </Question>
  );
}

/** The rows of one EV that contradict each other, and those that are equal. */
export function divideRepeats(pairs: CheckAnswer["repeated"]) {
  const isDifferent = ({ differs }: (typeof pairs)[number]) => Object.keys(differs).length > 0;
  return [pairs.filter(isDifferent), pairs.filter((pair) => !isDifferent(pair))] as const;
}

/** `Is “Ioniq5” your Ioniq 5?` */
function modelQuestion(models: CheckAnswer["models"]): string {
  const [first] = models;
  if (first && models.length === 1) return `Is “${shortName(first.name)}” your ${first.spelling}?`;
  const known = new Set(models.flatMap(({ spelling = [] }) => spelling));
  return `Are these your ${listInWords([...known])}?`;
}

type Lacking = DryRunAnswer["lacking"][number];

interface AsksProps {
  draft: ImportDraft;
  onChange: (draft: ImportDraft) => void;
}

/** All that the check asks about the rows. The only choice is checked at once, nothing else waits for it. */
export function Questions({ theImport, answer }: { theImport: Import; answer: CheckAnswer }) {
  const { draft, change, check } = theImport;
  const { makes, models, columns, repeated, lacking } = answer;
  const { mapping } = draft;
  const [different] = divideRepeats(repeated);
  const ofColumns = columnQuestions(columns, mapping);
  const others = columns.filter(({ notElectric }) => notElectric);
  const asked = [others, different, makes, models, lacking].filter(
    ({ length }) => length > 0,
  ).length;
  const isOnly = asked + ofColumns.length === 1 && reasonsToRepair(answer).length === 0;
  const onChoose = isOnly ? check : change;
  return (
    <>
      <OtherCars columns={others} draft={draft} onChange={onChoose} />
      {different.length > 0 && <RepeatedRows pairs={different} draft={draft} onChange={onChoose} />}
      <OtherNames
        theImport={theImport}
        kind="makes"
        lead="These makes are new to your catalogue, or spelled differently there."
        names={makes}
      />
      <OtherNames theImport={theImport} kind="models" lead={modelQuestion(models)} names={models} />
      {lacking.map((each) => (
        <MissingValue key={each.field} theImport={theImport} answer={answer} lacking={each} />
      ))}
      {ofColumns.map(({ columns: settled, answers, ...question }) => {
        const given = { ...(settled[0] && columnMapping(mapping, settled[0])) };
        const isGiven = (words: string) =>
          Object.entries(answers[words] ?? {}).every(
            ([key, value]) => given[key as keyof typeof given] === value,
          );
        return (
          <Question key={`${question.label} ${settled[0]?.header}`} {...question}>
            <Radios
              legend={question.label}
              isLegendHidden
              required={question.required ?? false}
              options={Object.keys(answers).map((words) => [words, words])}
              chosen={Object.keys(answers).find(isGiven)}
              onChoose={(words) =>
                onChoose(
                  settled.reduce((before, column) => {
                    const mapped = columnMapping(before.mapping, column);
                    return withColumn(before, column, { ...mapped, ...answers[words] });
                  }, draft),
                )
              }
            />
          </Question>
        );
      })}
    </>
  );
}
