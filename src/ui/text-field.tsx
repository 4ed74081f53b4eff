import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from "react";

import styles from "./text-field.module.css";

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className"> {
  label: string;
  name: string;
  /** what is wrong with the value */
  issue?: string | undefined;
  /** what to know before typing */
  hint?: string;
  /** stands at the field's end, such as a button that shows a password */
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** One line of text with its label above, and under it what is wrong or what to know. */
export function TextField({ label, issue, hint, end, ...input }: TextFieldProps) {
  const id = useId();
  const about = issue ?? hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.box}>
        <input
          {...input}
          id={id}
          aria-invalid={issue ? true : undefined}
          aria-describedby={about && `${id}about`}
        />
        {end}
      </div>
      {about && (
        <p id={`${id}about`} className={issue ? styles.issue : styles.hint}>
          {about}
        </p>
      )}
    </div>
  );
}
