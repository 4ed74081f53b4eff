/** Names of makes, models and trims: whether they show anything, and how they compare. */
import type { EvRow } from "./vehicle.ts";

/** Excludes white space, format characters, bare marks, fillers of Hangul and blank signs. */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800\u{1D159}])[\p{L}\p{N}\p{P}\p{S}]/u;

export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}

/** Text by which names are the same: without regard to case and surrounding space (readings 2). */
export function identityKey(name: string): string {
  return name.trim().normalize("NFC").toLowerCase();
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
