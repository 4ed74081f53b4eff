import { canonicalMake } from "../../domain/brands.ts";
import { joinLetters, wordsOf } from "../../domain/filters/search.ts";
import type { KnownNames } from "./known-names.ts";

/** Words that connect a sentence; they are not names and ask for nothing. */
export const FILLERS = (
  "a an and or the with for of in at on has have having that which what is are to me my i we you want " +
  "need find show please can could do does will it best good great fit fits car cars vehicle vehicles ev " +
  "evs electric something any only goes going day per drives made built vs versus but both price prices priced " +
  "cost costs charge charges charging model models"
).split(" ");

const MOST_NAMES = 4;
/** Shorter words are close to too many names. */
const LEAST_LETTERS = 4;
/** A word is also compared with the start of a name, but then one edit per this many letters is allowed. */
const LETTERS_PER_EDIT_OF_BEGINNING = 4;
/** Shorter words are only compared with the whole name. */
const LEAST_BEGINNING = 5;

/** The nearest makes and models of the text, else of each word: `hundai` finds Hyundai, `ionic` every Ioniq. */
export function nearestNames(text: string, names: KnownNames): string[] {
  const words = wordsOf(text);
  const makeOf = (word: string) => names.makes.get(joinLetters(canonicalMake(word)));
  const whole = joinLetters(words.map((word) => makeOf(word) ?? word).join(" "));
  const near = nearestTo([whole], names);
  return near.length > 0 ? near : nearestTo(words.map(joinLetters), names);
}

/** Ordinary words that are a letter away from a name, such as Audi or Cooper. */
const NO_NAMES =
  /^(?:audio|cells?|cool(?:er|ing)|count(?:y|ry)|coupes?|grave|hammer|master|modern|modest|retro|spectra|summer|volts?)$/i;

/** Whether a word may be a mistyped make or model. */
export function isNearName(word: string, names: KnownNames): boolean {
  return !NO_NAMES.test(word) && nearestTo([joinLetters(word)], names).length > 0;
}

/** Whether a word is hardly anything else: `hundai`, but neither `lots` (Lotus) nor `infant` (Vinfast). */
export function isMistyped(word: string, names: KnownNames): boolean {
  const nearest = nearestTo([joinLetters(word)], names).flatMap((name) => wordsOf(name));
  const isAlike = nearest.some((part) => part[0] === word[0]?.toLowerCase());
  return word.length > LEAST_LETTERS && isAlike && !names.hasWord(word) && !NO_NAMES.test(word);
}

function nearestTo(wanted: readonly string[], { makes, models }: KnownNames): string[] {
  const modelNames = Array.from(models, ([key, ev]) => [key, `${ev.make} ${ev.model}`] as const);
  let best = Infinity;
  let closest: { name: string; extra: number }[] = [];
  for (const word of wanted) {
    if (word.length < LEAST_LETTERS || /^\d+$/.test(word) || FILLERS.includes(word)) continue;
    for (const [key, name] of [...makes, ...modelNames]) {
      const most = Math.max(1, Math.floor(Math.min(word.length, key.length) / 3));
      if (word.length - key.length > most) continue;
      const edits = editsBetween(word, key);
      if (edits > Math.min(most, best)) continue;
      if (edits < best) closest = [];
      best = edits;
      closest.push({ name, extra: Math.abs(key.length - word.length) });
    }
  }
  const nearest = closest.toSorted((a, b) => a.extra - b.extra).map(({ name }) => name);
  // A make includes its models.
  const isCovered = (name: string) => nearest.some((other) => name.startsWith(`${other} `));
  return [...new Set(nearest)].filter((name) => !isCovered(name)).slice(0, MOST_NAMES);
}

/** Insertions, deletions, changes and swaps that turn `word` into the name, or into the start of a long one. */
function editsBetween(word: string, name: string): number {
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
  const beginning = Math.min(...last);
  const isLong = word.length >= LEAST_BEGINNING;
  return isLong && beginning <= word.length / LETTERS_PER_EDIT_OF_BEGINNING
    ? beginning
    : (last.at(-1) ?? Infinity);
}
