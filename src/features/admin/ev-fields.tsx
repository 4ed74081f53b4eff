import { clsx } from "clsx";
import { useId } from "react";

import { Checkbox } from "../../ui/checkbox.tsx";
import { DAYS } from "../../vehicle/ev-input.ts";
import type { FieldEntry } from "../../vehicle/field-kinds.ts";
import { ImageField } from "../images/image-field.tsx";
import {
  EV_FORM_GROUPS,
  type EvField,
  type EvFormField,
  type EvFormIssues,
  type EvFormValues,
} from "./ev-form.ts";
import styles from "./ev-fields.module.css";

interface EvFieldsProps {
  values: EvFormValues;
  issues: EvFormIssues;
  /** the row takes its make and model from its model's first row */
  namesAreFixed: boolean;
  /** @param isReadable false: a number field in which the browser found no number */
  onChange: (field: EvField, value: string, isReadable: boolean) => void;
  onUploading: (isUploading: boolean) => void;
}

export function EvFields({ values, issues, namesAreFixed, onChange, onUploading }: EvFieldsProps) {
  return EV_FORM_GROUPS.map(({ legend, fields }) => (
    <fieldset key={legend} className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.fields}>
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            value={values[field.name]}
            issue={issues[field.name]}
            isFixed={namesAreFixed && (field.name === "make" || field.name === "model")}
            onChange={onChange}
            onUploading={onUploading}
          />
        ))}
      </div>
    </fieldset>
  ));
}

/** Longer text has several lines to be typed in. */
const LINE_CHARACTERS = 200;

interface FieldProps {
  field: EvFormField;
  value: string;
  issue: string | undefined;
  isFixed: boolean;
  onChange: EvFieldsProps["onChange"];
  onUploading: EvFieldsProps["onUploading"];
}

function Field({ field, value, issue, isFixed, onChange, onUploading }: FieldProps) {
  const { name, label, entry } = field;
  const { kind, required = false } = entry;
  const id = useId();
  if (kind === "flag") {
    return <Flag field={field} value={value} onChange={onChange} />;
  }
  if (kind === "image") {
    return (
      <div className={styles.wide}>
        <ImageField
          label={label}
          name={name}
          value={value}
          error={issue}
          onChange={(address) => onChange(name, address, true)}
          onBusyChange={onUploading}
        />
      </div>
    );
  }
  const note = isFixed ? "Taken from the model's first row." : undefined;
  const attributes = {
    id,
    name,
    value,
    // One of a choice is always chosen.
    required: required && kind !== "choice",
    "aria-invalid": issue ? (true as const) : undefined,
    "aria-describedby": clsx(issue && `${id}issue`, note && `${id}note`) || undefined,
  };
  const isLong = kind === "text" && entry.maxCharacters > LINE_CHARACTERS;
  return (
    <div className={clsx(styles.field, isLong && styles.wide)}>
      <label htmlFor={id} className={clsx(styles.label, required && styles.required)}>
        {label}
      </label>
      {entry.kind === "choice" ? (
        <select
          {...attributes}
          className={styles.input}
          onChange={(event) => onChange(name, event.currentTarget.value, true)}
        >
          {!required && <option value="">Not known</option>}
          {entry.options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : isLong ? (
        <textarea
          {...attributes}
          className={styles.input}
          rows={3}
          dir="auto"
          onChange={(event) => onChange(name, event.currentTarget.value, true)}
        />
      ) : (
        <input
          {...attributes}
          className={styles.input}
          readOnly={isFixed}
          autoComplete="off"
          {...attributesOf(entry)}
          // Scrolling over a field that has the focus would change its number.
          onWheel={kind === "figure" ? (event) => event.currentTarget.blur() : undefined}
          onChange={({ currentTarget: input }) =>
            onChange(name, input.value, !input.validity.badInput)
          }
        />
      )}
      {note && (
        <p id={`${id}note`} className={styles.note}>
          {note}
        </p>
      )}
      {issue && (
        <p id={`${id}issue`} className={styles.issue}>
          {issue}
        </p>
      )}
    </div>
  );
}

/** What the browser knows of a value; what counts stands in `EvInput`. */
function attributesOf(entry: FieldEntry) {
  if (entry.kind === "date") return { type: "date", min: DAYS.first, max: DAYS.last };
  if (entry.kind !== "figure") return { type: "text", dir: "auto" };
  const { min = 0, max, isWhole } = entry;
  return { type: "number", min, ...(isWhole && { max }), step: "any" };
}

/** Yes, no, or not known: then the trim follows its model (readings 2). */
function Flag({ field, value, onChange }: Pick<FieldProps, "field" | "value" | "onChange">) {
  const { name, label } = field;
  return (
    <div className={styles.flag}>
      <Checkbox
        checked={value === "true"}
        mixed={value === ""}
        note={value === "" ? "Not known: the trim follows its model." : undefined}
        onChange={(checked) => onChange(name, String(checked), true)}
      >
        {label}
      </Checkbox>
      {value !== "" && (
        <button type="button" className={styles.unknown} onClick={() => onChange(name, "", true)}>
          Not known
          <span className="visually-hidden">: {label}</span>
        </button>
      )}
    </div>
  );
}
