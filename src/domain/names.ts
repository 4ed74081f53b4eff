/** Names of makes, models and trims: whether they show anything, and how they compare. */
import type { EvRow } from "./vehicle.ts";

/** Excludes white space, format characters, bare marks, fillers of Hangul and blank signs. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800\u{1D159}])[\p{L}\p{N}\p{P}\p{S}]/u;

export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** One space between words, nothing else that cannot be seen. Most names are so. */
const FOLDED_NAME = /^[!-~]+(?: [!-~]+)*$/;

const SPACES = /[\p{Z}\u2800]+/gu;
const HYPHENS = /[\u2010\u2011]/g;
const EMOJI = /\p{Extended_Pictographic}[\u{FE0F}\p{Emoji_Modifier}]?/u.source;
/** Flags of regions: a black flag, letters that cannot be seen, and their end. */
const FLAG = /\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}/u.source;
/** Scripts in which a joiner changes how the letters around it look. */
const JOINING =
  "Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar"
    .split(" ")
    .map((script) => `\\p{Script=${script}}`)
    .join("");
/** Characters that show nothing; the first group is what needs some of them to be shown as meant. */
const INVISIBLE = new RegExp(
  `(${FLAG}|${EMOJI}(?:\\u200D${EMOJI})*|[0-9#*]\\uFE0F\\u20E3|[${JOINING}][\\u200C\\u200D](?=[${JOINING}]))` +
    "|[\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB\\u{1D159}]",
  "gu",
);

/** Far more than any schema allows. Composing combining marks takes quadratic time in their number. */
const MAX_FOLDED_CHARACTERS = 1_000;

/**
 * A name as it is stored: no character that shows nothing, one ordinary space between words, and
 * hyphens that look alike are one. Line breaks stay, and so does a text too long for a name, which
 * the schemas refuse.
 */
export function foldName(name: string): string {
  if (name.length > MAX_FOLDED_CHARACTERS || FOLDED_NAME.test(name)) return name;
  return name
    .normalize("NFC")
    .replace(INVISIBLE, (_character, shown: string | undefined) => shown ?? "")
    .replace(HYPHENS, "-")
    .replace(SPACES, " ")
    .trim()
    .normalize("NFC");
}

const JOINERS = /\u200C|\u200D|\uFE0F/g;

/**
 * Text by which names are the same: without regard to case, odd spaces and what cannot be seen
 * (vehicles.md#models-and-rows).
 */
export function identityKey(name: string): string {
  return foldName(name).replace(JOINERS, "").toLowerCase();
}

/** Made when it is first needed: that takes a slow phone 15 to 30 ms. */
let collator: Intl.Collator | undefined;

/** Names of these characters alone need no collator. */
const PLAIN_NAME = /^[a-z .-]*$/i;

/** The order of names: letter case does not matter, and numbers in them count as numbers. */
export function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  if (!PLAIN_NAME.test(a) || !PLAIN_NAME.test(b)) {
    collator ??= new Intl.Collator("en", { sensitivity: "base", numeric: true });
    return collator.compare(a, b);
  }
  const [first, second] = [a.toLowerCase(), b.toLowerCase()];
  return Number(first > second) - Number(first < second);
}

type NamedModel = Pick<EvRow, "make" | "model" | "id">;

/** The order of models by make and model; equal names go by id. */
export function compareModels(a: NamedModel, b: NamedModel): number {
  return compareNames(a.make, b.make) || compareNames(a.model, b.model) || a.id - b.id;
}

/** A row in words: `2025 Kia EV6 Wind`. */
export function rowName({
  year,
  make,
  model,
  trim,
}: Pick<EvRow, "year" | "make" | "model" | "trim">): string {
  return `${year} ${make} ${model} ${trim}`;
}
