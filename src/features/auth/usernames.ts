/** Which usernames may be registered: none that looks like another (accounts.md#usernames). */
import unhomoglyph from "unhomoglyph";

const SINGLE_SCRIPTS =
  "Latin Cyrillic Greek Armenian Georgian Hebrew Arabic Ethiopic Thaana Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer";

/** Scripts in everyday use. Japanese, Chinese and Korean are written with several together. */
const WRITING = [
  ...SINGLE_SCRIPTS.split(" "),
  "Han Hiragana Katakana",
  "Han Bopomofo",
  "Han Hangul",
];

/** Digits, punctuation and signs belong to every script. */
const ONE_SCRIPT = WRITING.map((scripts) => {
  const each = `Common Inherited ${scripts}`.replaceAll(/\w+/g, "\\p{Script_Extensions=$&}");
  return new RegExp(`^[${each.replaceAll(" ", "")}]*$`, "u");
});

/** Letters of several scripts together can imitate any name: a Cyrillic `а` in `admin`. */
export function isOneScript(username: string): boolean {
  return ONE_SCRIPT.some((script) => script.test(username));
}

/** What two texts have in common that look alike in most fonts (Unicode Technical Standard 39). */
function skeletonOf(text: string): string {
  return unhomoglyph(text.normalize("NFD")).normalize("NFD");
}

/** Names are compared as written and in small letters, since sign-in ignores case. */
function skeletonsOf(username: string): string[] {
  const name = username.normalize("NFKC");
  return [skeletonOf(name), skeletonOf(name.toLowerCase())];
}

/** @returns those of the others that look like it */
export function findLookAlikes(username: string, others: readonly string[]): string[] {
  const skeletons = skeletonsOf(username);
  return others.filter((other) => skeletonsOf(other).some((each, at) => each === skeletons[at]));
}

/** Text by which names are the same: without regard to case, width and surrounding space. */
export function usernameKey(name: string): string {
  return name.trim().normalize("NFKC").toLowerCase();
}
