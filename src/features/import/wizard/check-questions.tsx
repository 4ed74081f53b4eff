/** Questions to answer after checking a file, before anything can be imported. */
import { CircleQuestionMark } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import styles from "./check-step.module.css";
import type { CsvColumn } from "../columns/columns.schema.ts";
import type { FieldMapping } from "../mapping/import-mapping.schema.ts";
import { columnMapping } from "../mapping/import-mapping.ts";
import { shortName, storedText } from "../stored-text.ts";
import { changeMapping, type ChangeMapping, type ImportDraft, withColumn } from "./import-draft.ts";
import type { CheckAnswer } from "./import.queries.ts";
import { countOf, formatCount } from "../../../domain/format.ts";
import { FIELD_LABELS, type FieldName, FIELDS, isFieldName } from "../../../domain/fields.ts";
import type { DryRunAnswer, OtherName, RepeatedMode } from "../import.schema.ts";
import { TextTable } from "./check-table.tsx";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { ValueInput } from "./value-input.tsx";

function Question(props: {
  label: string;
  /** what is asked; undefined if the answers say it */
  text?: ReactNode;
  /** nothing can be imported before it is answered */
  isOpen?: boolean;
  children: ReactNode;
}) {
  const { label, text, isOpen = false, children } = props;
  return (
    <section className={styles.question} aria-label={label} {...(isOpen && { "data-asked": true })}>
      {text && (
        <p>
          <CircleQuestionMark aria-hidden size={20} />
          <span>{text}</span>
        </p>
      )}
      {children}
    </section>
  );
}

interface ColumnQuestion {
  label: string;
  isOpen?: boolean;
  text: ReactNode;
  /** what to check next, by the words of each answer */
  answers: Readonly<Record<string, ImportDraft>>;
}

/** Asks how to read cells that can mean several things. */
function columnQuestions(columns: readonly CsvColumn[], draft: ImportDraft): ColumnQuestion[] {
  const withAnswer = (answered: readonly CsvColumn[], part: Partial<FieldMapping>): ImportDraft =>
    answered.reduce((before, column) => {
      return withColumn(before, column, { ...columnMapping(before.mapping, column), ...part });
    }, draft);
  const questions: ColumnQuestion[] = [];
  const blank = columns.filter(
    ({ field, split, isBlankBelow, fillDown }) =>
      isBlankBelow && (field !== null || split) && !fillDown,
  );
  if (blank.length > 0) {
    const names = new Intl.ListFormat("en").format(blank.map(({ header }) => header));
    questions.push({
      label: "Empty cells",
      text: (
        <>
          Some <b>{names}</b> cells are empty. Copy the value from the row above?
        </>
      ),
      answers: { "Fill them with the value above": withAnswer(blank, { fillDown: true }) },
    });
  }
  for (const column of columns) {
    const { header, ranges } = column;
    if (!ranges) continue;
    questions.push({
      label: `Ranges of ${header}`,
      text: (
        <>
          Some cells of <b>{header}</b> are ranges, such as <q>{ranges.example}</q>. Which figure
          should be stored?
        </>
      ),
      answers: {
        [`Lower: ${ranges.lower}`]: withAnswer([column], { range: "lower" }),
        [`Upper: ${ranges.upper}`]: withAnswer([column], { range: "upper" }),
        "Leave empty": withAnswer([column], { range: "skip" }),
      },
    });
  }
  const unclear = columns.filter(({ decimal }) => decimal === "unclear");
  if (unclear[0]) {
    const { header, example = "", readings: [point = example, comma = example] = [] } = unclear[0];
    questions.push({
      label: "Decimal sign",
      isOpen: true,
      text: (
        <>
          <q>{example}</q> in <b>{header}</b> can be two figures, so nothing can be imported yet.
          Which is it?
        </>
      ),
      answers: {
        [`Decimal point: ${point}`]: withAnswer(unclear, { decimal: "point" }),
        [`Decimal comma: ${comma}`]: withAnswer(unclear, { decimal: "comma" }),
      },
    });
  }
  const dates = columns.find((column) => column.dates === "unclear");
  if (dates) {
    const { header, example = "", readings: [dayFirst = "", monthFirst = ""] = [] } = dates;
    questions.push({
      label: "Order of dates",
      isOpen: true,
      text: (
        <>
          <q>{example}</q> in <b>{header}</b> is…
        </>
      ),
      answers: {
        [monthFirst]: withAnswer([dates], { dates: "month-first" }),
        [dayFirst]: withAnswer([dates], { dates: "day-first" }),
      },
    });
  }
  return questions;
}

const REPEATED_CHOICES = [
  ["first", "Keep the first"],
  ["last", "Keep the last"],
  ["none", "Add neither"],
] as const;

interface RadiosProps<Value extends string> {
  legend: string;
  options: readonly (readonly [value: Value, label: string])[];
  chosen: Value | undefined;
  onChoose: (value: Value) => void;
}

