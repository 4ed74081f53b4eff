import { MAKE_ALIASES, makeKey } from "../../domain/brands.ts";
import { identityKey } from "../../domain/names.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { yieldOften } from "../../server/yield-often.server.ts";
import type { ImportPlan } from "./import.db.server.ts";
import type { OtherMake } from "./import.schema.ts";
import { MAX_MAKES } from "./limits.ts";
import type { BadRow } from "./parse/import-file.server.ts";
import { NO_SUCH_MAKE } from "./parse/row-judge.server.ts";

/**
 * Makes of new rows that the catalogue spells in another way (`Mercedes`, `MINI`), then words that
 * begin names without a known make (importing.md#makes).
 */
export async function findOtherMakes(
  { added }: Pick<ImportPlan, "added">,
  badRows: readonly BadRow[],
  evs: readonly Ev[],
): Promise<OtherMake[]> {
  const catalogue = new Set(evs.map(({ make }) => make));
  const byKey = new Map([...catalogue].map((make) => [makeKey(make), make] as const));
  const aliases = new Map(
    Object.entries(MAKE_ALIASES).map(([text, make]) => [identityKey(text), make] as const),
  );
  const counts = new Map<string, OtherMake>();
  const count = (make: string, spelling?: string) => {
    const found = counts.get(make);
    if (found) found.rows++;
    else if (counts.size < MAX_MAKES) {
      counts.set(make, { make, rows: 1, ...(spelling !== undefined && { spelling }) });
    }
  };
  for await (const { input } of yieldOften(added)) {
    const { make } = input;
    if (catalogue.has(make)) continue;
    const spelling = byKey.get(makeKey(make)) ?? aliases.get(identityKey(make));
    if (spelling !== undefined) count(make, spelling);
  }
  for (const { issues } of badRows) {
    const name = issues.find(({ message }) => message === NO_SUCH_MAKE)?.value;
    const [first = ""] = name?.split(/\s+/) ?? [];
    if (first !== "") count(first);
  }
  return [...counts.values()];
}
