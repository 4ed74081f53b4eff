import { Pill } from "../../ui/pill.tsx";
import { sortTrims } from "../../domain/alike-trims.ts";
import type { Chosen } from "./compare.ts";
import styles from "./trim-switch.module.css";
import { changeComparison } from "./comparison.ts";

/** Replaces the trims of all models with the cheapest ones (comparing.md#like-for-like). */
export function TrimSwitch({ chosen }: { chosen: readonly Chosen[] }) {
  const rowIds = findCheapest(chosen);
  if (rowIds.length === 0) return null;
  const isChosen = rowIds.join() === chosen.map(({ trim }) => trim.rowId).join();
  return (
    <div className={styles.switch} data-scripted>
      <Pill pressed={isChosen} onClick={() => changeComparison(() => rowIds)}>
        Compare the cheapest of each
      </Pill>
    </div>
  );
}

/**
 * The cheapest trim of each model's two newest years, by row id.
 * @returns none when no model has another trim, or when two trims of one model are compared
 */
export function findCheapest(chosen: readonly Chosen[]): number[] {
  const evs = [...new Set(chosen.map(({ ev }) => ev))];
  const hasOthers = evs.some(({ trims }) => trims.length > 1);
  if (evs.length < 2 || evs.length < chosen.length || !hasOthers) return [];
  return evs.flatMap((ev) => sortTrims(ev)[0]?.rowId ?? []);
}
