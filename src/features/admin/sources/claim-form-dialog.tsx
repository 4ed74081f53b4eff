import { useState } from "react";

import { fieldIssue, messageBeside } from "../../../ui/calls/answers.ts";
import { sendJson } from "../../../ui/calls/send.ts";
import { SelectField, TextAreaField, TextField } from "../../../ui/fields.tsx";
import { MutationDialog } from "../../../ui/mutation-dialog.tsx";
import { rowName } from "../../../domain/names.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import {
  CLAIM_METHODS,
  type ClaimField,
  METHOD_WORDS,
  CLAIM_NOTE_MAX_CHARACTERS,
  CLAIM_SOURCE_MAX_CHARACTERS,
} from "../../claims/claims.ts";
import type { ClaimChange, FigureClaim } from "../../claims/claims.schema.ts";
import type { FieldColumn } from "../grid/grid-columns.ts";
import { useAdminMutation } from "../use-admin-mutation.ts";
import { ValueField } from "../value-field.tsx";
import {
  claimFieldsOf,
  type ClaimFormValues,
  claimLabelOf,
  readClaim,
  valuesToClaim,
} from "./claim-form.ts";
import styles from "./sources-dialog.module.css";

const CONFIDENCES: readonly (readonly [ClaimFormValues["confidence"], string])[] = [
  ["", "Not rated"],
  ["A", "A: official"],
  ["B", "B: two independent sources, or a strong one"],
  ["C", "C: one secondary source"],
];

/** Adds or changes a claim. Input stays until it is saved or deliberately discarded. */
export function ClaimFormDialog(props: {
  row: EvRow;
  column: FieldColumn;
  /** undefined adds a new claim */
  claim?: { field: ClaimField; claim: FigureClaim } | undefined;
  /** called instead of `onClose` */
  onSaved?: () => void;
  onClose: () => void;
}) {
  const { row, column, claim: changed, onClose, onSaved = onClose } = props;
  const { mutate, isPending, error, reset } = useAdminMutation({
    mutationFn: ({ field: figure, ...claim }: ClaimChange & Pick<ClaimFormValues, "field">) =>
      changed
        ? sendJson("PUT", `/api/claims/${changed.claim.id}`, claim)
        : sendJson("POST", "/api/claims", { rowId: row.id, field: figure, ...claim }),
    successMessage: () => `Source ${changed ? "changed" : "added"}`,
    onSuccess: onSaved,
    onError: null,
  });
  const initial = () =>
    changed
      ? valuesToClaim(changed.field, changed.claim.value, changed.claim)
      : valuesToClaim(claimFieldsOf(column)[0] ?? "range", row[column.field]);
  const form = useClaimForm(column, initial, reset);
  const { values, type } = form;
  const field = form.fieldsWith(error);
  return (
    <MutationDialog
      title={changed ? "Change source" : "Add source"}
      description={`${claimLabelOf(values.field)} of ${rowName(row)}`}
      submitLabel={isPending ? "Saving..." : "Save source"}
      pending={isPending}
      error={messageBeside(error, Object.keys(values))}
      isDirty={form.isDirty}
      onSubmit={() => form.read((claim) => mutate({ field: values.field, ...claim }))}
      onClose={onClose}
    >
      {!changed && claimFieldsOf(column).length > 1 && (
        <SelectField
          label="Figure"
          name="field"
          value={values.field}
          onChange={({ currentTarget }) =>
            type({ field: currentTarget.value as ClaimField /* one of the options */ })
          }
        >
          {claimFieldsOf(column).map((each) => (
            <option key={each} value={each}>
              {claimLabelOf(each)}
            </option>
          ))}
        </SelectField>
      )}
      <ClaimFields {...{ column, form, error }} />
      <div className={styles.pair}>
        <TextField
          label="Published"
          placeholder="2026, 2026-07 or 2026-07-11"
          {...field("published")}
        />
        <TextField label="Checked on" type="date" {...field("checked")} />
      </div>
      <SelectField label="Confidence" {...field("confidence")}>
        {CONFIDENCES.map(([confidence, words]) => (
          <option key={confidence} value={confidence}>
            {words}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label="Note"
        rows={2}
        maxLength={CLAIM_NOTE_MAX_CHARACTERS}
        dir="auto"
        {...field("note")}
      />
    </MutationDialog>
  );
}

/** What is typed into the form of a claim. */
export function useClaimForm(
  column: FieldColumn,
  initial: () => ClaimFormValues,
  onType?: () => void,
) {
  const [start] = useState(initial);
  const [values, setValues] = useState(start);
  /** what is wrong with the value */
  const [wrong, setWrong] = useState<string>();
  const type = (part: Partial<ClaimFormValues>) => {
    setValues((before) => ({ ...before, ...part }));
    if ("value" in part) setWrong(undefined);
    onType?.();
  };
  return {
    values,
    type,
    isDirty: () => values !== start,
    /** Calls the function, unless the value is wrong. */
    read(send: (claim: ClaimChange) => void) {
      const { claim, message } = readClaim(column, values);
      if (claim) send(claim);
      else setWrong(message);
    },
    /** @param error of the last attempt @returns the attributes of the field of that name */
    fieldsWith: (error: unknown) => (name: Exclude<keyof ClaimFormValues, "field">) => ({
      name,
      value: values[name],
      issue: (name === "value" && wrong) || fieldIssue(error, name),
      // The values of a list are its options.
      onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
        type({ [name]: currentTarget.value }),
    }),
  };
}

/** Asks for a value, and who states it. */
export function ClaimFields(props: {
  column: FieldColumn;
  form: ReturnType<typeof useClaimForm>;
  /** of the last attempt */
  error: unknown;
}) {
  const { column, form, error } = props;
  const field = form.fieldsWith(error);
  const { value, issue } = field("value");
  return (
    <>
      <ValueField {...{ column, value, issue }} onType={(typed) => form.type({ value: typed })} />
      <SelectField label="Where it comes from" {...field("method")}>
        {CLAIM_METHODS.map((method) => (
          <option key={method} value={method}>
            {METHOD_WORDS[method]}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Source"
        hint="The name of the source. Shoppers see it next to the figure."
        required
        isMarked
        maxLength={CLAIM_SOURCE_MAX_CHARACTERS}
        dir="auto"
        {...field("source")}
      />
      <TextField label="Link (optional)" type="url" placeholder="https://" {...field("url")} />
    </>
  );
}
