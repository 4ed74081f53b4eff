import { encodePieces, JSON_TYPE, jsonPieces } from "../../server/compression.server.ts";
import { compareModels } from "../../domain/names.ts";
import { groupModels, type StoredModel } from "./stored-models.server.ts";
import { toListEntries } from "../../domain/trims.ts";
import type { Ev, EvListEntry } from "../../domain/vehicle.ts";
import type { ReadMark, VehicleStore } from "./vehicles.db.server.ts";
import { findChargingRates } from "../../domain/charging-estimate.ts";
import { countFacets } from "../../domain/filters/facets.ts";
import { drawingVersion } from "../pictures/drawing-version.server.ts";
import {
  findModels,
  type FoundModels,
  type Match,
  NO_FILTER,
} from "../../domain/filters/find-models.ts";
import { DEFAULT_SORT } from "../../domain/filters/sort.ts";
import { FIRST_CARDS } from "./catalogue.queries.ts";

/** Everything that public reads need from one version of the catalogue. It never changes. */
export type Snapshot = ReturnType<typeof snapshotOf>;

/** Creates a reader for the catalogue, which after a change reads only the affected models. Call it one at a time. */
export function createSnapshotReader(
  store: Pick<VehicleStore, "readModelsSince">,
): () => Promise<Snapshot> {
  let models: readonly StoredModel[] = [];
  let last: Snapshot | undefined;
  let lastMark: ReadMark | null = null;
  return async () => {
    const fresh: StoredModel[] = [];
    const { mark, touched, aliases } = await store.readModelsSince(lastMark, (rows, ratings) => {
      for (const model of groupModels(rows, ratings, drawingVersion)) fresh.push(model);
    });
    lastMark = mark;
    const { version } = mark;
    if (touched && version === last?.version) return last;
    const unchanged = touched ? models.filter(({ ev }) => !touched.has(ev.id)) : [];
    models = [...unchanged, ...fresh].sort((a, b) => a.ev.id - b.ev.id);
    last = snapshotOf(version, models, aliases);
    return last;
  };
}

let snapshots = 0;

/** @param aliases ids of models that were merged into others (vehicles.md#ids) */
function snapshotOf(
  version: number,
  models: readonly StoredModel[],
  aliases: readonly { id: number; model_id: number }[],
) {
  const evs: readonly Ev[] = models.map(({ ev }) => ev);
  // Ids of models and rows come from one sequence and never collide.
  const byId = once(() => {
    const owners = new Map<number, Ev>();
    for (const ev of evs) {
      owners.set(ev.id, ev);
      for (const { rowId } of ev.trims) owners.set(rowId, ev);
    }
    for (const { id, model_id } of aliases) {
      const owner = owners.get(model_id);
      if (owner) owners.set(id, owner);
    }
    return owners;
  });
  const isAlias = once(() => new Set(aliases.map(({ id }) => id)));
  /** finds the model with this id, or the model of the row with this id (vehicles.md#ids) */
  const findEv = (id: number) => byId().get(id);
  const evsAsListed = once((): readonly Ev[] =>
    findModels(evs, NO_FILTER, DEFAULT_SORT).matches.map(({ ev }) => ev),
  );
  const totals = {
    models: evs.length,
    trims: evs.reduce((sum, { trims }) => sum + trims.length, 0),
  };
  return Object.freeze({
    version,
    /** not the version, because after a failover the same number may refer to other content */
    cacheKey: ++snapshots,
    evs,
    totals,
    findModel(this: void, id: number) {
      const ev = findEv(id);
      return ev?.id === id || isAlias().has(id) ? ev : undefined;
    },
    /** the current id of a model that was merged into another; undefined for any other id */
    movedTo: (id: number) => (isAlias().has(id) ? findEv(id)?.id : undefined),
    findEv,
    facets: once(() => countFacets(evs)),
    chargingRates: once(() => findChargingRates(evs)),
    /** the first cards of the unfiltered list; votes, which outdate pages, do not change them */
    firstCards: once((): FoundModels => {
      const first = evsAsListed().slice(0, FIRST_CARDS);
      const firstModels = findModels(first, NO_FILTER, DEFAULT_SORT);
      return { ...firstModels, modelCount: totals.models, trimCount: totals.trims };
    }),
    /** in the order of the administrators' list */
    byName: once((): readonly StoredModel[] =>
      models.toSorted((a, b) => compareModels(a.ev, b.ev)),
    ),
    /** the whole public list, longest range first */
    list: once(() => encodePieces(jsonPieces(evsAsListed(), toListEntries), JSON_TYPE)),
    /** every model in the order of the list, as browsers receive them */
    evsAsListed,
  });
}

function once<T>(make: () => T): () => T {
  let cached: { value: T } | undefined;
  return () => (cached ??= { value: make() }).value;
}

/** Returns the list's entries for the models found: their passing trims, in trim order (calls.md#public-list). */
export function listEntries(matches: readonly Match[]): EvListEntry[] {
  return toListEntries(
    matches.map(({ ev, trims }) =>
      trims.length === ev.trims.length ? ev : { ...ev, trims: [...trims] },
    ),
  );
}
