import { useId } from "react";

import { Pill } from "../../ui/pill.tsx";
import { pickAlike, TRIM_QUALITIES } from "../../domain/alike-trims.ts";
import type { Chosen } from "./compare.ts";
import styles from "./trim-switch.module.css";
import { changeComparison } from "./comparison.ts";

/** Replaces the trims of all models with comparable ones (comparing.md#like-for-like). */
export function TrimSwitch({ chosen }: { chosen: readonly Chosen[] }) {
  const label = useId();
  const choices = findChoices(chosen);
  if (choices.length === 0) return null;
  return (
    <div role="group" aria-labelledby={label} className={styles.switch} data-scripted>
      <span id={label} className={styles.label}>
        Compare the<span className="visually-hidden"> best of each</span>
      </span>
      {choices.map(({ quality, rowIds, isChosen }) => (
        <Pill key={quality} pressed={isChosen} onClick={() => changeComparison(() => rowIds)}>
          {quality}
        </Pill>
      ))}
      <span aria-hidden>of each</span>
    </div>
  );
}

/** Leaves out choices that would change nothing or make two trims of one model the same. */
export function findChoices(chosen: readonly Chosen[]) {
  const evs = [...new Set(chosen.map(({ ev }) => ev))];
  if (evs.length < 2 || evs.length < chosen.length) return [];
  const now = chosen.map(({ trim }) => trim.rowId).join();
  const choices = TRIM_QUALITIES.map((quality) => {
    const rowIds = pickAlike(evs, quality);
    return { quality, rowIds, isChosen: rowIds.join() === now };
  });
  return choices.every(({ isChosen }) => isChosen) ? [] : choices;
}
