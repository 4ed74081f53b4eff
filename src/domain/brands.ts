import { foldName, identityKey, MAX_NORMALIZED_CHARACTERS } from "./names.ts";

export const BRANDS_WITH_LOGO: readonly string[] = (
  "Acura Audi BMW Cadillac Chevrolet Fiat Ford Genesis GMC Honda Hyundai Jaguar Kia Lexus Lucid " +
  "Maserati Mercedes-Benz Mini Nissan Polestar Porsche Rivian Rolls-Royce Tesla Toyota Vinfast " +
  "Volkswagen Volvo"
).split(" ");

/** Alternative spellings of makes, with the make they refer to. */
export const MAKE_ALIASES: Readonly<Record<string, string>> = {
  Chevy: "Chevrolet",
  Mercedes: "Mercedes-Benz",
  "Mercedes Benz": "Mercedes-Benz",
  VW: "Volkswagen",
};

function spelling(text: string): string {
  return identityKey(text).replaceAll(/[\s-]+/g, " ");
}

const KNOWN_SPELLINGS: ReadonlyMap<string, string> = new Map([
  ...BRANDS_WITH_LOGO.map((brand) => [spelling(brand), brand] as const),
  ...Object.entries(MAKE_ALIASES).map(([text, brand]) => [spelling(text), brand] as const),
]);

/** Ignores case and hyphens: `chevy` is Chevrolet. A make without a logo is returned folded. */
export function canonicalMake(text: string): string {
  return KNOWN_SPELLINGS.get(spelling(text)) ?? foldName(text);
}

/** Makes with equal keys are the same, however they are spelled: `Mercedes` and `MERCEDES BENZ`. */
export function brandKey(make: string): string {
  return brandSlug(make).replaceAll("-", "") || identityKey(make);
}

export function hasLogo(make: string): boolean {
  return KNOWN_SPELLINGS.has(spelling(make));
}

/** The part of a file name or address for a brand: `Mercedes` and `Mercedes-Benz` are both `mercedes-benz`. */
export function brandSlug(make: string): string {
  return canonicalMake(make)
    .slice(0, MAX_NORMALIZED_CHARACTERS)
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
