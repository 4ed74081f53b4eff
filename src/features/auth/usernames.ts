/** Refuses usernames that look like an existing one (accounts.md#usernames). */

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
function oneScriptPattern(scripts: string): RegExp {
  const each = `Common Inherited ${scripts}`.replaceAll(/\w+/g, "\\p{Script_Extensions=$&}");
  return new RegExp(`^[${each.replaceAll(" ", "")}]*$`, "u");
}

let oneScriptPatterns: readonly RegExp[] | undefined;

/** Letters from several scripts can imitate any name, such as a Cyrillic `а` in `admin`. */
export function isOneScript(username: string): boolean {
  // These are made on first use, because making them slows down a start and few starts need them.
  oneScriptPatterns ??= WRITING.map(oneScriptPattern);
  return oneScriptPatterns.some((pattern) => pattern.test(username));
}

/** @returns the other names that look like it */
export async function findLookAlikes(
  username: string,
  others: readonly string[],
): Promise<string[]> {
  // Its table of letters is large, and a start without a new administrator does not need it.
  const { default: unhomoglyph } = await import("unhomoglyph");

  /** Returns the same text for two texts that look alike in most fonts (Unicode Technical Standard 39). */
  const skeletonOf = (text: string) => unhomoglyph(text.normalize("NFD")).normalize("NFD");

  /** Compares names both as written and in lowercase, because sign-in ignores case. */
  function skeletonsOf(other: string): string[] {
    const name = other.normalize("NFKC");
    return [skeletonOf(name), skeletonOf(name.toLowerCase())];
  }

  const skeletons = skeletonsOf(username);
  return others.filter((other) => skeletonsOf(other).some((each, at) => each === skeletons[at]));
}

/** Returns a key under which equal names match, ignoring case, width and surrounding space. */
export function usernameKey(name: string): string {
  return name.trim().normalize("NFKC").toLowerCase();
}
