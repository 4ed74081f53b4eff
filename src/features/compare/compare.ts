/**
 * What is compared: up to three trims, by row id (§4 Compare selection). The specification's item
 * `{ evId, trimIndex }` is what an id resolves to; the id itself survives that an administrator
 * adds, removes or reorders trims (readings 2, 5).
 */
import type { DistanceFormats } from "../../vehicle/distance.ts";
import { formatPrice } from "../../vehicle/format.ts";
import { compareModels } from "../../vehicle/names.ts";
import { present } from "../../vehicle/trims.ts";
import { trimName } from "../catalogue/trim-name.ts";
import type { Ev, Trim } from "../../vehicle/vehicle.ts";
import { MAX_COMPARED } from "./limits.ts";

/** One trim of the comparison: item `{ evId: ev.id, trimIndex: trim.index }` of §3. */
export interface Chosen {
  readonly ev: Ev;
  readonly trim: Trim;
}

/** What had to be left out of a comparison, for a note beside it. */
export interface LeftOut {
  /** an id names nothing in the catalogue any more */
  readonly unknown: boolean;
  /** more trims were named than a comparison holds */
  readonly beyond: boolean;
}

export interface Resolved {
  readonly chosen: readonly Chosen[];
  readonly leftOut: LeftOut;
  /** the first trim that there was no more room for */
  readonly next?: Chosen;
}

export const NOTHING_LEFT_OUT: LeftOut = { unknown: false, beyond: false };

const indexes = new WeakMap<readonly Ev[], ReadonlyMap<number, Chosen>>();

/** What an id names: a trim by its row, or a model's first trim by the model. */
export type FindChosen = (id: number) => Chosen | undefined;

/** Every trim by its row id, and the first trim of each model by the model's: ids never collide. */
function indexOf(evs: readonly Ev[]): ReadonlyMap<number, Chosen> {
  const known = indexes.get(evs);
  if (known) return known;
  const index = new Map<number, Chosen>();
  for (const ev of evs) {
    const [first] = ev.trims;
    if (first) index.set(ev.id, { ev, trim: first });
    for (const trim of ev.trims) index.set(trim.rowId, { ev, trim });
  }
  indexes.set(evs, index);
  return index;
}

/**
 * The trims that ids mean, in their order and each once; a model's id means its first trim.
 * Reading stops at the fourth trim, so that the result never depends on what follows it.
 * @param ids row or model ids
 * @param evs where to look; trims that are not among them count as unknown
 */
export function resolveComparison(ids: readonly number[], evs: readonly Ev[]): Resolved {
  const index = indexOf(evs);
  return resolveIds(ids, (id) => index.get(id));
}

/** Likewise, where somebody else knows the models. */
export function resolveIds(ids: readonly number[], find: FindChosen): Resolved {
  const chosen = new Map<number, Chosen>();
  let unknown = false;
  for (const id of ids) {
    const found = find(id);
    if (!found) unknown = true;
    else if (chosen.has(found.trim.rowId)) continue;
    else if (chosen.size < MAX_COMPARED) chosen.set(found.trim.rowId, found);
    else {
      const leftOut = { unknown, beyond: true };
      return { chosen: [...chosen.values()], leftOut, next: found };
    }
  }
  return { chosen: [...chosen.values()], leftOut: { unknown, beyond: false } };
}

/** A change of the selection; null refuses it, because three are chosen already. */
export type Change = (ids: readonly number[]) => readonly number[] | null;

/** Adds a trim at the end, or takes it out when it is there (§4). */
export function toggle(id: number): Change {
  return (ids) => {
    if (ids.includes(id)) return ids.filter((one) => one !== id);
    return ids.length < MAX_COMPARED ? [...ids, id] : null;
  };
}

/** Takes trims out. */
export function remove(...gone: readonly number[]): Change {
  return (ids) => ids.filter((id) => !gone.includes(id));
}

/** Puts a trim first, as the Compare button of a trim row does (readings 5). */
export function putFirst(id: number): Change {
  return (ids) => {
    const others = ids.filter((one) => one !== id);
    return others.length < MAX_COMPARED ? [id, ...others] : null;
  };
}

/** Puts a trim in the place of another; one that is chosen already changes places with it. */
export function replace(old: number, id: number): Change {
  return (ids) => ids.map((one) => (one === old ? id : one === id ? old : one));
}

/** §2, §8: wherever vehicles are compared. */
export const LOADING_VEHICLES = "Loading vehicles...";
export const LOADING_FAILED = "Error loading vehicles. Please try again later.";

/** Said when a fourth trim is refused (readings 5). */
export const REFUSAL = `${MAX_COMPARED} vehicles are chosen already. Remove one to add another.`;

/** The notes on what was left out, as sentences. */
export function notesOn({ unknown, beyond }: LeftOut): string[] {
  return [
    ...(unknown ? ["A vehicle that is no longer in the catalogue was left out."] : []),
    ...(beyond ? [`A comparison holds ${MAX_COMPARED} vehicles; the others were left out.`] : []),
  ];
}

/** The model's first trim that is not compared yet, undefined when all are. */
export function nextTrim(ev: Ev, ids: readonly number[]): Trim | undefined {
  return ev.trims.find(({ rowId }) => !ids.includes(rowId));
}

/** A trim's name; where the model has several years on sale, with its year (readings 2). */
export function trimTitle({ ev, trim }: Chosen): string {
  return trimName(ev, trim);
}

/** `LT FWD · $33,600 · 319 miles`: what is known of a trim before it is chosen. */
export function trimFigures({ ev, trim }: Chosen, { formatRange }: DistanceFormats): string {
  return [
    trimTitle({ ev, trim }),
    ...(present(trim.price) === null ? [] : [formatPrice(trim.price)]),
    ...(present(trim.range) === null ? [] : [formatRange(trim.range)]),
  ].join(" · ");
}

/** Make, model and trim in one line. */
export function fullTitle({ ev, trim }: Chosen): string {
  return `${ev.make} ${ev.model} ${trimTitle({ ev, trim })}`;
}

const sorted = new WeakMap<readonly Ev[], readonly Ev[]>();

/** The models by make and model. Sorted once for each list. */
export function byName(evs: readonly Ev[]): readonly Ev[] {
  const known = sorted.get(evs);
  if (known) return known;
  const result = evs.toSorted(compareModels);
  sorted.set(evs, result);
  return result;
}

/** The models with those of these ids in front, in the ids' order: chosen elsewhere goes first (§2). */
export function chosenFirst(evs: readonly Ev[], ids: readonly number[]): readonly Ev[] {
  const first = new Set(resolveComparison(ids, evs).chosen.map(({ ev }) => ev));
  return first.size === 0 ? evs : [...first, ...evs.filter((ev) => !first.has(ev))];
}
