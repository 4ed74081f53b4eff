import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from "react";

import styles from "./text-field.module.css";

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className"> {
  label: string;
  name: string;
  issue?: string | undefined;
  hint?: string;
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

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
