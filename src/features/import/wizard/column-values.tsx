import { clsx } from "clsx";
import { type ComponentProps, useId, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Choice } from "../../../ui/choice.tsx";
import styles from "./columns-step.module.css";
import type { CsvColumn, ReadText } from "../columns/columns.schema.ts";
import type { ImportMapping } from "../mapping/import-mapping.schema.ts";
import { type ChangeMapping, type FindText, textsIn, withConstant } from "./import-draft.ts";
import { valueAsTyped } from "../stored-text.ts";
import { ValueInput } from "./value-input.tsx";
import { isNumberField } from "../../../domain/ev-cells.ts";
import {
  FIELD_LABELS,
  FIELD_NAMES,
  type FieldName,
  REQUIRED_FIELDS,
} from "../../../domain/fields.ts";

/** Sets one value for all rows for fields that the file lacks. */
export function FieldsWithoutColumn(props: {
  used: ReadonlySet<string | null>;
  mapping: ImportMapping;
  findText: FindText;
  onMappingChange: ChangeMapping;
}) {
  const { used, mapping, findText, onMappingChange } = props;
  const { constants = {} } = mapping;
  const textOf = (field: FieldName) => valueAsTyped(constants[field]);
  const id = useId();
  const [chosenFields, setChosenFields] = useState<readonly FieldName[]>([]);
  const missing = REQUIRED_FIELDS.filter((field) => !used.has(field));
  // The check asks for the body types that the catalogue does not have.
  const isRequired = (field: FieldName) =>
    missing.includes(field) && !(field === "bodyType" && mapping.bodyTypes);
  const unanswered = missing.filter((field) => isRequired(field) && !textOf(field).trim());
  const offeredFields = FIELD_NAMES.filter(
    (field) =>
      // Also shown if the field now has a column, so that its value can be removed.
      constants[field] !== undefined ||
      (!used.has(field) && (missing.includes(field) || chosenFields.includes(field))),
  );
  const others = FIELD_NAMES.filter((field) => !used.has(field) && !offeredFields.includes(field));
  const set = (field: FieldName, value: string) => {
    // Its input stays while it is empty.
    if (!chosenFields.includes(field)) setChosenFields([...chosenFields, field]);
    onMappingChange(withConstant(mapping, field, value));
  };
  return (
    <fieldset className={styles.extras}>
      <legend>Fields without a column</legend>
      <div role="status">
        {unanswered.length > 0 && (
          <p className={styles.missing}>
            <b>
              {new Intl.ListFormat("en").format(unanswered.map((field) => FIELD_LABELS[field]))}
            </b>{" "}
            {unanswered.length === 1
              ? "is required. Pick a column for it, or enter one value for all rows."
              : "are required. Pick a column for each, or enter one value for all rows."}
          </p>
        )}
      </div>
      {offeredFields.map((field) => (
        <p key={field} className={styles.decimal}>
          <label htmlFor={`${id}${field}`}>{FIELD_LABELS[field]} of all rows</label>
          <ValueInput
            id={`${id}${field}`}
            field={field}
            required={isRequired(field)}
            value={textOf(field)}
            isWrong={findText({ header: "", field }, textOf(field))?.problem !== undefined}
            onChange={(value) => set(field, value)}
          />
          {field === "bodyType" && missing.includes(field) && (
            <Checkbox
              checked={mapping.bodyTypes !== undefined}
              onChange={(checked) =>
                onMappingChange({ bodyTypes: checked ? "catalogue" : undefined })
              }
            >
              Only where the catalogue has none
            </Checkbox>
          )}
          <Constant field={field} read={findText({ header: "", field }, textOf(field))} />
        </p>
      ))}
      <p className={styles.decimal}>
        <label htmlFor={`${id}other`}>Set another field for every row</label>
        <Choice
          id={`${id}other`}
          value={undefined}
          emptyLabel="Choose a field"
          options={others.map((field) => [field, FIELD_LABELS[field]])}
          onChange={(field) => field && setChosenFields([...chosenFields, field])}
        />
      </p>
    </fieldset>
  );
}

/** Shows how a value for all rows is stored. */
function Constant({ field, read }: { field: FieldName; read: ReadText | undefined }) {
  if (!isNumberField(field) || !read) return null;
  const { stored, problem } = read;
  return <output className={clsx(problem && styles.missing)}>{problem ?? `→ ${stored}`}</output>;
}

