import { expect, test } from "vitest";
import { BRANDS_WITH_LOGO, brandSlug, canonicalMake, hasLogo } from "./brands.ts";

test.each([
  ["Chevy", "Chevrolet"],
  ["mercedes", "Mercedes-Benz"],
  ["MERCEDES BENZ", "Mercedes-Benz"],
  [" rolls royce ", "Rolls-Royce"],
  ["bmw", "BMW"],
  ["VinFast", "Vinfast"],
  [" Dodge ", "Dodge"],
  ["Chevyland", "Chevyland"],
])("canonicalMake(%j) is %s", (text, expected) => {
  expect(canonicalMake(text)).toBe(expected);
});

test.each([
  ["Chevy", "chevrolet"],
  ["Mercedes", "mercedes-benz"],
  ["Rolls-Royce", "rolls-royce"],
  ["Škoda", "skoda"],
  ["Li Auto!", "li-auto"],
])("brandSlug(%j) is %s", (make, expected) => {
  expect(brandSlug(make)).toBe(expected);
});

test("the 28 brands of the specification have a logo, others do not", () => {
  expect(BRANDS_WITH_LOGO).toHaveLength(28);
  expect(BRANDS_WITH_LOGO.every((brand) => hasLogo(brand) && canonicalMake(brand) === brand)).toBe(
    true,
  );
  expect(hasLogo("chevy")).toBe(true);
  expect(hasLogo("Subaru")).toBe(false);
});
