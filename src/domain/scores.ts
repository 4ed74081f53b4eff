/** Scores a visitor's own ranking: how good each figure is among all trims, weighted (ranking.md#scores). */
import { memoizeByObject } from "./memoize.ts";
import type { Match } from "./filters/find-models.ts";
import { compareModels } from "./names.ts";
import { keysOf, record } from "./records.ts";
import { type FigureName, SHOWN_FIELDS } from "./shown-fields.ts";
import { compareKnown, present } from "./trims.ts";
import type { Ev, Trim } from "./vehicle.ts";

export type Better = "higher" | "lower";

interface Criterion {
  readonly label: string;
  /** explains the weight, next to its slider */
  readonly hint: string;
  readonly better: Better;
  readonly valueOf: (trim: Trim) => number | null;
}

function toCriterion(name: FigureName, label: string, hint: string): Criterion {
  const { value, ranked = value, compare } = SHOWN_FIELDS[name];
  return { label, hint, better: compare?.better ?? "higher", valueOf: ranked };
}

/** The criteria that can be weighted, named like the sorts. */
export const CRITERIA = {
  range: toCriterion("range", "Range", "farther is better"),
  price: toCriterion("price", "Price", "cheaper is better"),
  charging: toCriterion("charging", "Fast charging", "less time from 10 to 80%"),
  cargo: toCriterion("cargoCapacity", "Space", "more cargo space"),
  consumption: toCriterion("consumption", "Efficiency", "less energy for each mile"),
  acceleration: toCriterion("zeroToSixty", "Quickness", "less time from 0 to 60 mph"),
};

export type CriterionName = keyof typeof CRITERIA;

export const CRITERION_NAMES = keysOf(CRITERIA);

/** Whole numbers from 0 to MAX_WEIGHT. */
export type Weights = Readonly<Record<CriterionName, number>>;
export const MAX_WEIGHT = 5;

/** A trim has no score if the known share of the weight is lower than this. */
const LEAST_KNOWN_SHARE = 0.6;

export function hasWeight(weights: Weights): boolean {
  return CRITERION_NAMES.some((name) => weights[name] > 0);
}

const WEIGHT = /^([a-z]+):([0-5])$/i;

/** @returns nothing unless the text is a criterion with its weight, such as `range:5` */
function parseWeight(part: string): [CriterionName, number][] {
  const [, name = "", weight] = WEIGHT.exec(part.trim()) ?? [];
  const criterion = CRITERION_NAMES.find((one) => one === name.toLowerCase());
  return criterion ? [[criterion, Number(weight)]] : [];
}

function weightsIn(found: ReadonlyMap<CriterionName, number>): Weights | null {
  const weights = record(CRITERION_NAMES, (name) => found.get(name) ?? 0);
  return hasWeight(weights) ? weights : null;
}

/** Reads `range:5,price:3`; others have weight 0. @returns null for any other text, and when all weights are 0 */
export function parseWeights(text: string | null | undefined): Weights | null {
  const parts = text?.split(",") ?? [];
  const found = new Map(parts.flatMap(parseWeight));
  return found.size === parts.length ? weightsIn(found) : null;
}

/** Reads weights from untrusted text, ignoring wrong and repeated parts. */
export function parseKnownWeights(text: string | null | undefined): Weights | null {
  // A Map keeps the last of several equal keys, so reverse them: the first one must count.
  return weightsIn(new Map(text?.split(",").toReversed().flatMap(parseWeight)));
}

export const BALANCED_WEIGHTS: Weights = record(CRITERION_NAMES, () => 3);

export function serializeWeights(weights: Weights): string {
  const weighed = CRITERION_NAMES.filter((name) => weights[name] > 0);
  return weighed.map((name) => `${name}:${weights[name]}`).join(",");
}

/** Rates each value from 0 to 100. */
type ValueRanks = ReadonlyMap<number, number>;

/** Returns the mid-rank percentile of each value: (worse ones + half of the equal ones, with itself) / all × 100. */
export function rankValues(values: Iterable<number>, better: Better): ValueRanks {
  const fromWorst = Float64Array.from(values).sort();
  if (better === "lower") fromWorst.reverse();
  const ranks = new Map<number, number>();
  for (let from = 0, to = 0; from < fromWorst.length; from = to) {
    const value = fromWorst[from] ?? 0;
    while (to < fromWorst.length && fromWorst[to] === value) to++;
    ranks.set(value, ((from + to) / 2 / fromWorst.length) * 100);
  }
  return ranks;
}

