import { canonicalMake } from "../../vehicle/brands.ts";
import { BODY_TYPES, type BodyType, type Ev, type Trim } from "../../vehicle/vehicle.ts";

export function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/u).filter(Boolean);
}

const texts = new WeakMap<Trim, string>();

/** Discover: every word must appear in "make model trim", in any case (§5). */
export function matchesWords(ev: Ev, trim: Trim, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  let text = texts.get(trim);
  if (text === undefined) {
    text = `${ev.make} ${ev.model} ${trim.trim}`.toLowerCase();
    texts.set(trim, text);
  }
  for (const word of words) if (!text.includes(word)) return false;
  return true;
}

/** Compare pickers and ranking: the text as it stands, in make and model (§5). */
export function matchesName(ev: { make: string; model: string }, text: string): boolean {
  return `${ev.make} ${ev.model}`.toLowerCase().includes(text.trim().toLowerCase());
}

/** Filter names that stand for several body types, or for one by another name (readings 5). */
const BODY_TYPE_GROUPS: ReadonlyMap<string, readonly BodyType[]> = new Map([
  ["truck", ["Pickup Truck"]],
  ["suv/crossover", ["SUV", "Crossover"]],
]);

/** Of the quick-filter dialog (§3, readings 5). */
export const BODY_TYPE_PILLS = ["Sedan", "SUV/Crossover", "Truck", "Minivan"] as const;

/**
 * `Truck` is Pickup Truck, `SUV/Crossover` either of the two, any other name itself. Unknown names
 * come back as they are and match nothing.
 */
export function expandBodyType(name: string): readonly string[] {
  const key = plain(name);
  const group = BODY_TYPE_GROUPS.get(key);
  if (group) return group;
  return [BODY_TYPES.find((type) => type.toLowerCase() === key) ?? name.trim()];
}

/** Lowercase, hyphens as spaces, single spaces: how names are compared (§4). */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s-]+/gu, " ")
    .trim();
}

export type Recognised =
  | { readonly kind: "make"; readonly make: string }
  | { readonly kind: "bodyTypes"; readonly bodyTypes: readonly string[] };

/**
 * The brand or body type that a text names exactly, in any case, by an alias too; brands first (§4).
 * @param makes the catalogue's brands
 * @returns null when the text is just words
 */
export function recogniseSearch(
  text: string,
  makes: readonly string[],
  bodyTypes: readonly string[] = BODY_TYPES,
): Recognised | null {
  const wanted = plain(text);
  if (wanted === "") return null;
  const canonical = plain(canonicalMake(text.trim()));
  const make = makes.find((candidate) => {
    const name = plain(candidate);
    return name === wanted || name === canonical;
  });
  if (make !== undefined) return { kind: "make", make };
  const group = BODY_TYPE_GROUPS.get(wanted);
  if (group) return { kind: "bodyTypes", bodyTypes: group };
  const bodyType = bodyTypes.find((type) => plain(type) === wanted);
  return bodyType === undefined ? null : { kind: "bodyTypes", bodyTypes: [bodyType] };
}
