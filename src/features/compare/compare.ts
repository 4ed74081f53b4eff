/** Up to three trims by row id, which stays valid when trims are added or reordered (comparing.md#selection). */
import { memoizeByObject } from "../../domain/memoize.ts";
import type { DistanceFormats } from "../../domain/distance.ts";
import { formatPrice, listInWords, NOT_AVAILABLE } from "../../domain/format.ts";
import { compareModels } from "../../domain/names.ts";
import { trimName, sortTrims } from "../../domain/trims.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";

/** Maximum number of trims in a comparison (comparing.md#selection). */
export const MAX_COMPARED = 3;
/** How many models the pickers show at a time. */
export const MODELS_PER_PAGE = 24;

/** A trim and the model that it belongs to. */
export interface ModelTrim {
  readonly ev: Ev;
  readonly trim: Trim;
}

export interface OmittedCars {
  /** an id is no longer in the catalogue */
  readonly unknown: boolean;
  readonly beyond: boolean;
  /** names of the unknown cars, as far as they were compared in this browser */
  readonly gone?: readonly string[];
}

export const NOTHING_OMITTED: OmittedCars = { unknown: false, beyond: false };

/** Finds the trim of a row id, or the first trim of a model id; the two never collide. */
const indexByAnyId = memoizeByObject((evs: readonly Ev[]): ReadonlyMap<number, ModelTrim> => {
  const index = new Map<number, ModelTrim>();
  for (const ev of evs) {
    const [first] = ev.trims;
    if (first) index.set(ev.id, { ev, trim: first });
    for (const trim of ev.trims) index.set(trim.rowId, { ev, trim });
  }
  return index;
});

/** Keeps the order and drops duplicates. @returns also the first car that is one too many */
export function resolveComparison(ids: readonly number[], evs: readonly Ev[]) {
  // Most addresses on the server have no comparison and need no index.
  const found = ids.map((id) => indexByAnyId(evs).get(id));
  const known = new Map(found.flatMap((one) => (one ? [[one.trim.rowId, one] as const] : [])));
  const [next] = [...known.values()].slice(MAX_COMPARED);
  const omitted: OmittedCars = { unknown: found.includes(undefined), beyond: next !== undefined };
  return { chosen: [...known.values()].slice(0, MAX_COMPARED), omitted, next };
}

/** null when there are already three */
export type Change = (ids: readonly number[]) => readonly number[] | null;

export function toggleTrim(id: number): Change {
  return (ids) => {
    if (ids.includes(id)) return ids.filter((one) => one !== id);
    return ids.length < MAX_COMPARED ? [...ids, id] : null;
  };
}

export function removeTrims(...gone: readonly number[]): Change {
  return (ids) => ids.filter((id) => !gone.includes(id));
}

export function putTrimFirst(id: number): Change {
  return (ids) => {
    const others = ids.filter((one) => one !== id);
    return others.length < MAX_COMPARED ? [id, ...others] : null;
  };
}

export function replaceTrim(old: number, id: number): Change {
  return (ids) => ids.map((one) => (one === old ? id : one === id ? old : one));
}

/** comparing.md#compare-page */
export const LOADING_VEHICLES = "Loading vehicles...";
export const LOADING_FAILED = "Error loading vehicles. Please try again later.";

/** Shown when a fourth trim is chosen (comparing.md#selection). */
export const COMPARISON_FULL = "You already have three. Remove one first.";

export function omissionNotes({ unknown, beyond, gone = [] }: OmittedCars): string[] {
  const cars = gone.length > 0 ? `The ${listInWords(gone)}` : "A vehicle";
  const left =
    gone.length > 1 ? "are no longer listed, so they were" : "is no longer listed, so it was";
  return [
    ...(unknown ? [`${cars} ${left} left out.`] : []),
    ...(beyond
      ? [`You can compare up to ${MAX_COMPARED} vehicles. The others were left out.`]
      : []),
  ];
}

/** Returns the model's cheapest trim that is not yet compared (comparing.md#like-for-like). */
export function nextTrim(ev: Ev, ids: readonly number[]): Trim | undefined {
  return sortTrims(ev).find(({ rowId }) => !ids.includes(rowId));
}

/** The trim, and on the next line its known price and range. */
export function trimFigures({ ev, trim }: ModelTrim, { formatRange }: DistanceFormats): string {
  const known = [formatPrice(trim.price), formatRange(trim.range)].filter(
    (figure) => figure !== NOT_AVAILABLE,
  );
  const figures = known.join(" · ").replaceAll(" ", "\u00a0");
  return [trimName(ev, trim), figures].filter(Boolean).join("\n");
}

export function fullTitle({ ev, trim }: ModelTrim): string {
  return `${ev.make} ${ev.model} ${trimName(ev, trim)}`;
}

/** A model that is only a number needs its make, such as `Polestar 2`. */
function modelName({ ev: { make, model } }: ModelTrim): string {
  return /\p{L}/u.test(model) ? model : `${make} ${model}`;
}

/**
 * The model alone if that tells the cars apart, otherwise with make, trim or year.
 * @param saysModel whether to include the model even when all trims are of one model
 */
export function shortNames(chosen: readonly ModelTrim[], saysModel = false): string[] {
  const isTrimEnough = !saysModel && chosen.every(({ ev }) => ev.id === chosen[0]?.ev.id);
  const withTrim = (one: ModelTrim) =>
    isTrimEnough ? one.trim.trim : `${modelName(one)} ${one.trim.trim}`;
  const formats: readonly ((one: ModelTrim) => string)[] = [
    modelName,
    ({ ev }) => `${ev.make} ${ev.model}`,
    withTrim,
    (one) => `${withTrim(one)} (${one.trim.year})`,
  ];
  const names = chosen.map((one) => {
    const distinct = formats.find((format) =>
      chosen.every((other) => other === one || format(other) !== format(one)),
    );
    return (distinct ?? withTrim)(one);
  });
  const short = names.map(shorten);
  return new Set(short).size === new Set(names).size ? short : names;
}

const MAX_NAME_CHARACTERS = 48;

/** Longer than any car's name, an administrator's would fill the sentence; trim and year stay at its end. */
function shorten(name: string): string {
  if (name.length <= MAX_NAME_CHARACTERS) return name;
  const half = MAX_NAME_CHARACTERS / 2;
  return `${name.slice(0, half).trimEnd()}…${name.slice(1 - half).trimStart()}`;
}

export const byName = memoizeByObject((evs: readonly Ev[]): readonly Ev[] =>
  evs.toSorted(compareModels),
);

/** comparing.md#compare-page */
export function chosenFirst(evs: readonly Ev[], ids: readonly number[]): readonly Ev[] {
  const first = new Set(resolveComparison(ids, evs).chosen.map(({ ev }) => ev));
  return first.size === 0 ? evs : [...first, ...evs.filter((ev) => !first.has(ev))];
}
