/**
 * Decides which usernames may be registered: none that looks like an existing one (accounts.md#usernames).
 */
import unhomoglyph from "unhomoglyph";

const SINGLE_SCRIPTS =
  "Latin Cyrillic Greek Armenian Georgian Hebrew Arabic Ethiopic Thaana Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer";

/** Scripts in everyday use. Japanese, Chinese and Korean text mixes several scripts. */
const WRITING = [
  ...SINGLE_SCRIPTS.split(" "),
  "Han Hiragana Katakana",
  "Han Bopomofo",
  "Han Hangul",
];

/** Digits, punctuation and symbols belong to every script. */
const ONE_SCRIPT = WRITING.map((scripts) => {
  const each = `Common Inherited ${scripts}`.replaceAll(/\w+/g, "\\p{Script_Extensions=$&}");
  return new RegExp(`^[${each.replaceAll(" ", "")}]*$`, "u");
});

/** Letters from several scripts can imitate any name, such as a Cyrillic `а` in `admin`. */
export function isOneScript(username: string): boolean {
  return ONE_SCRIPT.some((script) => script.test(username));
}

/** Returns the same text for two texts that look alike in most fonts (Unicode Technical Standard 39). */
function skeletonOf(text: string): string {
  return unhomoglyph(text.normalize("NFD")).normalize("NFD");
}

/** Compares names both as written and in lowercase, because sign-in ignores case. */
function skeletonsOf(username: string): string[] {
  const name = username.normalize("NFKC");
  return [skeletonOf(name), skeletonOf(name.toLowerCase())];
}

/** @returns the other names that look like it */
export function findLookAlikes(username: string, others: readonly string[]): string[] {
  const skeletons = skeletonsOf(username);
  return others.filter((other) => skeletonsOf(other).some((each, at) => each === skeletons[at]));
}

/** Returns a key under which equal names match, ignoring case, width and surrounding space. */
export function usernameKey(name: string): string {
  return name.trim().normalize("NFKC").toLowerCase();
}
