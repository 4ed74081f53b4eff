import { clsx } from "clsx";
import { useId } from "react";
import { useController } from "react-hook-form";

import { Checkbox } from "../../../ui/checkbox.tsx";
import { SelectField, TextAreaField, TextField } from "../../../ui/fields.tsx";
import { DAYS } from "../../../domain/ev-input.ts";
import type { FieldEntry } from "../../../domain/field-kinds.ts";
import { ImageField } from "../../pictures/image-field.tsx";
import { EV_FORM_GROUPS, type EvFormField } from "./ev-form.ts";
import styles from "./ev-fields.module.css";
import { hasKnownNames, KnownNamesList } from "./known-names.tsx";
import { type EvForm, validateWhileBlamed } from "./use-ev-form.ts";

interface EvFieldsProps {
  form: EvForm;
  /** whether make and model come from the model's first row */
  namesAreFixed: boolean;
  onUploading: (isUploading: boolean) => void;
}

export function EvFields({ form, namesAreFixed, onUploading }: EvFieldsProps) {
  return EV_FORM_GROUPS.map(({ legend, fields }) => (
    <fieldset key={legend} className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.fields}>
        {fields.map((field) => {
          const { name, entry } = field;
          if (entry.kind === "flag") return <FlagField key={name} field={field} form={form} />;
          if (entry.kind === "image") {
            return <PictureField key={name} field={field} form={form} onUploading={onUploading} />;
          }
          const isFixed = namesAreFixed && (name === "make" || name === "model");
          return <FormField key={name} field={field} form={form} isFixed={isFixed} />;
        })}
      </div>
    </fieldset>
  ));
}

/** Fields that allow longer text get several lines. */
const LINE_CHARACTERS = 200;

interface FieldProps {
  field: EvFormField;
  form: EvForm;
}

function FormField({ field, form, isFixed }: FieldProps & { isFixed: boolean }) {
  const namesId = useId();
  const { name, label, entry } = field;
  const { kind, required = false } = entry;
  const isLong = kind === "text" && entry.maxCharacters > LINE_CHARACTERS;
  const attributes = {
    ...form.register(name, validateWhileBlamed(form, name)),
    label,
    issue: form.formState.errors[name]?.message,
    hint: isFixed && "Taken from the model's first row.",
    isMarked: required,
    className: clsx(isLong && styles.wide, isFixed && styles.fixed),
    // A choice always has a value.
    required: required && kind !== "choice",
  };
  if (entry.kind === "choice") {
    return (
      <SelectField {...attributes}>
        {!required && <option value="">Not known</option>}
        {entry.options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </SelectField>
    );
  }
  if (isLong) return <TextAreaField {...attributes} rows={3} dir="auto" />;
  const offersNames = hasKnownNames(name) && !isFixed;
  return (
    <>
      <TextField
        {...attributes}
        readOnly={isFixed}
        autoComplete="off"
        list={offersNames ? namesId : undefined}
        {...attributesOf(entry)}
        // Scrolling over a focused number field would change its value.
        onWheel={kind === "figure" ? (event) => event.currentTarget.blur() : undefined}
      />
      {offersNames && (
        <KnownNamesList
          id={namesId}
          field={name}
          make={form.watch("make")}
          typed={form.watch(name)}
        />
      )}
    </>
  );
}

/** Attributes for the browser's own checks; `EvInput` decides what is valid. */
function attributesOf(entry: FieldEntry) {
  if (entry.kind === "date") return { type: "date", min: DAYS.first, max: DAYS.last };
  if (entry.kind !== "figure") return { type: "text", dir: "auto" };
  const { min, max, isWhole } = entry;
  // A number input would drop commas and spaces without a word: a pasted `1,5` would become 15.
  return isWhole ? { type: "number", min, max, step: "any" } : { inputMode: "decimal" as const };
}

function useEvController({ name }: EvFormField, form: EvForm) {
  const { control } = form;
  return useController({ name, control, rules: validateWhileBlamed(form, name) });
}

interface PictureFieldProps extends FieldProps {
  onUploading: EvFieldsProps["onUploading"];
}

function PictureField({ field, form, onUploading }: PictureFieldProps) {
  const { field: control, fieldState } = useEvController(field, form);
  return (
    <div className={styles.wide}>
      <ImageField
        label={field.label}
        name={field.name}
        inputRef={control.ref}
        value={control.value}
        error={fieldState.error?.message}
        onChange={control.onChange}
        onBusyChange={onUploading}
      />
    </div>
  );
}

/** Yes, no or unknown; when unknown, the trim takes the value of its model (vehicles.md#row-fields). */
function FlagField({ field, form }: FieldProps) {
  const { value, onChange } = useEvController(field, form).field;
  return (
    <div className={styles.flag}>
      <Checkbox
        checked={value === "true"}
        mixed={value === ""}
        note={value === "" ? "Not known: the trim follows its model." : undefined}
        onChange={(checked) => onChange(String(checked))}
      >
        {field.label}
      </Checkbox>
      {value !== "" && (
        <button type="button" className={styles.unknown} onClick={() => onChange("")}>
          Not known
          <span className="visually-hidden">: {field.label}</span>
        </button>
      )}
    </div>
  );
}