/** Leaves out rows of other cars by the values of a column: a fuel, a state, a kind. */
export function LeftOutRows(props: {
  columns: readonly CsvColumn[];
  mapping: ImportMapping;
  onMappingChange: ChangeMapping;
}) {
  const { columns, mapping, onMappingChange } = props;
  const { rules = [] } = mapping;
  const fuels = columns.find(({ electric }) => electric);
  const column = fuels?.header ?? columns[0]?.header ?? "";
  const change = (changed: readonly Rule[]) => onMappingChange({ rules: [...changed] });
  return (
    <fieldset className={styles.extras}>
      <legend className={clsx(rules.length === 0 && "visually-hidden")}>Skip some rows</legend>
      {rules.map((rule, at) => (
        <p key={at} className={styles.rule}>
          <Choice
            aria-label="Column that tells"
            value={rule.column}
            options={columns.map(({ header }) => [header, header])}
            onChange={(chosen = column) => change(rules.with(at, { ...rule, column: chosen }))}
          />
          <RuleCondition rule={rule} onChange={(condition) => change(rules.with(at, condition))} />
          <Button size="s" onClick={() => change(rules.toSpliced(at, 1))}>
            Remove
          </Button>
        </p>
      ))}
      <div className={styles.rule}>
        {fuels && rules.length === 0 && (
          <>
            <p className={styles.missing}>
              The <b>{fuels.header}</b> column shows which cars are electric.
            </p>
            <Button size="s" onClick={() => change([{ column, isNot: fuels.electric ?? [] }])}>
              Keep electric cars only
            </Button>
          </>
        )}
        <Button size="s" onClick={() => change([...rules, { column, isNot: [] }])}>
          {rules.length === 0 ? "Skip some rows" : "Skip more rows"}
        </Button>
      </div>
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

/** A cell is (or is not) one of some texts, is empty, or is a figure below or above another. */
function RuleCondition({ rule, onChange }: { rule: Rule; onChange: (rule: Rule) => void }) {
  const { column, is, isNot, below, above } = rule;
  const texts = is ?? isNot ?? [];
  const bound = below ?? above;
  const [chosen] = CONDITIONS.find(([condition]) => rule[condition] !== undefined) ?? ["isNot"];
  const rules = {
    is: { column, is: texts },
    isNot: { column, isNot: texts },
    empty: { column, empty: true as const },
    below: { column, below: bound ?? 0 },
    above: { column, above: bound ?? 0 },
  };
  return (
    <>
      <Choice
        aria-label="How it tells"
        value={chosen}
        options={CONDITIONS}
        onChange={(condition = "isNot") => onChange(rules[condition])}
      />
      {(chosen === "is" || chosen === "isNot") && (
        <ListInput
          aria-label="Values, separated by commas"
          placeholder="electric, BEV"
          texts={texts}
          onTextsChange={(typed) => onChange({ column, [chosen]: typed })}
        />
      )}
      {(chosen === "below" || chosen === "above") && (
        <FigureInput
          figure={bound ?? 0}
          onFigureChange={(figure) => onChange({ column, [chosen]: figure })}
        />
      )}
    </>
  );
}

function FigureInput(props: { figure: number; onFigureChange: (figure: number) => void }) {
  const { figure, onFigureChange } = props;
  const [typed, setTyped] = useState(String(figure));
  return (
    <input
      type="number"
      step="any"
      required
      aria-label="Figure"
      // Another rule may have taken the place of the one that was typed.
      value={typed === "" || Number(typed) === figure ? typed : figure}
      onChange={({ currentTarget: { value, valueAsNumber } }) => {
        setTyped(value);
        if (value !== "") onFigureChange(valueAsNumber);
      }}
    />
  );
}

interface ListInputProps extends Omit<ComponentProps<"input">, "value" | "onChange"> {
  texts: readonly string[];
  onTextsChange: (texts: string[]) => void;
}

/** An input for several texts with commas between them. */
function ListInput({ texts, onTextsChange, ...input }: ListInputProps) {
  const [typed, setTyped] = useState("");
  const list = texts.join(", ");
  return (
    <input
      {...input}
      autoComplete="off"
      // A comma that was just typed does not make another text yet.
      value={textsIn(typed).join(", ") === list ? typed : list}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onTextsChange(textsIn(value));
      }}
    />
  );
}
