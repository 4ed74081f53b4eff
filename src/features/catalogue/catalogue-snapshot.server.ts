import { type CachedAnswers, createCachedAnswers } from "../../server/cached-answer.server.ts";
import type { Encoded } from "../../server/compression.server.ts";
import { patchInTurns } from "../../server/ordered.server.ts";
import { createTurns, eachInTurns, type TakeTurns } from "../../server/turns.server.ts";
import {
  byMakeAndModel,
  groupModels,
  type StoredModel,
} from "../../vehicle/stored-models.server.ts";
import { present, toListEntries } from "../../vehicle/trims.ts";
import type { Ev, EvListEntry } from "../../vehicle/vehicle.ts";
import type { VehicleStore } from "../../vehicle/vehicle.store.server.ts";
import type { Facets } from "../filters/facets.ts";
import { findModels, type Match, NO_FILTER } from "../filters/filters.ts";
import { DEFAULT_SORT, modelOrder } from "../filters/sort.ts";
import { createWholeCatalogue, type WholeCatalogue } from "./catalogue-list.server.ts";
import { ANSWER_CACHE_BYTES } from "./limits.ts";
import {
  type Models,
  type ModelOrder,
  modelOrderOf,
  type OrderRule,
} from "./model-order.server.ts";

/** Everything that public reads need of one catalogue version. Never changes. */
export interface Snapshot {
  readonly version: number;
  /** by id */
  readonly evs: readonly Ev[];
  readonly totals: { readonly models: number; readonly trims: number };
  /** the model with this id */
  findModel(this: void, id: number): Ev | undefined;
  /** the model with this id, or the model of the row with this id (readings 2) */
  findEv(this: void, id: number): Ev | undefined;
  /** The brands and body types there are. This and what follows is made when first asked for, once. */
  facets(): Promise<Facets>;
  /** every model without a filter, longest range first */
  matches(): Promise<readonly Match[]>;
  /** every model with its rows, by make and model as administrators see them */
  byName(): Promise<readonly StoredModel[]>;
  /** the whole public list, longest range first */
  list(): Promise<Encoded>;
  /** Names what a page makes of all models: after a large change it is made before anybody asks. */
  makeAhead(this: void, name: string, make: (next: Snapshot) => Promise<unknown>): void;
  /** finished answers that depend on a query, gone with this version */
  readonly answers: CachedAnswers;
}

/** A snapshot, and what the next one is made of. */
interface Built extends Snapshot {
  readonly parts: {
    readonly models: Models;
    /** of all models, by id */
    readonly evs: readonly Ev[];
    /** how many there are */
    readonly trims: number;
    readonly modelOfRow: Map<number, number>;
    readonly matches: ModelOrder<Match>;
    readonly byName: ModelOrder<StoredModel>;
    /** what has been asked for, by name */
    readonly asked: Map<string, Make>;
  };
}

const MATCHES: OrderRule<Match> = {
  itemsOf: (models) =>
    findModels(
      models.map(({ ev }) => ev),
      NO_FILTER,
      DEFAULT_SORT,
      { isOnce: true },
    ).matches,
  groupOf: ({ shown }) => -(present(shown.range) ?? -Infinity),
  compare: modelOrder(DEFAULT_SORT),
};

const BY_NAME: OrderRule<StoredModel> = {
  itemsOf: (models) => models,
  compare: byMakeAndModel,
};

const byId = (a: StoredModel, b: StoredModel) => a.ev.id - b.ev.id;

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

/** Makes each snapshot of the one before: only models that have changed are read and made anew. */
export interface SnapshotReader {
  /** Reads the catalogue. One at a time; the same snapshot again when nothing has changed. */
  read(this: void): Promise<Snapshot>;
  /** Likewise, and makes of it what has been asked of the snapshot before. */
  readAhead(this: void): Promise<Snapshot>;
}

export function createSnapshotReader(store: Pick<VehicleStore, "readChanges">): SnapshotReader {
  const whole = createWholeCatalogue();
  let last: Built | undefined;
  async function read(): Promise<Built> {
    last = await readNext(store, whole, last);
    return last;
  }
  return {
    read,
    async readAhead() {
      const { list, ...others } = Object.fromEntries(last?.parts.asked ?? []);
      const next = await read();
      for (const make of Object.values(others)) await make(next);
      // Its text and its compressed form take longer than all the rest: whoever asks for the list waits
      // for them, and makes again what failed.
      list?.(next).catch(() => undefined);
      return next;
    },
  };
}

/** Makes a part of a snapshot that somebody will ask for. */
type Make = (snapshot: Snapshot) => Promise<unknown>;

