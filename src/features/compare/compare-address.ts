/** The comparison in an address: `?ev=13,41`, row ids in order (comparing.md#comparison-in-the-address). */
import type { Codec } from "../../ui/page-query.ts";

/** Maximum number of ids read from an address, which may contain deleted ones. */
export const MAX_ADDRESS_IDS = 12;

const PARAMETER = "ev";

/** Ignores repeated and invalid ids, and all ids beyond the limit. */
export function parseIds(text: string): number[] {
  // The limit bounds the work for a malicious address.
  const parts = text.split(",", MAX_ADDRESS_IDS * 4).map((part) => part.trim());
  const ids = parts.filter((part) => /^\d{1,15}$/.test(part)).map(Number);
  return [...new Set(ids)].slice(0, MAX_ADDRESS_IDS);
}

/** Returns null without the parameter, or an empty array when nothing is compared. */
export function parseComparison(search: string): number[] | null {
  const text = new URLSearchParams(search).get(PARAMETER);
  return text === null ? null : parseIds(text);
}

export function formatComparison(ids: readonly number[]): string {
  return ids.length > 0 ? `${PARAMETER}=${ids.join(",")}` : "";
}

export const COMPARISON_CODEC: Codec<readonly number[] | null> = {
  owns: (parameter) => parameter === PARAMETER,
  parse: parseComparison,
  serialize: (ids) => formatComparison(ids ?? []),
};

const DIFFERENCES = "differences";
const ONLY = "only";

/** Whether `differences=only` hides rows of the comparison with equal values (comparing.md#rows). */
export const DIFFERENCES_CODEC: Codec<boolean> = {
  owns: (parameter) => parameter === DIFFERENCES,
  parse: (search) => new URLSearchParams(search).get(DIFFERENCES) === ONLY,
  serialize: (isOn) => (isOn ? `${DIFFERENCES}=${ONLY}` : ""),
};
