import { queryOptions, type QueryClient } from "@tanstack/react-query";

import type { Ev } from "../../domain/vehicle.ts";
import { anyEvsQuery } from "../catalogue/catalogue.queries.ts";
import { byName, type FindChosen, resolveComparison, resolveIds } from "./compare.ts";
import { parseComparison } from "./compare-address.ts";
import { MODELS_A_PAGE } from "./limits.ts";

export interface NamedComparison {
  /** all unknown vehicles share one id that no vehicle has */
  readonly ids: readonly number[];
  readonly evs: readonly Ev[];
}

/** Replaces every unknown vehicle of an address, so that all such addresses share one document. */
const UNKNOWN_ID = 0;

export function readComparison(find: FindChosen, search: string): NamedComparison {
  const { chosen, leftOut, next } = resolveIds(parseComparison(search) ?? [], find);
  const named = next ? [...chosen, next] : chosen;
  const ids = named.map(({ trim }) => trim.rowId);
  return {
    ids: leftOut.unknown ? [UNKNOWN_ID, ...ids] : ids,
    evs: [...new Set(named.map(({ ev }) => ev))],
  };
}

/** What the compare page shows before the list arrives. */
export interface CompareModels {
  /** the models in its address and the first ones of the grid, by name */
  readonly evs: readonly Ev[];
  readonly modelCount: number;
}

/** @param evs every model, by name */
export function findCompareModels(
  evs: readonly Ev[],
  search: string,
  find: FindChosen,
): CompareModels {
  const named = readComparison(find, search).evs;
  const shown = new Set([...named, ...evs.slice(0, MODELS_A_PAGE)]);
  return { evs: evs.filter((ev) => shown.has(ev)), modelCount: evs.length };
}

/** Reads the models for the address with which the page was opened; the list has the models of any other. */
export function compareModelsQuery(search: string, read = readOfList) {
  return queryOptions({
    queryKey: ["compare"] as const,
    queryFn: ({ client }) => read(search, client),
  });
}

async function readOfList(search: string, client: QueryClient): Promise<CompareModels> {
  const evs = byName(await client.query(anyEvsQuery()));
  return findCompareModels(evs, search, (id) => resolveComparison([id], evs).chosen[0]);
}
