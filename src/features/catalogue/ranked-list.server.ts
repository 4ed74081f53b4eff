/** Sorts the public list by a visitor's own ranking (ranking.md#ranked-list). */
import {
  createScorer,
  parseWeights,
  type rankMatches,
  roundScore,
  type Scorer,
} from "../../domain/scores.ts";
import type { Ev, EvListEntry, Trim } from "../../domain/vehicle.ts";
import { toListEntries } from "../../domain/trims.ts";
import { jsonPieces } from "../../server/compression.server.ts";
import { UserError } from "../../base/errors.server.ts";

interface AskedOrder {
  rank?: string | undefined;
  sort?: string | undefined;
  order?: string | undefined;
}

/** @param evs every model @returns null without weights @throws UserError 400 for weights combined with a sort */
export function findScorer(evs: readonly Ev[], { rank, sort, order }: AskedOrder): Scorer | null {
  const weights = parseWeights(rank);
  if (!weights) return null;
  if (sort !== undefined || order !== undefined) {
    const message = "rank already sets the order: leave out sort and order";
    throw new UserError(400, message, { fields: ["rank"] });
  }
  return createScorer(evs, weights);
}

export function rankedPieces(
  ranked: ReturnType<typeof rankMatches>,
  scorer: Scorer,
): Generator<string> {
  return jsonPieces(ranked, (some) => some.flatMap((model) => scoredEntries(model, scorer)));
}

function scoredEntries(
  { ev, trims }: { ev: Ev; trims: readonly Trim[] },
  { scoreOf }: Scorer,
): EvListEntry[] {
  return toListEntries([{ ...ev, trims: [...trims] }]).map((entry) => {
    const score = scoreOf(entry.trim);
    return { ...entry, score: score === null ? null : roundScore(score) };
  });
}
