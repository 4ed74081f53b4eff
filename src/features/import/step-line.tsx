import { clsx } from "clsx";
import { Check } from "lucide-react";
import { useEffect, useRef } from "react";

import styles from "./step-line.module.css";

const STEPS = ["File", "Columns", "Check", "Import", "Result"] as const;
export type StepName = (typeof STEPS)[number];

interface StepLineProps {
  current: StepName;
  /** the steps that can be opened now */
  ways: Partial<Record<StepName, () => void>>;
}

/** The five steps of an import (beyond 5). It takes the focus of a button that went with its step. */
export function StepLine({ current, ways }: StepLineProps) {
  const here = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) here.current?.focus({ preventScroll: true });
  }, [current]);
  const at = STEPS.indexOf(current);
  return (
    <ol aria-label="Steps" className={styles.steps}>
      {STEPS.map((name, index) => {
        const isDone = index < at;
        const open = name === current ? undefined : ways[name];
        const words = (
          <>
            {isDone && <Check aria-hidden />}
            {name}
            {isDone && <span className="visually-hidden"> done</span>}
          </>
        );
        return (
          <li
            key={name}
            className={clsx(isDone && styles.done)}
            {...(name === current && { ref: here, tabIndex: -1, "aria-current": "step" as const })}
          >
            {open ? (
              <button type="button" onClick={open}>
                {words}
              </button>
            ) : (
              <span>{words}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
