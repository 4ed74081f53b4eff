import { patchInTurns, sortInTurns } from "../../server/ordered.server.ts";
import { createTurns } from "../../server/turns.server.ts";
import type { StoredModel } from "../../vehicle/trims.ts";

/** What stands for a model in an order, and which comes first. */
export interface OrderRule<T> {
  itemsOf(models: readonly StoredModel[]): readonly T[];
  idOf(item: T): number;
  compare(a: T, b: T): number;
}

/** The models of one version, and how to find one. */
export interface Models {
  /** by id */
  readonly all: readonly StoredModel[];
  find(id: number): StoredModel | undefined;
}

/** All models in an order, sorted when somebody asks for them. */
export interface ModelOrder<T> {
  get(this: void): Promise<readonly T[]>;
  /** The order of a later version: sorted anew only where models have changed. */
  after(touched: ReadonlySet<number>, models: Models): ModelOrder<T>;
}

/** An order of an older version and the models that have changed since. */
interface Older<T> {
  items: readonly T[];
  touched: ReadonlySet<number>;
}

const MODELS_AT_ONCE = 100;
/** Past this part of all models, sorting them all is as quick. */
const PATCHED_PART = 0.25;

export function modelOrderOf<T>(
  rule: OrderRule<T>,
  models: Models,
  older?: Older<T>,
): ModelOrder<T> {
  let making: Promise<readonly T[]> | undefined;
  let made: readonly T[] | undefined;

  async function make(): Promise<readonly T[]> {
    const takeTurns = createTurns();
    const items: T[] = [];
    const ids = older ? [...older.touched] : undefined;
    const wanted = ids ? ids.flatMap((id) => models.find(id) ?? []) : models.all;
    for (let from = 0; from < wanted.length; from += MODELS_AT_ONCE) {
      items.push(...rule.itemsOf(wanted.slice(from, from + MODELS_AT_ONCE)));
      await takeTurns();
    }
    if (!older) return sortInTurns(items, rule.compare, takeTurns);
    const isGone = (item: T) => older.touched.has(rule.idOf(item));
    return patchInTurns(older.items, isGone, items, rule.compare, takeTurns);
  }

  return {
    async get() {
      making ??= make();
      made = await making;
      return made;
    },
    after(touched, next) {
      const known = made ? { items: made, touched: new Set<number>() } : older;
      if (!known) return modelOrderOf(rule, next);
      const all = known.touched.union(touched);
      const isWorth = all.size <= next.all.length * PATCHED_PART;
      return modelOrderOf(rule, next, isWorth ? { items: known.items, touched: all } : undefined);
    },
  };
}