async function readNext(
  store: Pick<VehicleStore, "readChanges">,
  whole: WholeCatalogue,
  before: Built | undefined,
): Promise<Built> {
  const takeTurns = createTurns();
  const fresh: StoredModel[] = [];
  const { version, touched } = await store.readChanges(before?.version ?? null, (rows, ratings) => {
    for (const model of groupModels(rows, ratings)) fresh.push(model);
  });
  fresh.sort(byId);
  const freshEvs = await evsOf(fresh, takeTurns);
  if (!before || touched === null) {
    const models = modelsOf(fresh);
    return build(version, whole, {
      models,
      evs: freshEvs,
      trims: await countTrims(freshEvs, takeTurns),
      modelOfRow: await rowsInto(new Map(), fresh, takeTurns),
      matches: modelOrderOf(MATCHES, models),
      byName: modelOrderOf(BY_NAME, models),
    });
  }
  if (version === before.version) return before;
  const { parts } = before;
  const gone: StoredModel[] = [];
  await eachInTurns(
    [...touched],
    (id) => {
      const model = parts.models.find(id);
      if (model) gone.push(model);
    },
    takeTurns,
  );
  const goneEvs = await evsOf(gone, takeTurns);
  const models = modelsOf(await patchInTurns(parts.models.all, gone, fresh, byId, takeTurns));
  // A row stays with its model, so that an older snapshot may look into the same map.
  await eachInTurns(
    gone,
    ({ ev }) => ev.trims.forEach(({ rowId }) => parts.modelOfRow.delete(rowId)),
    takeTurns,
  );
  return build(version, whole, {
    models,
    evs: await patchInTurns(parts.evs, goneEvs, freshEvs, (a, b) => a.id - b.id, takeTurns),
    trims:
      parts.trims -
      (await countTrims(goneEvs, takeTurns)) +
      (await countTrims(freshEvs, takeTurns)),
    modelOfRow: await rowsInto(parts.modelOfRow, fresh, takeTurns),
    matches: parts.matches.after(touched, models),
    byName: parts.byName.after(touched, models),
  });
}

async function evsOf(models: readonly StoredModel[], takeTurns: TakeTurns): Promise<Ev[]> {
  const evs: Ev[] = [];
  await eachInTurns(models, ({ ev }) => evs.push(ev), takeTurns);
  return evs;
}

async function countTrims(evs: readonly Ev[], takeTurns: TakeTurns): Promise<number> {
  let count = 0;
  await eachInTurns(evs, ({ trims }) => (count += trims.length), takeTurns);
  return count;
}

/** @param all by id */
function modelsOf(all: readonly StoredModel[]): Models {
  const lastId = all.at(-1)?.ev.id ?? 0;
  return {
    all,
    find(id) {
      // A new model, of which an import may ask for a hundred thousand.
      if (id > lastId) return undefined;
      let low = 0;
      let high = all.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        const found = all[middle];
        if (found?.ev.id === id) return found;
        if ((found?.ev.id ?? Infinity) < id) low = middle + 1;
        else high = middle;
      }
      return undefined;
    },
  };
}

async function rowsInto(
  modelOfRow: Map<number, number>,
  models: readonly StoredModel[],
  takeTurns: TakeTurns,
): Promise<Map<number, number>> {
  await eachInTurns(
    models,
    ({ ev }) => ev.trims.forEach(({ rowId }) => modelOfRow.set(rowId, ev.id)),
    takeTurns,
  );
  return modelOfRow;
}

function build(
  version: number,
  whole: WholeCatalogue,
  orders: Omit<Built["parts"], "asked">,
): Built {
  const { models, evs, trims, modelOfRow, matches, byName } = orders;
  const asked = new Map<string, Make>();
  const findModel = (id: number) => models.find(id)?.ev;
  let list: Promise<Encoded> | undefined;
  let facets: Promise<Facets> | undefined;
  return Object.freeze({
    version,
    evs,
    totals: { models: evs.length, trims },
    findModel,
    findEv(id: number) {
      const ev = findModel(id) ?? findModel(modelOfRow.get(id) ?? 0);
      // The map may know a row of a later version.
      return ev?.id === id || ev?.trims.some(({ rowId }) => rowId === id) ? ev : undefined;
    },
    facets() {
      asked.set("facets", (next) => next.facets());
      return (facets ??= whole.countFacets(evs));
    },
    matches() {
      asked.set("matches", (next) => next.matches());
      return matches.get();
    },
    byName() {
      asked.set("byName", (next) => next.byName());
      return byName.get();
    },
    list() {
      asked.set("list", async (next) => (await next.list()).body("br"));
      list ??= matches.get().then(whole.encodeList);
      return list;
    },
    makeAhead: (name: string, make: Make) => void asked.set(name, make),
    answers: createCachedAnswers(ANSWER_CACHE_BYTES),
    parts: { ...orders, asked },
  });
}
