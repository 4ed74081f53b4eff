import { useMutation } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useEffect, useId, useRef, useState } from "react";
import { useController } from "react-hook-form";

import { ApiError, toastMessage } from "../../../ui/calls/answers.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextAreaField, TextField } from "../../../ui/fields.tsx";
import { formatLocalClock } from "../../../ui/dates.ts";
import { listen } from "../../../ui/listen.ts";
import { MutationDialog } from "../../../ui/mutation-dialog.tsx";
import { toast, toastFailure } from "../../../ui/toast.ts";
import { countOf } from "../../../domain/format.ts";
import type { EvInput } from "../../../domain/ev-input.ts";
import type { FieldEntry } from "../../../domain/field-kinds.ts";
import { DAYS } from "../../../domain/field-rules.ts";
import { fieldsOf, type EvRow } from "../../../domain/vehicle.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { keepDraft, readDraftOf } from "./ev-draft.ts";
import { ImageField } from "../../pictures/image-field.tsx";
import { Options } from "../grid/cell-editors.tsx";
import { columnOf } from "../grid/grid-columns.ts";
import styles from "./ev-dialog.module.css";
import {
  changedFields,
  EV_FORM_GROUPS,
  type EvFormField,
  type EvFormValues,
  formValuesOf,
  valuesToAdd,
} from "./ev-form.ts";
import { type EvForm, useEvForm } from "./use-ev-form.ts";
import { type FigureField, isFigureField } from "../../claims/claims.ts";
import { FIELD_NAMES } from "../../../domain/fields.ts";
import type { RowConflict } from "./save-row.ts";
import { addStep, stepOf } from "./undo-steps.ts";
import { hasKnownNames, KnownNames, useSpellingCheck } from "./known-names.tsx";
import { useDescribeUnusual, withRemark } from "./unusual-values.ts";
import { addRow, ChangedMeanwhileError, saveRow } from "./rows.queries.ts";

interface Saving {
  /** the row to change; null adds one */
  onto: EvRow | null;
  input: EvInput;
}