type CatalogueRanks = Readonly<Record<CriterionName, ValueRanks>>;

/** Relative to all trims of the catalogue, because filters only choose which ones are shown. */
const ranksOf = memoizeByObject((evs: readonly Ev[]): CatalogueRanks => {
  const trims = evs.flatMap((ev) => ev.trims);
  return record(CRITERION_NAMES, (name) => {
    const { valueOf, better } = CRITERIA[name];
    return rankValues(
      trims.map(valueOf).filter((value) => value !== null),
      better,
    );
  });
});

export interface ScorePart {
  readonly name: CriterionName;
  readonly weight: number;
  /** 0 to 100; null when the figure is unknown */
  readonly rank: number | null;
}

export type Scorer = ReturnType<typeof createScorer>;

/** @param evs every model of the catalogue */
export function createScorer(evs: readonly Ev[], weights: Weights) {
  const ranks = ranksOf(evs);
  const weighed = CRITERION_NAMES.filter((name) => weights[name] > 0);
  const total = weighed.reduce((sum, name) => sum + weights[name], 0);
  const rankOf = (name: CriterionName, trim: Trim): number | null => {
    const value = CRITERIA[name].valueOf(trim);
    return value === null ? null : (ranks[name].get(value) ?? null);
  };
  return {
    weights,
    /** 0 to 100, not rounded; null when too little is known about the trim */
    scoreOf(this: void, trim: Trim): number | null {
      let [known, sum] = [0, 0];
      for (const name of weighed) {
        const rank = rankOf(name, trim);
        if (rank === null) continue;
        known += weights[name];
        sum += weights[name] * rank;
      }
      if (known / total < LEAST_KNOWN_SHARE) return null;
      // Floating-point sums depend on the order of the terms, so unrounded ties would not be equal.
      return Math.round((sum / known) * 1e9) / 1e9;
    },
    /** one part for each criterion with a weight */
    partsOf: (trim: Trim): ScorePart[] =>
      weighed.map((name) => ({ name, weight: weights[name], rank: rankOf(name, trim) })),
  };
}

/** Each model's best score by id while all criteria count the same: the order before the first vote. */
export const balancedScores = memoizeByObject((evs: readonly Ev[]) => {
  const { scoreOf } = createScorer(evs, BALANCED_WEIGHTS);
  const bestScore = ({ trims }: Ev) => Math.max(...trims.map((trim) => scoreOf(trim) ?? NO_SCORE));
  const scores = new Map(evs.map((ev) => [ev.id, bestScore(ev)]));
  return (evId: number): number => scores.get(evId) ?? NO_SCORE;
});

export const NO_SCORE = -1;

export function roundScore(score: number): number {
  return Math.round(score * 10) / 10;
}

export interface Scored {
  readonly ev: Ev;
  readonly shown: Trim;
  /** score of the shown trim */
  readonly score: number | null;
}

/** Sorts by score, best first and no score last; ties by price, cheaper first, then by name. */
export function compareScored(a: Scored, b: Scored): number {
  return (
    compareKnown(a.score, b.score, "desc") ||
    compareKnown(present(a.shown.price), present(b.shown.price), "asc") ||
    compareModels(a.ev, b.ev)
  );
}

type PassingTrims = Pick<Match, "ev" | "trims">;

/** Visits each trim only once, because moving a slider scores ten thousand each time. */
function bestOf({ ev, trims }: PassingTrims, scoreOf: Scorer["scoreOf"]): Scored | undefined {
  let best: Scored | undefined;
  for (const shown of trims) {
    const scored = { ev, shown, score: scoreOf(shown) };
    if (!best || compareScored(scored, best) < 0) best = scored;
  }
  return best;
}

export interface RankedModel extends PassingTrims, Scored {
  /** counts all models that match the filters, from 1 */
  readonly position: number;
}

/** Ranks models by the best of their passing trims, as found by findModels() (ranking.md#own-ranking). */
export function rankMatches(
  matches: readonly PassingTrims[],
  { scoreOf }: Pick<Scorer, "scoreOf">,
): RankedModel[] {
  return matches
    .flatMap(({ ev, trims }) => {
      const best = bestOf({ ev, trims }, scoreOf);
      return best ? [{ ...best, trims }] : [];
    })
    .sort(compareScored)
    .map((model, at) => ({ ...model, position: at + 1 }));
}
