import { type CachedAnswers, createCachedAnswers } from "../../server/cached-answer.server.ts";
import { encode, type Encoded, JSON_TYPE } from "../../server/compression.server.ts";
import { createTurns } from "../../server/turns.server.ts";
import { flatRows, groupTrims, toListEntries } from "../../vehicle/trims.ts";
import type { Ev, EvListEntry, EvRow } from "../../vehicle/vehicle.ts";
import type { VehicleStore } from "../../vehicle/vehicle.store.server.ts";
import { countFacets, type Facets } from "../filters/facets.ts";
import { findModels, type Match, NO_FILTER } from "../filters/filters.ts";
import { DEFAULT_SORT } from "../filters/sort.ts";
import { ANSWER_CACHE_BYTES } from "./limits.ts";

/** Everything that public reads need of one catalogue version. Never changes. */
export interface Snapshot {
  readonly version: number;
  readonly evs: readonly Ev[];
  /** by model id */
  readonly byId: ReadonlyMap<number, Ev>;
  /** model id by row id */
  readonly modelOfRow: ReadonlyMap<number, number>;
  /** the brands and body types there are */
  readonly facets: Facets;
  readonly totals: { readonly models: number; readonly trims: number };
  /** the rows as administrators see them, in their order; made at most once */
  flatRows(): readonly EvRow[];
  /** the whole public list, longest range first; serialised and compressed at most once */
  list(): Promise<Encoded>;
  /** finished answers that depend on a query, gone with this version */
  readonly answers: CachedAnswers;
}

/** The list's entries for the models found: their passing trims, in trim order (readings 3). */
export function listEntries(matches: readonly Match[]): EvListEntry[] {
  return toListEntries(
    matches.map(({ ev, passing }) =>
      passing.length === ev.trims.length
        ? ev
        : { ...ev, trims: ev.trims.filter(({ index }) => passing.includes(index)) },
    ),
  );
}

/** Models that become text in one go; others are served before the next. */
const MODELS_AT_ONCE = 250;

/** The list as an answer. At 100,000 trims it is 45 MB of text. */
async function encodeList(matches: readonly Match[]): Promise<Encoded> {
  const takeTurns = createTurns();
  const parts: Buffer[] = [];
  for (let from = 0; from < matches.length; from += MODELS_AT_ONCE) {
    const entries = JSON.stringify(listEntries(matches.slice(from, from + MODELS_AT_ONCE)));
    parts.push(Buffer.from(`${from === 0 ? "" : ","}${entries.slice(1, -1)}`));
    await takeTurns();
  }
  return encode(Buffer.concat([Buffer.from("["), ...parts, Buffer.from("]")]), JSON_TYPE);
}

/** Reads the catalogue and makes the snapshot of its present version. */
export async function readSnapshot(store: Pick<VehicleStore, "readCatalogue">): Promise<Snapshot> {
  const { version, rows, ratings } = await store.readCatalogue();
  const takeTurns = createTurns();
  const evs = groupTrims(rows, ratings);
  await takeTurns();
  const facets = countFacets(evs);
  await takeTurns();
  let list: Promise<Encoded> | undefined;
  let flat: readonly EvRow[] | undefined;
  return Object.freeze({
    version,
    evs,
    byId: new Map(evs.map((ev) => [ev.id, ev])),
    modelOfRow: new Map(rows.map((row) => [row.id, row.modelId])),
    facets,
    totals: { models: evs.length, trims: rows.length },
    flatRows: () => (flat ??= flatRows(rows)),
    list: () => (list ??= encodeList(findModels(evs, NO_FILTER, DEFAULT_SORT).matches)),
    answers: createCachedAnswers(ANSWER_CACHE_BYTES),
  });
}

/** The model with this id, or the model of the row with this id (readings 2). */
export function findEv(snapshot: Snapshot, id: number): Ev | undefined {
  return snapshot.byId.get(id) ?? snapshot.byId.get(snapshot.modelOfRow.get(id) ?? -1);
}