/** Add New EV and Edit EV (dashboard.md#form). Input stays until it is saved or deliberately discarded. */
export function EvDialog(props: {
  /** the signed-in user, since a draft is only restored for the user who typed it */
  userId: number;
  /** null adds a row */
  row: EvRow | null;
  /** what a new row starts with */
  start?: EvFormValues | undefined;
  /** awaits what follows, such as refetching the list */
  onSaved: (row: EvRow) => Promise<void>;
  /** undoes the edit or the addition that was just saved */
  onUndo: (row: EvRow) => void;
  /** asks for the sources of changed figures */
  onNameSources: (row: EvRow, fields: readonly FigureField[]) => void;
  onClose: () => void;
}) {
  const { userId, row, onSaved, onUndo, onNameSources, onClose } = props;
  // A draft from a form that was interrupted by a reload, Back or the end of the session.
  const [draft] = useState(() => (props.start ? null : readDraftOf(userId, row)));
  const [base, setBase] = useState(draft?.row ?? row);
  const [conflict, setConflict] = useState<RowConflict | null>(null);
  const [isUploading, setIsUploading] = useState(false);
  const findMisspelt = useSpellingCheck();
  const [start] = useState(() =>
    base ? formValuesOf(fieldsOf(base)) : (props.start ?? valuesToAdd(new Date().getFullYear())),
  );
  const { form, showIssues } = useEvForm(draft?.values ?? start, start);
  const describeUnusual = useDescribeUnusual();
  const values = form.watch();
  const [firstChanged] = changedFields(start, values);
  const isChanged = firstChanged !== undefined;
  useLeaveWarning(isChanged);
  // Set once saved or discarded: the dialog still renders while the list is refetched.
  const isOver = useRef(false);
  useEffect(() => {
    if (isOver.current) return;
    const isAsRestored = draft && changedFields(draft.values, values).length === 0;
    const at = isAsRestored ? draft.at : new Date().toISOString();
    keepDraft(userId, isChanged ? { row: base, values, at } : null);
  }, [userId, isChanged, base, values, draft]);
  const forgetDraft = () => {
    isOver.current = true;
    keepDraft(userId, null);
  };
  const close = () => {
    forgetDraft();
    onClose();
  };

  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ onto, input }: Saving) => {
      const changes = onto ? changesOf(onto, input) : input;
      const unusual = describeUnusual([{ seen: onto, changes }]);
      const saved = onto ? await saveRow(onto, input) : await addRow(input);
      if (onto && Object.keys(changes).length > 0) {
        addStep(userId, stepOf([{ seen: onto, changes }], [onto], [saved]));
      }
      return { saved, unusual: await unusual };
    },
    onSuccess: async ({ saved, unusual }) => {
      forgetDraft();
      const figures = row ? figuresChanged(start, form.getValues()) : [];
      await onSaved(saved);
      toast({
        title: "Success",
        description: withRemark(`EV ${row ? "updated" : "added"} successfully`, unusual),
        ...(unusual !== null
          ? { action: { label: "Undo", onClick: () => onUndo(saved) } }
          : figures.length > 0 && {
              action: { label: "Name the source", onClick: () => onNameSources(saved, figures) },
            }),
      });
    },
    onError: (failure, { onto, input }) => {
      const [changed] = failure instanceof ChangedMeanwhileError ? failure.changed : [];
      setConflict(changed && onto ? { seen: onto, changes: input, ...changed } : null);
      if (changed) return;
      if (failure instanceof ApiError) showIssues(failure.issues);
      toastFailure(failure);
    },
  });

  const save = (onto: EvRow | null) =>
    void form.handleSubmit(
      async (input) => {
        // Without an answer the server's own rules have to do.
        const path = await findMisspelt(input).catch(() => null);
        const message = "Use the catalogue’s spelling, or save again to keep yours";
        if (path) showIssues([{ path, message }]);
        else mutate({ onto, input });
      },
      () => setConflict(null),
    )();
  /** From here on, the merged values count as edits of the row as it is now. */
  const settle = (current: EvRow, [settled]: readonly Partial<EvInput>[]) => {
    form.reset(formValuesOf({ ...fieldsOf(current), ...settled }));
    setBase(current);
  };

  if (conflict) {
    const { current } = conflict;
    return (
      <ConflictDialog
        conflicts={[conflict]}
        key={current.version}
        backLabel="Back to the form"
        onSave={(settled) => {
          settle(current, settled);
          setConflict(null);
          save(current);
        }}
        onBack={(settled) => {
          settle(current, settled);
          setConflict(null);
        }}
      />
    );
  }

  const namesAreFixed = base !== null && !base.isModelHeader;
  const issueCount = Object.keys(form.formState.errors).length;
  const hasFailed = error !== null && !(error instanceof ChangedMeanwhileError);
  return (
    <MutationDialog
      size="l"
      title={row ? "Edit EV" : "Add New EV"}
      description={row && `${row.year} ${row.make} ${row.model} ${row.trim}`}
      submitLabel={row ? "Save changes" : "Add EV"}
      pending={isPending || form.formState.isSubmitting}
      error={
        issueCount > 0
          ? `${countOf(issueCount, "field needs", "fields need")} your attention.`
          : hasFailed && toastMessage(error)
      }
      canSubmit={!isUploading}
      isDirty={() => isChanged}
      onSubmit={() => save(base)}
      onClose={close}
    >
      {draft && isChanged && <RestoredNote at={draft.at} onDiscard={() => form.reset(start)} />}
      <div>
        {EV_FORM_GROUPS.map(({ legend, fields }) => (
          <fieldset key={legend} className={styles.group}>
            <legend className={styles.legend}>{legend}</legend>
            <div className={styles.fields}>
              {fields.map((field) => (
                <FormField
                  key={field.name}
                  {...{ field, form }}
                  isFixed={namesAreFixed && field.entry.grid.ofHeader === true}
                  isFirst={field.name === firstChanged}
                  onUploading={setIsUploading}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </MutationDialog>
  );
}

/** Fields that allow longer text get several lines. */
const LINE_CHARACTERS = 200;

interface FormFieldProps {
  field: EvFormField;
  form: EvForm;
  /** whether its value comes from the model's first row */
  isFixed: boolean;
  /** whether it has the focus when the form opens again */
  isFirst: boolean;
  onUploading: (isUploading: boolean) => void;
}

/** The field of the form (dashboard.md#form). */
function FormField({ field, form, isFixed, isFirst, onUploading }: FormFieldProps) {
  const namesId = useId();
  const { name, label, entry } = field;
  if (entry.kind === "image") return <PictureField {...{ field, form, onUploading }} />;
  const { kind, required = false } = entry;
  const isLong = kind === "text" && entry.maxCharacters > LINE_CHARACTERS;
  const attributes = {
    ...form.register(name),
    label,
    issue: form.formState.errors[name]?.message,
    hint:
      (isFixed && "Taken from the model's first row.") ||
      (kind === "flag" &&
        form.watch(name) === "" &&
        "Without an answer, the trim follows its model."),
    isMarked: required,
    "data-focus-first": isFirst || undefined,
    className: clsx(isLong && styles.wide, isFixed && styles.fixed),
    // A choice always has a value.
    required: required && kind !== "choice",
  };
  // A number of seats, which the table offers as a list, is typed here.
  const { options } = columnOf(name);
  if (options && kind !== "figure") {
    return (
      <SelectField {...attributes}>
        <Options options={options} />
      </SelectField>
    );
  }
  if (isLong) return <TextAreaField {...attributes} rows={3} dir="auto" />;
  const offersNames = hasKnownNames(name) && !isFixed;
  const input = (
    <TextField
      {...attributes}
      readOnly={isFixed}
      autoComplete="off"
      list={offersNames ? namesId : undefined}
      {...attributesOf(entry)}
    />
  );
  if (!offersNames) return input;
  return (
    <div>
      {input}
      <KnownNames
        id={namesId}
        field={name}
        make={form.watch("make")}
        current={form.formState.defaultValues?.[name]}
        typed={form.watch(name)}
        onUse={(known) => form.setValue(name, known, { shouldDirty: true, shouldValidate: true })}
      />
    </div>
  );
}

/** The specified limits and the keyboard of a phone; `EvInput` decides what is valid. */
function attributesOf(entry: FieldEntry) {
  if (entry.kind === "date") return { type: "date", min: DAYS.first, max: DAYS.last };
  if (entry.kind !== "figure") return { type: "text", dir: "auto" };
  const { min, max, isWhole } = entry;
  // A number input would drop commas and spaces without a word: a pasted `1,5` would become 15.
  return { inputMode: isWhole ? "numeric" : "decimal", min, max } as const;
}

function PictureField({ field, form, onUploading }: Omit<FormFieldProps, "isFixed" | "isFirst">) {
  const { name, label } = field;
  const { field: control, fieldState } = useController({ name, control: form.control });
  return (
    <div className={styles.wide}>
      <ImageField
        label={label}
        name={name}
        inputRef={control.ref}
        value={control.value}
        error={fieldState.error?.message}
        onChange={control.onChange}
        onBusyChange={onUploading}
      />
    </div>
  );
}

function RestoredNote({ at, onDiscard }: { at: string; onDiscard: () => void }) {
  return (
    <p role="status" className={styles.restored}>
      Unsaved changes from {formatLocalClock(at)} were restored.
      <Button size="s" onClick={onDiscard}>
        Discard
      </Button>
    </p>
  );
}

function changesOf(row: EvRow, input: EvInput): Partial<EvInput> {
  const changed = FIELD_NAMES.filter((name) => row[name] !== input[name]);
  return Object.fromEntries(changed.map((name) => [name, input[name]]));
}

/** Figures that can have a source and whose value has changed. */
function figuresChanged(before: EvFormValues, after: EvFormValues): FigureField[] {
  return changedFields(before, after)
    .filter((name) => isFigureField(name))
    .filter((name) => after[name] !== "");
}

/** Lets the browser ask before leaving a page with unsaved input. */
function useLeaveWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    return listen(window, "beforeunload", (event) => event.preventDefault());
  }, [isUnsaved]);
}
