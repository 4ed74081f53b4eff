import { patchInTurns, sortGroups, sortInTurns } from "../../server/ordered.server.ts";
import { createTurns, partsInTurns, type TakeTurns } from "../../server/turns.server.ts";
import type { StoredModel } from "../../vehicle/stored-models.server.ts";

/** What stands for a model in an order, and which comes first. */
export interface OrderRule<T> {
  itemsOf(models: readonly StoredModel[]): readonly T[];
  /** A number that grows along the order, where one tells most items apart. */
  groupOf?(item: T): number;
  /** No two models are level. */
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
  models: Models;
  touched: ReadonlySet<number>;
}

/** Past this part of all models, sorting them all is as quick. */
const PATCHED_PART = 0.25;

export function modelOrderOf<T>(
  rule: OrderRule<T>,
  models: Models,
  older?: Older<T>,
): ModelOrder<T> {
  let making: Promise<readonly T[]> | undefined;
  let made: readonly T[] | undefined;

  async function itemsOf(wanted: readonly StoredModel[], takeTurns: TakeTurns): Promise<T[]> {
    const items: T[] = [];
    await partsInTurns(wanted, (part) => items.push(...rule.itemsOf(part)), takeTurns);
    return items;
  }

  async function make(): Promise<readonly T[]> {
    const takeTurns = createTurns();
    if (!older) {
      const items = await itemsOf(models.all, takeTurns);
      return rule.groupOf
        ? sortGroups(items, rule.groupOf, rule.compare, takeTurns)
        : sortInTurns(items, rule.compare, takeTurns);
    }
    const touched = [...older.touched];
    const among = (some: Models) =>
      itemsOf(
        touched.flatMap((id) => some.find(id) ?? []),
        takeTurns,
      );
    const [gone, fresh] = [await among(older.models), await among(models)];
    return patchInTurns(older.items, gone, fresh, rule.compare, takeTurns);
  }

  return {
    async get() {
      making ??= make();
      made = await making;
      return made;
    },
    after(touched, next) {
      const known = made ? { items: made, models, touched: new Set<number>() } : older;
      const most = next.all.length * PATCHED_PART;
      if (!known || touched.size > most) return modelOrderOf(rule, next);
      const all = known.touched.union(touched);
      const isWorth = all.size <= most;
      return modelOrderOf(rule, next, isWorth ? { ...known, touched: all } : undefined);
    },
  };
}
