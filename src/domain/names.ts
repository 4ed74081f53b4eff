/** Names of makes, models and trims: whether they are visible, and how they compare. */
import type { EvRow } from "./vehicle.ts";

/** Excludes white space, format characters, lone combining marks, Hangul fillers and blank symbols. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800\u{1D159}])[\p{L}\p{N}\p{P}\p{S}]/u;

export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** Single spaces between words and no invisible characters. Most names match. */
const FOLDED_NAME = /^[!-~]+(?: [!-~]+)*$/;

const SPACES = /[\p{Z}\u2800]+/gu;
const HYPHENS = /[\u2010\u2011]/g;
const EMOJI = /\p{Extended_Pictographic}[\u{FE0F}\p{Emoji_Modifier}]?/u.source;
/** Regional flags: a black flag, invisible letters and a terminator. */
const FLAG = /\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}/u.source;
/** Scripts in which a joiner changes how the letters around it look. */
const JOINING =
  "Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar"
    .split(" ")
    .map((script) => `\\p{Script=${script}}`)
    .join("");
/** Invisible characters; the first group matches sequences that need some of them to display correctly. */
const INVISIBLE = new RegExp(
  `(${FLAG}|${EMOJI}(?:\\u200D${EMOJI})*|[0-9#*]\\uFE0F\\u20E3|[${JOINING}][\\u200C\\u200D](?=[${JOINING}]))` +
    "|[\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB\\u{1D159}]",
  "gu",
);

/** Far more than any schema allows. Normalising combining marks takes time quadratic in their number. */
export const MAX_NORMALIZED_CHARACTERS = 1_000;

/**
 * Normalises a name for storage: no invisible characters, single ordinary spaces, one kind of hyphen. Line breaks
 * stay, and so does a text too long for a name, because the schemas reject it.
 */
export function foldName(name: string): string {
  if (name.length > MAX_NORMALIZED_CHARACTERS || FOLDED_NAME.test(name)) return name;
  return name
    .normalize("NFC")
    .replace(INVISIBLE, (_character, shown: string | undefined) => shown ?? "")
    .replace(HYPHENS, "-")
    .replace(SPACES, " ")
    .trim()
    .normalize("NFC");
}

const JOINERS = /\u200C|\u200D|\uFE0F/g;

/** Returns a key without case, unusual spaces and invisible characters (vehicles.md#models-and-rows). */
export function identityKey(name: string): string {
  return foldName(name).replace(JOINERS, "").toLowerCase();
}

/** Created when it is first needed, because that takes a slow phone 15 to 30 ms. */
let collator: Intl.Collator | undefined;

/** Names with only these characters need no collator. */
const PLAIN_NAME = /^[a-z .-]*$/i;

/** Compares names, ignoring case and comparing the numbers in them by value. */
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

/** Compares models by make and model; equal names are sorted by id. */
export function compareModels(a: NamedModel, b: NamedModel): number {
  return compareNames(a.make, b.make) || compareNames(a.model, b.model) || a.id - b.id;
}

/** Returns a key under which equal models match. Names are single lines, so a line feed separates them. */
export function modelIdentity({ make, model }: Pick<EvRow, "make" | "model">): string {
  return `${identityKey(make)}\n${identityKey(model)}`;
}

type NamedRow = Pick<EvRow, "year" | "make" | "model" | "trim">;

/** Returns a key under which rows of one EV match. */
export function rowIdentity(row: NamedRow): string {
  return `${modelIdentity(row)}\n${identityKey(row.trim)}\n${row.year}`;
}

/** Returns a row's name: `2025 Kia EV6 Wind`. */
export function rowName({ year, make, model, trim }: NamedRow): string {
  return `${year} ${make} ${model} ${trim}`;
}
