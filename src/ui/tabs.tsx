import { clsx } from "clsx";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";

import styles from "./tabs.module.css";

export interface Tab {
  value: string;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps {
  /** what the tabs choose between: the name of the row */
  label: string;
  tabs: readonly Tab[];
  /** the open tab; without it the component keeps its own, the first to begin with */
  value?: string;
  onChange?: (value: string) => void;
  className?: string;
}

/** Panels of which one is open; arrow keys, Home and End move between them. */
export function Tabs({ label, tabs, value, onChange, className }: TabsProps) {
  const [own, setOwn] = useState(tabs[0]?.value);
  const open = value ?? own;
  const id = useId();
  const choose = (tab: Tab) => {
    setOwn(tab.value);
    if (tab.value !== open) onChange?.(tab.value);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex((tab) => tab.value === open);
    const next = tabAfterKey(event.key, at, tabs.length);
    const tab = next === null ? undefined : tabs[next];
    if (next === null || !tab) return;
    event.preventDefault();
    choose(tab);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  return (
    <div className={className}>
      <div role="tablist" aria-label={label} className={styles.list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}-tab`}
            aria-selected={tab.value === open}
            aria-controls={`${id}-${tab.value}`}
            tabIndex={tab.value === open ? 0 : -1}
            className={styles.tab}
            onClick={() => choose(tab)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-${tab.value}`}
          aria-labelledby={`${id}-${tab.value}-tab`}
          className={clsx(styles.panel, tab.value !== open && styles.closed)}
        >
          {tab.content}
        </div>
      ))}
    </div>
  );
}

function tabAfterKey(key: string, at: number, count: number): number | null {
  switch (key) {
    case "ArrowRight":
      return (at + 1) % count;
    case "ArrowLeft":
      return (at - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}
