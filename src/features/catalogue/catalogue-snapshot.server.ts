import { encodePieces, JSON_TYPE, jsonPieces } from "../../server/compression.server.ts";
import { compareModels } from "../../domain/names.ts";
import { toListEntries } from "../../domain/trims.ts";
import {
  type Ev,
  type EvListEntry,
  type EvRow,
  type ModelRating,
  type StoredRow,
  type Trim,
  withHeaderFlag,
} from "../../domain/vehicle.ts";
import { UserError } from "../../base/errors.server.ts";
import { VEHICLE_NOT_FOUND } from "./row-columns.db.server.ts";
import type { ReadMark, VehicleStore } from "./vehicles.db.server.ts";
import { findChargingRates } from "../../domain/charging-estimate.ts";
import { countFacets } from "../../domain/filters/facets.ts";
import { drawingVersion } from "../pictures/drawing-version.server.ts";
import { findModels, type Match, NO_FILTER } from "../../domain/filters/find-models.ts";
import { DEFAULT_SORT } from "../../domain/filters/sort.ts";
import { emptyRow, TRIM_NAMES } from "../../domain/field-shapes.ts";

/** Everything that public reads need from one version of the catalogue. It never changes. */
export type Snapshot = ReturnType<typeof snapshotOf>;

/** Creates a reader for the catalogue, which after a change reads only the affected models. Call it one at a time. */
export function createSnapshotReader(store: Pick<VehicleStore, "readModelsSince">) {
  let models: readonly CatalogueModel[] = [];
  let last: Snapshot | undefined;
  let lastMark: ReadMark | null = null;
  return async () => {
    const fresh: CatalogueModel[] = [];
    const { mark, touched, aliases } = await store.readModelsSince(lastMark, (rows, ratings) => {
      for (const model of groupModels(rows, ratings)) fresh.push(model);
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
  models: readonly CatalogueModel[],
  aliases: readonly { id: number; model_id: number }[],
) {
  const evs: readonly Ev[] = models.map(({ ev }) => ev);
  // Ids of models and rows come from one sequence and never collide.
  const byId = lazily(() => {
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
  const isAlias = lazily(() => new Set(aliases.map(({ id }) => id)));
  /** finds the model with this id, or the model of the row with this id (vehicles.md#ids) */
  const findEv = (id: number) => byId().get(id);
  const evsAsListed = lazily((): readonly Ev[] =>
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
    /** Finds a model by its current or a former id, not by a row's. @throws UserError 404 */
    requireModel(this: void, id: number): Ev {
      const ev = findEv(id);
      return requireFound(ev?.id === id || isAlias().has(id) ? ev : undefined);
    },
    /** the current id of a model that was merged into another; undefined for any other id */
    movedTo: (id: number) => (isAlias().has(id) ? findEv(id)?.id : undefined),
    findEv,
    /** @throws UserError 404 */
    requireEv: (id: number): Ev => requireFound(findEv(id)),
    facets: lazily(() => countFacets(evs)),
    chargingRates: lazily(() => findChargingRates(evs)),
    /** in the order of the administrators' list */
    byName: lazily((): readonly CatalogueModel[] =>
      models.toSorted((a, b) => compareModels(a.ev, b.ev)),
    ),
    /** the whole public list, longest range first */
    list: lazily(() => encodePieces(jsonPieces(evsAsListed(), toListEntries), JSON_TYPE)),
    /** every model in the order of the list, as browsers receive them */
    evsAsListed,
  });
}

function requireFound(ev: Ev | undefined): Ev {
  if (!ev) throw new UserError(404, VEHICLE_NOT_FOUND);
  return ev;
}

function lazily<T>(make: () => T): () => T {
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

const NO_TRIM = emptyRow(["index", "rowId", ...TRIM_NAMES.map(([, name]) => name)]);

function publicTrim(row: StoredRow, index: number, header: StoredRow): Trim {
  const fields: Record<string, unknown> = { ...NO_TRIM };
  for (const [field, name] of TRIM_NAMES) fields[name] = row[field];
  const image = row.image ?? header.image;
  // The loop has set every field.
  return Object.assign(fields, { index, rowId: row.id, image }) as unknown as Trim;
}

/** A model as shoppers see it, and its rows as administrators see them, both in trim order. */
export interface CatalogueModel {
  readonly ev: Ev;
  readonly rows: readonly EvRow[];
}

/** Takes a model's fields from its header row (vehicles.md#header-row). */
export function groupModels(
  rows: readonly StoredRow[],
  ratings: ReadonlyMap<number, ModelRating>,
): CatalogueModel[] {
  return [...Map.groupBy(rows, ({ modelId }) => modelId)].flatMap(([id, group]) => {
    // The first is the header row (vehicles.md#trim-order).
    const ofModel = group.sort((a, b) => b.year - a.year || a.id - b.id);
    const [header] = ofModel;
    if (!header) return [];
    const rating = ratings.get(id);
    const ev: Ev = {
      id,
      make: header.make,
      model: header.model,
      year: header.year,
      bodyType: header.bodyType,
      image: header.image,
      drawing: "",
      taxCreditEligible: header.taxCreditEligible,
      averageRating: rating?.averageRating ?? null,
      reviewCount: rating?.reviewCount ?? 0,
      trims: ofModel.map((row, index) => publicTrim(row, index, header)),
    };
    ev.drawing = drawingVersion(ev);
    return { ev, rows: ofModel.map((row) => withHeaderFlag(row, row === header)) };
  });
}

export function groupTrims(...given: Parameters<typeof groupModels>): Ev[] {
  return groupModels(...given).map(({ ev }) => ev);
}
