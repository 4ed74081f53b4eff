import { join } from "node:path";
import type { EvInput } from "../../domain/ev-input.ts";
import { identityKey } from "../../domain/names.ts";
import { readStarterFile } from "../catalogue/starter-files.server.ts";
import type { ClaimField } from "./claims.ts";
import type { ClaimChange } from "./claims.schema.ts";

const CLAIMS = join("db", "starter-claims.json");

export type StarterClaim = ClaimChange & { field: ClaimField };

type Names = Pick<EvInput, "make" | "model" | "trim" | "year">;

/** What the file holds: what a claim leaves out is null, and its source is a place in `sources`. */
interface StarterClaims {
  sources: { name: string; url: string | null }[];
  cars: (Names & {
    claims: (Pick<StarterClaim, "field" | "value" | "method"> &
      Partial<Omit<StarterClaim, "source">> & { source: number })[];
  })[];
}

/** Names are one line each. */
export function starterKey({ make, model, trim, year }: Names): string {
  return [...[make, model, trim].map(identityKey), year].join("\n");
}

/** The claims of the starter catalogue by car; a test judges every one. */
export async function readStarterClaims(): Promise<Map<string, StarterClaim[]>> {
  const { sources, cars } = JSON.parse(await readStarterFile(CLAIMS)) as StarterClaims;
  return new Map(
    cars.map(({ claims, ...names }) => [
      starterKey(names),
      claims.map(({ source, ...claim }) => ({
        published: null,
        checked: null,
        confidence: null,
        note: null,
        ...claim,
        source: sources[source]?.name ?? "",
        url: sources[source]?.url ?? null,
      })),
    ]),
  );
}
