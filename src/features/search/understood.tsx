import { CornerDownLeft } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useLocation } from "wouter";

import { comparePath } from "../../routes.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import { ANNOUNCEMENT_DELAY_MS } from "../filters/limits.ts";
import { recogniseSearch } from "../filters/search.ts";
import { useFilterField } from "../filters/use-filters.tsx";
import { knownNames } from "./known-names.ts";
import { applyUnderstood, comparedModels, labelsOf, understand } from "./plain-words.ts";
import styles from "./understood.module.css";

export interface UnderstoodProps {
  /** the search box */
  input: RefObject<HTMLInputElement | null>;
  evs: readonly Ev[];
}

/**
 * What the text asks for in plain words, below the box while somebody is in it; Enter or a press makes
 * filters of it, or a comparison (beyond 2).
 */
export function Understood({ input, evs }: UnderstoodProps) {
  const { state, makes, update } = useFilterField("search");
  const distance = useDistance();
  const [, navigate] = useLocation();
  const { understood, compared } = useMemo(() => {
    const names = knownNames(evs);
    return {
      understood: understand(state.search, names),
      compared: comparedModels(state.search, names),
    };
  }, [state.search, evs]);
  const isFilter = understood.meanings.length > 0 && recogniseSearch(state.search, makes) === null;
  const isUnderstood = isFilter || compared.length > 0;
  const labels = isFilter
    ? labelsOf(understood, distance)
    : compared.map(({ make, model }, at) => `${at === 0 ? "compare " : ""}${make} ${model}`);
  const words = isUnderstood ? `Understood: ${labels.join(", ")}. Press Enter to apply.` : "";
  const [announced, setAnnounced] = useState("");
  useEffect(() => {
    // Announced once the visitor rests.
    const timer = setTimeout(() => setAnnounced(words), ANNOUNCEMENT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [words]);

  // It may lie below the window's end.
  const line = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isUnderstood) line.current?.scrollIntoView({ block: "nearest" });
  }, [isUnderstood]);

  const apply = () => {
    if (isFilter) update((now) => applyUnderstood(now, understood));
    else if (isUnderstood) navigate(comparePath(compared.map(({ id }) => id)));
  };
  const onEnter = useEffectEvent((event: Event) => {
    const isKey = event instanceof KeyboardEvent;
    if (isKey && (event.key !== "Enter" || event.isComposing)) return;
    // The form would go on to the list.
    if (isUnderstood && !isFilter) event.preventDefault();
    apply();
  });
  useEffect(() => {
    const box = input.current;
    const press = (event: Event) => onEnter(event);
    const stopped = new AbortController();
    const { signal } = stopped;
    if (box?.form) box.form.addEventListener("submit", press, { signal });
    else box?.addEventListener("keydown", press, { signal });
    return () => stopped.abort();
  }, [input]);

  return (
    <>
      <span role="status" className="visually-hidden">
        {announced}
      </span>
      {isUnderstood && (
        <button
          ref={line}
          type="button"
          className={styles.line}
          // The box keeps the focus, and a phone its keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            apply();
            input.current?.focus();
          }}
        >
          <span className={styles.words}>
            <span className={styles.lead}>Understood: </span>
            {labels.map((label, at) => (
              <span key={label}>
                {at > 0 && <span className="visually-hidden"> · </span>}
                <span className={styles.chip}>{label}</span>
              </span>
            ))}
          </span>
          <span className={styles.apply}>
            Apply <CornerDownLeft aria-hidden size={16} />
          </span>
        </button>
      )}
    </>
  );
}
