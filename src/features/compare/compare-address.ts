/** The comparison in an address: `?ev=13,41`, row ids in order (comparing.md#comparison-in-the-address). */
import { queryOptions, skipToken } from "@tanstack/react-query";

import { replacePart } from "../../ui/address-state.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import { type FindChosen, resolveIds } from "./compare.ts";
import { MAX_ADDRESS_IDS, MODELS_A_PAGE } from "./limits.ts";

const PARAMETER = "ev";

/** Ignores repeated and invalid ids, and all beyond the limit. */
export function parseIds(text: string): number[] {
  const ids = new Set<number>();
  // The limit bounds the work for a malicious text.
  for (const part of text.split(",", MAX_ADDRESS_IDS * 4)) {
    const digits = part.trim();
    if (/^\d{1,15}$/.test(digits)) ids.add(Number(digits));
    if (ids.size === MAX_ADDRESS_IDS) break;
  }
  return [...ids];
}

/** null without the parameter; empty when it says that nothing is compared */
export function parseComparison(search: string): number[] | null {
  const text = new URLSearchParams(search).get(PARAMETER);
  return text === null ? null : parseIds(text);
}

export function formatComparison(ids: readonly number[]): string {
  return ids.length > 0 ? `${PARAMETER}=${ids.join(",")}` : "";
}

export const COMPARISON_ADDRESS = {
  owns: (parameter: string) => parameter === PARAMETER,
  read(search: string): string {
    const ids = parseComparison(search);
    return ids === null ? "" : `${PARAMETER}=${ids.join(",")}`;
  },
};

export function replaceComparison(search: string, ids: readonly number[]): string {
  return replacePart(search, COMPARISON_ADDRESS.owns, formatComparison(ids));
}

export interface NamedComparison {
  /** unknown vehicles are one id that nothing has */
  readonly ids: readonly number[];
  readonly evs: readonly Ev[];
}

export interface CompareStart {
  readonly evs: readonly Ev[];
  readonly modelCount: number;
}

/** Filled by the document only. */
export const compareStartQuery = queryOptions<CompareStart>({
  queryKey: ["compare"],
  queryFn: skipToken,
});

/** Stands for every unknown vehicle of an address, so that all such addresses share one document. */
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

/** @returns the canonical query, with its question mark or empty, and the page's data */
export function readCompareStart(
  find: FindChosen,
  search: string,
): { search: string; start: (byName: readonly Ev[]) => CompareStart } {
  const { ids, evs } = readComparison(find, search);
  const query = formatComparison(ids);
  return {
    search: query && `?${query}`,
    start: (byName) => {
      const shown = new Set([...evs, ...byName.slice(0, MODELS_A_PAGE)]);
      return {
        evs: byName.filter((ev) => shown.has(ev)),
        modelCount: byName.length,
      };
    },
  };
}
