import { type ReactNode, useId } from "react";

import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField } from "../../../ui/fields.tsx";
import styles from "../grid/selection-dialogs.module.css";

interface FormDialogProps {
  title: string;
  /** label of the button */
  submit: string;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a few fields and a button; Enter submits, too. */
export function FormDialog({ title, submit, onSubmit, onClose, children }: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      open
      size="s"
      onOpenChange={(stays) => !stays && onClose()}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={id}>
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, words: string])[];
  issue?: string | undefined;
  onChoose: (value: string) => void;
}

export function Choice({ label, value, options, issue, onChoose }: ChoiceProps) {
  return (
    <SelectField
      label={label}
      value={value}
      // Keeps the focus in place, so that the issue is read out.
      issue={issue && <span role="alert">{issue}</span>}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {options.map(([each, words]) => (
        <option key={each} value={each}>
          {words}
        </option>
      ))}
    </SelectField>
  );
}
