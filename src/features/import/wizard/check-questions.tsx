/** Questions about a checked file. All answers wait for the next check, which settles them at once. */
import { CircleQuestionMark } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { Radios } from "../../../ui/radios.tsx";
import styles from "./check-step.module.css";
import type { CsvColumn } from "../columns/columns.schema.ts";
import type { FieldMapping, ImportMapping } from "../mapping/import-mapping.schema.ts";
import { columnMapping, fieldMapping } from "../mapping/import-mapping.ts";
import { storedText, valueAsTyped } from "../stored-text.ts";
import {
  type ImportDraft,
  typedText,
  withCells,
  withColumn,
  withConstant,
} from "./import-draft.ts";
import type { CheckAnswer } from "./import.queries.ts";
import { countOf, formatCount, listInWords, upperFirst } from "../../../domain/format.ts";
import { FIELD_LABELS, FIELDS } from "../../../domain/fields.ts";
import { isContradiction } from "../import-reasons.ts";
import type { DryRunAnswer, OtherName } from "../import.schema.ts";
import { listChanges, TextTable } from "./check-table.tsx";
import { useWizard } from "./use-import.ts";
import { columnOfField, choicesOf, ValueInput } from "./value-input.tsx";

function Question(props: { label: string; text: string; children: ReactNode }) {
  const { label, text, children } = props;
  return (
    <section className={styles.question} aria-label={label}>
      <p className={styles.marked}>
        <CircleQuestionMark aria-hidden size={20} />
        <span>{text}</span>
      </p>
      {children}
    </section>
  );
}

/** A question whose answer is one part of the mapping of its columns. */
interface ColumnQuestion {
  label: string;
  text: string;
  columns: readonly CsvColumn[];
  /** nothing can be imported before it is answered */
  required?: boolean;
  part: "fillDown" | "decimal" | "dates" | "range";
  /** the words for each value */
  answers: Readonly<Record<string, string>>;
}

/** Asks how to read cells that can mean several things. */
function columnQuestions(columns: readonly CsvColumn[], mapping: ImportMapping): ColumnQuestion[] {
  const blank = columns.filter(
    (column) =>
      column.isBlankBelow &&
      (column.field !== null || column.split) &&
      !column.fillDown &&
      !fieldMapping(columnMapping(mapping, column)).values?.[""],
  );
  const unclear = columns.filter(({ decimal }) => decimal === "unclear");
  const { header, example = "", readings = [] } = unclear[0] ?? {};
  const [point = example, comma = example] = readings;
  const questions: ColumnQuestion[] = [
    {
      label: "Empty cells",
      text: `Some ${listInWords(blank.map((column) => column.header))} cells are empty. Copy the value from the row above?`,
      columns: blank,
      part: "fillDown",
      answers: { true: "Fill them with the value above", false: "Leave them empty" },
    },
    {
      label: "Decimal sign",
      text: `“${example}” in ${header} can be two figures, so nothing can be imported yet. Which is it?`,
      columns: unclear,
      required: true,
      part: "decimal",
      answers: { point: `Decimal point: ${point}`, comma: `Decimal comma: ${comma}` },
    },
    ...columns.flatMap((column): ColumnQuestion[] => {
      const { ranges, dates, readings: [day = "", month = ""] = [] } = column;
      return [
        {
          label: "Order of dates",
          text: `“${column.example}” in ${column.header} is…`,
          columns: dates === "unclear" ? [column] : [],
          required: true,
          part: "dates",
          answers: { "month-first": month, "day-first": day },
        },
        {
          label: `Ranges of ${column.header}`,
          text: `Some cells of ${column.header} are ranges, such as “${ranges?.example}”. Which figure should be stored?`,
          columns: ranges ? [column] : [],
          part: "range",
          answers: {
            lower: `Lower: ${ranges?.lower}`,
            upper: `Upper: ${ranges?.upper}`,
            skip: "Leave empty",
          },
        },
      ];
    }),
  ];
  return questions.filter((question) => question.columns.length > 0);
}

const REPEATED_CHOICES = [
  ["first", "Keep the first"],
  ["last", "Keep the last"],
  ["none", "Add neither"],
] as const;

