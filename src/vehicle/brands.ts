/** Brand names: the ones with a logo, and the other ways in which they are written (§3). */

export const BRANDS_WITH_LOGO = [
  "Acura",
  "Audi",
  "BMW",
  "Cadillac",
  "Chevrolet",
  "Fiat",
  "Ford",
  "Genesis",
  "GMC",
  "Honda",
  "Hyundai",
  "Jaguar",
  "Kia",
  "Lexus",
  "Lucid",
  "Maserati",
  "Mercedes-Benz",
  "Mini",
  "Nissan",
  "Polestar",
  "Porsche",
  "Rivian",
  "Rolls-Royce",
  "Tesla",
  "Toyota",
  "Vinfast",
  "Volkswagen",
  "Volvo",
] as const;

function spelling(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, " ");
}

const KNOWN_SPELLINGS: ReadonlyMap<string, string> = new Map([
  ...BRANDS_WITH_LOGO.map((brand) => [spelling(brand), brand] as const),
  ["chevy", "Chevrolet"],
  ["mercedes", "Mercedes-Benz"],
]);

/**
 * The brand's own spelling of a make: aliases resolved, case and hyphens disregarded
 * (`chevy` is Chevrolet, `rolls royce` is Rolls-Royce). A make without a logo stays as written,
 * without its surrounding space.
 */
export function canonicalMake(text: string): string {
  return KNOWN_SPELLINGS.get(spelling(text)) ?? text.trim();
}

/** Whether the product ships a logo for the make, under any of its spellings. */
export function hasLogo(make: string): boolean {
  return KNOWN_SPELLINGS.has(spelling(make));
}

/** File and address part of a brand: `Mercedes` and `Mercedes-Benz` are both `mercedes-benz`. */
export function brandSlug(make: string): string {
  return canonicalMake(make)
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
