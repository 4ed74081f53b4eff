import { join } from "node:path";
import type { EvInput } from "../../domain/ev-input.ts";
import { identityKey } from "../../domain/names.ts";
import { readStarterFile } from "../catalogue/starter-files.server.ts";
import type { ClaimField } from "./claims.ts";
import type { ClaimChange } from "./claims.schema.ts";

const CLAIMS = join("db", "starter-claims.json");

export type StarterClaim = ClaimChange & { field: ClaimField };

type Names = Pick<EvInput, "make" | "model" | "trim" | "year">;

/** The file's format: fields missing from a claim are null, and its source is an index into `sources`. */
interface StarterClaims {
  sources: { name: string; url: string | null }[];
  cars: (Names & {
    claims: (Pick<StarterClaim, "field" | "value" | "method"> &
      Partial<Omit<StarterClaim, "source">> & { source: number })[];
  })[];
}

/** Names are single lines, so a line feed is a safe separator. */
export function starterKey({ make, model, trim, year }: Names): string {
  return [...[make, model, trim].map(identityKey), year].join("\n");
}

/** The claims of the starter catalogue by car; a test validates all of them. */
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