export function Radios<Value extends string>(props: RadiosProps<Value>) {
  const { legend, options, chosen, onChoose } = props;
  return (
    <fieldset className={styles.existing}>
      <legend>{legend}</legend>
      {options.map(([value, label]) => (
        <label key={value} className="touch">
          <input
            type="radio"
            name={legend}
            checked={chosen === value}
            onChange={() => onChoose(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/** Asks which of several contradictory rows of one EV to write (importing.md#repeated-rows). */
function RepeatedRows(props: {
  pairs: DryRunAnswer["repeated"];
  /** undefined until the user has chosen */
  choice: RepeatedMode | undefined;
  onChoose: (choice: RepeatedMode) => void;
}) {
  const { pairs, choice, onChoose } = props;
  return (
    <Question
      label="Repeated rows"
      isOpen={choice === undefined}
      text="This file has the same EV more than once, with different values."
    >
      <Radios
        legend="Which rows should be added?"
        options={REPEATED_CHOICES}
        chosen={choice}
        onChoose={onChoose}
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

/** Names that the catalogue spells differently or does not have, once for all rows (importing.md#makes). */
function OtherNames(props: {
  kind: "Make" | "Model";
  lead: string;
  isOpen?: boolean;
  names: readonly OtherName[];
  onAnswer: (names: Readonly<Record<string, string>>) => void;
}) {
  const { kind, lead, isOpen = false, names, onAnswer } = props;
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  if (names.length === 0) return null;
  const known = names.filter(({ spelling }) => spelling !== undefined);
  const answers = names.map(({ name, spelling = "" }) => [name, typed[name] ?? spelling] as const);
  const answer = () =>
    onAnswer(
      Object.fromEntries(
        answers.map(([name, text]) => [name, text.trim()]).filter(([, text]) => text !== ""),
      ),
    );
  return (
    <Question label={`${kind}s`} text={lead} isOpen={isOpen}>
      <ul className={styles.makes}>
        {names.map(({ name, rows }, at) => (
          <li key={name}>
            <span>
              <q>{name}</q> ({countOf(rows, "row")})
            </span>
            <input
              aria-label={`${kind} of “${name}”`}
              autoComplete="off"
              maxLength={FIELDS.make.maxCharacters}
              value={answers[at]?.[1]}
              onKeyDown={onEnter(answer)}
              onChange={({ currentTarget: { value } }) => setTyped({ ...typed, [name]: value })}
            />
          </li>
        ))}
      </ul>
      <div className="row">
        <Button onClick={answer}>Use these {kind.toLowerCase()}s</Button>
        {isOpen && (
          <Button
            onClick={() => onAnswer(Object.fromEntries(known.map(({ name }) => [name, name])))}
          >
            Keep as in the file
          </Button>
        )}
      </div>
    </Question>
  );
}

/** Submitting the surrounding form would check the file without the answer. */
function onEnter(answer: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    answer();
  };
}

/** Asks once for the trim or body type of all rows that have none (importing.md#whole-names). */
function MissingValues(props: {
  lacking: DryRunAnswer["lacking"];
  onAnswer: (values: Partial<Record<FieldName, string>>) => void;
}) {
  const { lacking, onAnswer } = props;
  const id = useId();
  const [typed, setTyped] = useState<Partial<Record<FieldName, string>>>({});
  if (lacking.length === 0) return null;
  const answer = () => onAnswer(typed);
  return (
    <Question label="Missing values">
      {lacking.map(({ field, rows }) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its input has the key
        <p key={field} onKeyDown={onEnter(answer)}>
          <CircleQuestionMark aria-hidden size={20} />
          <label htmlFor={`${id}${field}`}>
            {field === "trim"
              ? "Trim where the name has none"
              : "Body type where the catalogue has none"}{" "}
            ({countOf(rows, "row")})
          </label>
          <ValueInput
            id={`${id}${field}`}
            field={field}
            value={typed[field] ?? ""}
            emptyLabel="Choose one"
            isWrong={false}
            onChange={(value) => setTyped({ ...typed, [field]: value })}
          />
        </p>
      ))}
      <div className="row">
        <Button onClick={answer}>Use for these rows</Button>
      </div>
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
  return `Are these your ${new Intl.ListFormat("en").format(known)}?`;
}

/** All that the check asks about the rows; each answer checks them again. */
export function Questions(props: {
  answer: CheckAnswer;
  draft: ImportDraft;
  onCheck: (draft: ImportDraft) => void;
}) {
  const { answer, draft, onCheck } = props;
  const { makes, models, columns, repeated, lacking } = answer;
  const { mapping } = draft;
  const change = (part: Parameters<ChangeMapping>[0]) => onCheck(changeMapping(draft, part));
  const [different] = divideRepeats(repeated);
  return (
    <>
      {different.length > 0 && (
        <RepeatedRows
          pairs={different}
          choice={draft.repeated}
          onChoose={(choice) => onCheck({ ...draft, repeated: choice })}
        />
      )}
      <OtherNames
        key={makes.map(({ name }) => name).join("\n")}
        kind="Make"
        lead="These makes are new to your catalogue, or spelled differently there."
        isOpen={makes.some(({ spelling }) => spelling !== undefined)}
        names={makes}
        onAnswer={(named) => change({ makes: { ...mapping.makes, ...named } })}
      />
      <OtherNames
        key={models.map(({ name }) => name).join("\n")}
        kind="Model"
        lead={modelQuestion(models)}
        isOpen
        names={models}
        onAnswer={(named) => {
          const own = Object.fromEntries(models.map(({ name }) => [name, name]));
          change({ models: { ...mapping.models, ...own, ...named } });
        }}
      />
      <MissingValues
        lacking={lacking}
        onAnswer={(values) => change({ constants: { ...mapping.constants, ...values } })}
      />
      {columnQuestions(columns, draft).map(({ answers, ...question }) => (
        <Question key={question.label} {...question}>
          <div className="row">
            {Object.entries(answers).map(([words, next]) => (
              <Button key={words} onClick={() => onCheck(next)}>
                {words}
              </Button>
            ))}
          </div>
        </Question>
      ))}
    </>
  );
}
