import { canonicalMake } from "../../vehicle/brands.ts";
import { joinLetters, wordsOf } from "../filters/search.ts";
import type { KnownNames } from "./known-names.ts";

const MOST_NAMES = 4;

/**
 * Makes and models that a mistyped text may mean, the nearest alone: `hundai` is Hyundai, `ionic`
 * every Ioniq. Where the whole text is near none, each of its words is looked up.
 */
export function nearestNames(text: string, names: KnownNames): string[] {
  const words = wordsOf(text);
  const makeOf = (word: string) => names.makes.get(joinLetters(canonicalMake(word)));
  const whole = joinLetters(words.map((word) => makeOf(word) ?? word).join(" "));
  const near = nearestTo([whole], names);
  return near.length > 0 ? near : nearestTo(words.map(joinLetters), names);
}

function nearestTo(wanted: readonly string[], { makes, models }: KnownNames): string[] {
  const modelNames = Array.from(models, ([key, ev]) => [key, `${ev.make} ${ev.model}`] as const);
  let best = Infinity;
  let found: { name: string; extra: number }[] = [];
  for (const word of wanted) {
    if (word.length < 3) continue;
    for (const [key, name] of [...makes, ...modelNames]) {
      const most = Math.max(1, Math.floor(Math.min(word.length, key.length) / 3));
      if (word.length - key.length > most) continue;
      const edits = editsToBeginning(word, key);
      if (edits > Math.min(most, best)) continue;
      if (edits < best) found = [];
      best = edits;
      found.push({ name, extra: Math.abs(key.length - word.length) });
    }
  }
  const nearest = found.toSorted((a, b) => a.extra - b.extra).map(({ name }) => name);
  // The make stands for its models.
  const isCovered = (name: string) => nearest.some((other) => name.startsWith(`${other} `));
  return [...new Set(nearest)].filter((name) => !isCovered(name)).slice(0, MOST_NAMES);
}

/** Insertions, deletions, changes and swaps that make `word` a beginning of `name`. */
function editsToBeginning(word: string, name: string): number {
  let before: number[] = [];
  let last = Array.from({ length: name.length + 1 }, (_, at) => at);
  for (let i = 1; i <= word.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= name.length; j += 1) {
      const change = word[i - 1] === name[j - 1] ? 0 : 1;
      const isSwap = word[i - 1] === name[j - 2] && word[i - 2] === name[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + change,
        isSwap ? (before[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    [before, last] = [last, row];
  }
  return Math.min(...last);
}
