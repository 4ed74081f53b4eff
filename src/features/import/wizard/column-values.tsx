import { clsx } from "clsx";
import { useId, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Choice } from "../../../ui/choice.tsx";
import styles from "./columns-step.module.css";
import type { ImportMapping } from "../mapping/import-mapping.schema.ts";
import { fieldsWithColumn } from "../mapping/import-mapping.ts";
import { textsIn, withConstant } from "./import-draft.ts";
import type { Import } from "./use-import.ts";
import { valueAsTyped } from "../stored-text.ts";
import { columnOfField, ValueInput } from "./value-input.tsx";
import {
  FIELD_LABELS,
  FIELD_NAMES,
  type FieldName,
  REQUIRED_FIELDS,
} from "../../../domain/fields.ts";

/** Sets one value for all rows for fields that the file lacks. */
export function FieldsWithoutColumn({ theImport }: { theImport: Import }) {
  const { columns, findText, changeMapping } = theImport;
  const { mapping } = theImport.draft;
  const { constants = {} } = mapping;
  const used = fieldsWithColumn(mapping, columns);
  const id = useId();
  const [chosenFields, setChosenFields] = useState<readonly FieldName[]>([]);
  const missing = REQUIRED_FIELDS.filter((field) => !used.has(field));
  const offeredFields = FIELD_NAMES.filter(
    (field) =>
      // Also shown if the field now has a column, so that its value can be removed.
      constants[field] !== undefined ||
      (!used.has(field) && (missing.includes(field) || chosenFields.includes(field))),
  );
  const others = FIELD_NAMES.filter((field) => !used.has(field) && !offeredFields.includes(field));
  // Its input stays while it is empty.
  const keep = (field: FieldName) => setChosenFields([...new Set([...chosenFields, field])]);
  return (
    <fieldset className={styles.extras}>
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
            findText={findText}
            // The check asks for the body types that the catalogue does not have.
            required={missing.includes(field) && field !== "bodyType"}
            emptyLabel={field === "bodyType" ? "The check asks" : "Leave empty"}
            value={valueAsTyped(constants[field])}
            onValueChange={(value) => {
              keep(field);
              changeMapping(withConstant(mapping, field, value));
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
          onChange={(field) => field && keep(field)}
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
  return { column, [condition]: isFigure(condition) ? Number(text) || 0 : textsIn(text) };
}

/** Leaves out rows of other cars by the values of a column: a fuel, a state, a kind. */
export function LeftOutRows({ theImport }: { theImport: Import }) {
  const { rules = [] } = theImport.draft.mapping;
  const columns = theImport.columns.filter(({ header }) => header !== "");
  const first = columns.find(({ electric }) => electric) ?? columns[0];
  const change = (changed: readonly Rule[]) => theImport.changeMapping({ rules: [...changed] });
  return (
    <fieldset className={styles.extras}>
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
