import { matchesWords, wordsOf } from "../filters/search.ts";
import { present, trimName } from "../../vehicle/trims.ts";
import type { Ev, Trim } from "../../vehicle/vehicle.ts";

export interface EvChoice {
  readonly ev: Ev;
  readonly trim: Trim;
}

export const LISTED_CHOICES = 50;

/** Well-known models of the middle of the market, by preference. */
const WELL_KNOWN = [
  ["Chevrolet", "Equinox EV"],
  ["Hyundai", "Ioniq 5"],
  ["Tesla", "Model Y"],
  ["Tesla", "Model 3"],
] as const;

function isComplete({ battery, range, price }: Trim): boolean {
  return [battery, range, price].every((figure) => present(figure) !== null);
}

function cheapest(evs: readonly Ev[]): EvChoice | undefined {
  let best: EvChoice | undefined;
  for (const ev of evs) {
    for (const trim of ev.trims) {
      // Of equal prices the first stays, which is the newest.
      if (isComplete(trim) && (!best || (trim.price ?? 0) < (best.trim.price ?? 0)))
        best = { ev, trim };
    }
  }
  return best;
}

const usual = new WeakMap<readonly Ev[], EvChoice | undefined>();

export function usualChoice(evs: readonly Ev[]): EvChoice | undefined {
  if (!usual.has(evs)) usual.set(evs, findUsual(evs));
  return usual.get(evs);
}

function findUsual(evs: readonly Ev[]): EvChoice | undefined {
  for (const [make, model] of WELL_KNOWN) {
    const choice = cheapest(evs.filter((ev) => ev.make === make && ev.model === model));
    if (choice) return choice;
  }
  const [ev] = evs;
  const trim = ev?.trims[0];
  return cheapest(evs) ?? (ev && trim && { ev, trim });
}

/** undefined only in an empty catalogue */
export function chosenEv(evs: readonly Ev[], rowId: number | null): EvChoice | undefined {
  if (rowId !== null) {
    for (const ev of evs) {
      const trim = ev.trims.find((one) => one.rowId === rowId);
      if (trim) return { ev, trim };
    }
  }
  return usualChoice(evs);
}

export function choiceName({ ev, trim }: EvChoice): string {
  return `${ev.make} ${ev.model} ${trimName(ev, trim)}`;
}

export function findChoices(
  evs: readonly Ev[],
  text: string,
): { choices: EvChoice[]; total: number } {
  const words = wordsOf(text);
  const choices: EvChoice[] = [];
  let total = 0;
  for (const ev of evs) {
    for (const trim of ev.trims) {
      if (!matchesWords(ev, trim, words)) continue;
      total += 1;
      if (choices.length < LISTED_CHOICES) choices.push({ ev, trim });
    }
  }
  return { choices, total };
}
