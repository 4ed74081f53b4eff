import { join } from "node:path";
import { valueOfCell } from "../../domain/ev-cells.ts";
import type { EvInput } from "../../domain/ev-input.ts";
import { identityKey } from "../../domain/names.ts";
import { readStarterFile } from "../catalogue/starter-files.server.ts";
import { type ClaimField, fieldLike } from "./claims.ts";
import type { ClaimChange, ClaimValue } from "./claims.schema.ts";

/** A car's names stand at its first claim; sources are numbers of the other file. */
const CLAIMS = join("db", "starter-claims.csv");
const SOURCES = join("db", "starter-claim-sources.csv");

export type StarterClaim = ClaimChange & { field: ClaimField };

type Names = Pick<EvInput, "make" | "model" | "trim" | "year">;

/** Names are one line each. */
export function starterKey({ make, model, trim, year }: Names): string {
  return [...[make, model, trim].map(identityKey), year].join("\n");
}

/** The claims of the starter catalogue by car; a test judges every one. */
export async function readStarterClaims(): Promise<Map<string, StarterClaim[]>> {
  const [lines, sources] = await Promise.all([readStarterFile(CLAIMS), readStarterFile(SOURCES)]);
  const byNumber = new Map(sources.map(({ id, source, url }) => [id, { source, url }]));
  const byCar = new Map<string, StarterClaim[]>();
  let ofCar: StarterClaim[] = [];
  for (const line of lines) {
    const { make, model = "", trim = "", year } = line;
    if (make) {
      ofCar = [];
      byCar.set(starterKey({ make, model, trim, year: Number(year) }), ofCar);
    }
    const field = line["field"] as ClaimField;
    const { source = "", url } = byNumber.get(line["source"]) ?? {};
    ofCar.push({
      field,
      value: valueOfCell(fieldLike(field), line["value"] ?? "") as ClaimValue,
      method: line["method"] as StarterClaim["method"],
      source,
      url: url || null,
      published: line["published"] || null,
      checked: line["checked"] || null,
      confidence: (line["confidence"] || null) as StarterClaim["confidence"],
      note: line["note"] || null,
    });
  }
  return byCar;
}