/** Asks which of several contradictory rows of one EV to write (importing.md#repeated-rows). */
function RepeatedRows({ pairs, onChange }: QuestionProps & { pairs: CheckAnswer["repeated"] }) {
  const { draft } = useWizard();
  return (
    <Question
      label="Repeated rows"
      text="This file has the same EV more than once, with different values."
    >
      <Radios
        legend="Which rows should be added?"
        options={REPEATED_CHOICES}
        className={styles.radios}
        chosen={draft.repeated}
        required
        onChoose={(repeated) => onChange({ ...draft, repeated })}
      />
      <TextTable
        label="Contradictions"
        head={["EV", "Rows", "Field", "First", "Later"]}
        rows={pairs.flatMap(({ rows: [first, later], name, differs }) =>
          listChanges(differs).map(({ field, before, after }) => [
            name,
            `rows ${formatCount(first)} and ${formatCount(later)}`,
            FIELD_LABELS[field],
            storedText(field, before),
            storedText(field, after),
          ]),
        )}
      />
    </Question>
  );
}

/**
 * Asks once, for all rows, about names that the catalogue spells differently or does not have
 * (importing.md#makes). The spellings of the catalogue are in the draft until the user says otherwise.
 */
function NameQuestion({ kind, names }: { kind: "makes" | "models"; names: readonly OtherName[] }) {
  const { draft, setMapping } = useWizard();
  if (names.length === 0) return null;
  const answers = draft.mapping[kind] ?? {};
  const onAnswer = (named: typeof answers) => setMapping({ ...draft.mapping, [kind]: named });
  const label = kind === "makes" ? "Make" : "Model";
  const spelled = names.filter(({ spelling }) => spelling !== undefined);
  const asInFile = Object.fromEntries(spelled.map(({ name }) => [name, name]));
  const set = (name: string, text: string) => {
    const { [name]: _before, ...others } = answers;
    onAnswer(text === "" ? others : { ...others, [name]: text });
  };
  return (
    <Question
      label={`${label}s`}
      text={
        kind === "makes"
          ? "These makes are new to your catalogue, or spelled differently there."
          : "Your catalogue spells these models differently."
      }
    >
      <ul className={styles.makes}>
        {names.map(({ name, rows, spelling }) => (
          <li key={name}>
            <span>
              <q>{name}</q> ({countOf(rows, "row")})
            </span>
            <input
              aria-label={`${label} of “${name}”`}
              placeholder={label}
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
          <Button onClick={() => onAnswer({ ...answers, ...asInFile })}>Keep as in the file</Button>
        </div>
      )}
    </Question>
  );
}

/** A name on more rows than this is only asked about together with all rows. */
const MOST_ROWS_OF_NAME = 100;

/** The named cars that lack a field, with the cells for it. The name of an unknown make is all in the model. */
function carsWithout({ field, names }: Lacking, bad: DryRunAnswer["bad"]) {
  const nameOf = ({ cells: { make, model } }: (typeof bad)[number]) =>
    `${make?.value ?? make?.text ?? ""} ${model?.value ?? model?.text ?? ""}`.trim();
  const rows = Map.groupBy(
    bad.filter(({ cells }) => !cells[field]?.text),
    nameOf,
  );
  return names
    .map((name) => ({
      name,
      cells: (rows.get(name.trim()) ?? []).map(({ row }) => ({ row, field })),
    }))
    .filter(({ cells }) => cells.length > 0 && cells.length <= MOST_ROWS_OF_NAME);
}

/** Asks for a value that rows lack, for all of them or by name (importing.md#whole-names). */
function MissingValue({ answer, lacking }: { answer: CheckAnswer; lacking: Lacking }) {
  const { field, rows } = lacking;
  const { draft, setMapping } = useWizard();
  const { mapping } = draft;
  const label = FIELD_LABELS[field];
  const options = choicesOf(field);
  const forAll = valueAsTyped(mapping.constants?.[field]);
  const cars = carsWithout(lacking, answer.bad);
  const left = rows - cars.reduce((sum, { cells }) => sum + cells.length, 0);
  const inputs = cars.map(({ name, cells }) => ({
    name,
    count: cells.length,
    value: cells[0] && typedText(mapping, cells[0]),
    onAnswer: (value: string) => setMapping(withCells(mapping, cells, value || undefined)),
  }));
  if (rows > 1 || cars.length === 0) {
    inputs.unshift({
      name: rows === 1 ? "this car" : `all ${formatCount(rows)} cars`,
      count: 0,
      value: forAll,
      onAnswer: (value) => setMapping(withConstant(mapping, field, value)),
    });
  }
  return (
    <Question
      label={`Missing ${label.toLowerCase()}`}
      text={`We can’t tell the ${label.toLowerCase()} of ${countOf(rows, "car")}. ${field === "trim" ? "If it is part of the model, type it and we’ll move it." : "Choose it here."}`}
    >
      <ul className={styles.makes}>
        {inputs.map(({ name, count, value = "", onAnswer }) => (
          <li key={name}>
            <span>
              {count === 0 ? upperFirst(name) : name}
              {count > 1 && ` (${countOf(count, "row")})`}
            </span>
            {options ? (
              <Radios
                legend={`${label} of ${name}`}
                isLegendHidden
                className={styles.radios}
                options={options.map((option) => [option, option])}
                chosen={value || forAll}
                onChoose={onAnswer}
              />
            ) : (
              <ValueInput
                column={columnOfField(field)}
                aria-label={`${label} of ${name}`}
                {...(forAll && { placeholder: `As above: ${forAll}` })}
                value={value}
                onValueChange={onAnswer}
              />
            )}
          </li>
        ))}
      </ul>
      {left > 0 && cars.length > 0 && <p className="note">...and {countOf(left, "more row")}</p>}
    </Question>
  );
}

const ELECTRIC_CHOICES = [
  ["all", "Keep all cars"],
  ["electric", "Keep electric cars only"],
] as const;

/** Asks about hybrids and others, by the column that tells most of them; the answer stays in sight. */
function NonElectricCars({ columns, onChange }: QuestionProps & Pick<CheckAnswer, "columns">) {
  const { draft } = useWizard();
  const { rules = [] } = draft.mapping;
  const rowsOf = ({ notElectric }: CsvColumn) => notElectric?.rows ?? 0;
  const isKept = ({ header }: CsvColumn) =>
    rules.some(({ column, isNot }) => column === header && isNot);
  const [column] = columns
    .filter((each) => each.notElectric || (each.electric && isKept(each)))
    .toSorted((a, b) => rowsOf(b) - rowsOf(a));
  if (!column) return null;
  const { header, electric = [], notElectric } = column;
  const others = rules.filter((rule) => rule.column !== header);
  return (
    <Question
      label="Electric cars"
      text={
        notElectric
          ? `${countOf(notElectric.rows, "car")} ${notElectric.rows === 1 ? "isn’t" : "aren’t"} electric (${header}: ${notElectric.values.join(", ")}).`
          : `Other cars are skipped, by ${header}.`
      }
    >
      <Radios
        legend="Which cars should be imported?"
        isLegendHidden
        className={styles.radios}
        options={ELECTRIC_CHOICES}
        chosen={isKept(column) ? "electric" : "all"}
        onChoose={(chosen) => {
          const own = chosen === "electric" ? [{ column: header, isNot: electric }] : [];
          onChange({ ...draft, mapping: { ...draft.mapping, rules: [...others, ...own] } });
        }}
      />
    </Question>
  );
}

type Lacking = DryRunAnswer["lacking"][number];

interface QuestionProps {
  onChange: (draft: ImportDraft) => void;
}

/** All that the check asks about the rows. A single choice is checked at once; several wait for the button. */
export function Questions({ answer }: { answer: CheckAnswer }) {
  const { draft, setDraft, check } = useWizard();
  const { makes, models, columns, repeated, lacking, reasons } = answer;
  const { mapping } = draft;
  const different = repeated.filter(isContradiction);
  const ofColumns = columnQuestions(columns, mapping);
  const others = columns.filter(({ notElectric }) => notElectric);
  const asked = [others, different, makes, models, lacking].filter(({ length }) => length > 0);
  const isOnly = asked.length + ofColumns.length <= 1 && reasons.every(({ isAsked }) => isAsked);
  const onChange = isOnly ? check : setDraft;
  return (
    <>
      <NonElectricCars columns={columns} onChange={onChange} />
      {different.length > 0 && <RepeatedRows pairs={different} onChange={onChange} />}
      <NameQuestion kind="makes" names={makes} />
      <NameQuestion kind="models" names={models} />
      {lacking.map((each) => (
        <MissingValue key={each.field} answer={answer} lacking={each} />
      ))}
      {ofColumns.map(({ columns: settled, part, answers, label, text, required }) => {
        const given: Partial<FieldMapping> = {
          ...(settled[0] && columnMapping(mapping, settled[0])),
        };
        return (
          <Question key={`${label} ${settled[0]?.header}`} label={label} text={text}>
            <Radios
              legend={label}
              isLegendHidden
              className={styles.radios}
              required={required}
              options={Object.entries(answers)}
              chosen={String(given[part])}
              onChoose={(value) =>
                onChange({
                  ...draft,
                  mapping: settled.reduce((before, column) => {
                    const mapped = columnMapping(before, column);
                    const chosen = part === "fillDown" ? value === "true" : value;
                    return withColumn(before, column, { ...mapped, [part]: chosen });
                  }, mapping),
                })
              }
            />
          </Question>
        );
      })}
    </>
  );
}
