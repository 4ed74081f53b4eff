import { expect, test } from "vitest";
import { readFile } from "node:fs/promises";
import { readStarterCatalogue, readStarterClaims } from "../catalogue/starter-facts.db.server.ts";
import { validateClaimValue } from "./claim-values.server.ts";
import { isClaimField, isTest } from "./claims.ts";
import { ClaimChange } from "./claims.schema.ts";
import { MOST_CLAIMS_PER_FIGURE } from "./claims.db.server.ts";
import { rowIdentity } from "../../domain/names.ts";

const byCar = await readStarterClaims();
const all = [...byCar.values()].flat();

test("the call would accept each starter claim as it is", () => {
  for (const { field, ...claim } of all) {
    expect(isClaimField(field), field).toBe(true);
    expect(ClaimChange.parse(claim)).toEqual(claim);
    expect(validateClaimValue(field, claim.value)).toEqual({ value: claim.value });
  }
  for (const claims of byCar.values()) {
    const contents = claims.map(({ field, value, method, source, url }) =>
      JSON.stringify([field, value, method, source, url]),
    );
    expect(new Set(contents).size).toBe(contents.length);
    for (const ofField of Map.groupBy(claims, ({ field }) => field).values()) {
      expect(ofField.length).toBeLessThanOrEqual(MOST_CLAIMS_PER_FIGURE);
    }
  }
});

test("starter claims are about every starter car, and their page says how many there are", async () => {
  const cars = await readStarterCatalogue();
  expect([...byCar.keys()]).toEqual(cars.map(rowIdentity));
  const page = (await readFile("docs/starter-catalogue.md", "utf8")).replaceAll(/\s+/g, " ");
  const count = (method: string) =>
    all.filter((claim) => claim.method === method).length.toLocaleString("en-US");
  expect(page).toContain(
    `${all.length.toLocaleString("en-US")} claims: ${count("maker")} by makers, ${count("dataset")} from data sets, ` +
      `${count("epa")} from the EPA, ${count("measured")} measured and ${count("computed")} calculated.`,
  );
});

test("nearly every known starter value has a claim of exactly that value", async () => {
  const missing = (await readStarterCatalogue()).flatMap((car) =>
    Object.entries(car).filter(([field, value]) => {
      if (value === null || !isClaimField(field) || isTest(field)) return false;
      const claims = byCar.get(rowIdentity(car)) ?? [];
      return !claims.some((claim) => claim.field === field && claim.value === value);
    }),
  );
  expect(missing.every(([field]) => field === "taxCreditEligible")).toBe(true);
  expect(missing).toHaveLength(84);
});
