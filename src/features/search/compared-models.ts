/** Recognizes models that a search names side by side (finding.md#plain-words). */
import { pickAlike } from "../../domain/alike-trims.ts";
import { findModels } from "../../domain/filters/find-models.ts";
import { joinLetters } from "../../domain/filters/search.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { MAX_COMPARED } from "../compare/limits.ts";
import type { FilterState } from "../filters/filter-state.ts";
import { toVehicleFilter } from "../filters/filter-views.ts";
import { findNames, type KnownNames } from "./known-names.ts";
import { lowered, type QueryToken } from "./phrase.ts";

/** Words that ask to compare the named models, not to list them: `EV6 vs Ioniq 5 under 50k`. */
const COMPARING = /(?<![\p{L}\p{N}])(?:vs|versus|against|compared?|side by side)(?![\p{L}\p{N}])/iu;

/** Words that join a condition to the names before it. */
const JOINED = /(?:[\s,]+(?:that|which|with|and|but|for|both))+\s*$/iu;

const SIDE_BY_SIDE =
  /^\s*(?:compare )?\0(?:(?:\s*,)?\s*(?:\b(?:and|or|with|to|versus|against|vs\.?)\s|[,&/])\s*\0)+(?: side by side| compared)?\s*$/;

/**
 * The models in `Model Y, Ioniq 5 and Equinox EV side by side` or `Model Y vs Ioniq 5`; empty for any other text.
 * @param isConditional whether the text also has a condition: `or` between models then lists them
 */
export function comparedModels(text: string, names: KnownNames, isConditional = false): Ev[] {
  if (isConditional && !COMPARING.test(text)) return [];
  return modelsNamedIn(isConditional ? text.replace(JOINED, "") : text, names);
}

function modelsNamedIn(text: string, names: KnownNames): Ev[] {
  const byParts = modelsOnEachSide(text, names);
  if (byParts.length > 0) return byParts;
  const recognized = findNames(text, names);
  const evs = recognized.flatMap(({ ev }) => ev ?? []);
  if (evs.length < recognized.length || evs.length > MAX_COMPARED) return [];
  const between = recognized.reduceRight(
    (rest, { from, to }) => `${rest.slice(0, from)}\0${rest.slice(to)}`,
    lowered(text),
  );
  const unique = [...new Set(evs)];
  return unique.length > 1 && SIDE_BY_SIDE.test(between) ? unique : [];
}

/** Reads `f150 vs silverado`, where each side is part of one model's name; empty if a side is not. */
function modelsOnEachSide(text: string, names: KnownNames): Ev[] {
  const sides = lowered(text)
    .replace(/^\s*compare\s/, "")
    .split(/\s(?:vs\.?|versus|against)\s/);
  if (sides.length < 2 || sides.length > MAX_COMPARED) return [];
  const models = sides.map((side) => names.modelsWith(joinLetters(side)));
  const found = [...new Set(models.flat())];
  return models.every((some) => some.length === 1) && found.length === sides.length ? found : [];
}

export interface ComparisonPlan {
  readonly kind: "comparison";
  readonly evs: readonly Ev[];
  /** one trim per model, one that meets the condition if there is any */
  readonly rowIds: readonly number[];
  /** the condition */
  readonly tokens: readonly QueryToken[];
  /** models without a trim that meets it */
  readonly misfits: readonly Ev[];
}

/** @param asked the filters that the tokens stand for */
export function planComparison(
  evs: readonly Ev[],
  tokens: readonly QueryToken[],
  asked: FilterState,
  makes: readonly string[],
): ComparisonPlan {
  const { matches } = findModels(evs, toVehicleFilter(asked, makes), asked.sort);
  const isSorted = tokens.some(({ parameter }) => parameter === "sort");
  const rowIds = evs.flatMap((ev) => {
    const match = matches.find((one) => one.ev === ev);
    if (match && isSorted) return match.shown.rowId;
    const passing = match && ev.trims.filter(({ index }) => match.passing.includes(index));
    return pickAlike([{ trims: passing ?? ev.trims }]);
  });
  const misfits = evs.filter((ev) => !matches.some((match) => match.ev === ev));
  return { kind: "comparison", evs, rowIds, tokens, misfits };
}
