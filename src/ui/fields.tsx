import { clsx } from "clsx";
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from "react";

import styles from "./fields.module.css";

/** What every field has besides its control, which accepts its element's attributes and a ref. */
interface FieldProps {
  label: string;
  hint?: ReactNode;
  issue?: ReactNode;
  /** shows a star next to the label */
  isMarked?: boolean | undefined;
  /** for the whole field */
  className?: string | undefined;
}

type ControlProps<Attributes, Element> = FieldProps &
  Omit<Attributes, "id" | "className"> & { ref?: Ref<Element> };

interface TextFieldProps extends ControlProps<
  InputHTMLAttributes<HTMLInputElement>,
  HTMLInputElement
> {
  /** a button inside the border */
  end?: ReactNode;
}

export function TextField({ end, ...props }: TextFieldProps) {
  const { frame, control } = useField(props);
  const input = <input {...control} />;
  return (
    <Field {...frame}>
      {end ? (
        <div className={styles.box}>
          {input}
          {end}
        </div>
      ) : (
        input
      )}
    </Field>
  );
}

type TextAreaFieldProps = ControlProps<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  HTMLTextAreaElement
>;

export function TextAreaField(props: TextAreaFieldProps) {
  const { frame, control } = useField(props);
  return (
    <Field {...frame}>
      <textarea {...control} />
    </Field>
  );
}

type SelectFieldProps = ControlProps<SelectHTMLAttributes<HTMLSelectElement>, HTMLSelectElement>;

/** Its children are the options. */
export function SelectField(props: SelectFieldProps) {
  const { frame, control } = useField(props);
  return (
    <Field {...frame}>
      <select {...control} />
    </Field>
  );
}

/** Splits a field's properties into those of its frame and those of its control. */
function useField<Props extends FieldProps>(props: Props) {
  const { label, issue, hint, isMarked, className, ...attributes } = props;
  const id = useId();
  return {
    frame: { id, label, issue, hint, isMarked, className },
    control: {
      ...attributes,
      id,
      className: styles.control,
      "aria-invalid": issue ? (true as const) : undefined,
      "aria-describedby": clsx(hint && `${id}hint`, issue && `${id}issue`) || undefined,
    },
  };
}

function Field(props: FieldProps & { id: string; children: ReactNode }) {
  const { id, label, issue, hint, isMarked = false, className, children } = props;
  return (
    <div className={clsx(styles.field, className)}>
      <label htmlFor={id} className={clsx(styles.label, isMarked && styles.required)}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}hint`} className={styles.hint}>
          {hint}
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
