/** The comparison in an address: `?ev=13,41`, row ids in order (readings 5). */
import { MAX_ADDRESS_IDS } from "./limits.ts";

const PARAMETER = "ev";

/** Ids of a text like `13,41`: whole numbers, each once, at most a dozen; the rest is passed over. */
export function parseIds(text: string): number[] {
  const ids = new Set<number>();
  // A separator beyond what a dozen ids need is somebody's play.
  for (const part of text.split(",", MAX_ADDRESS_IDS * 4)) {
    const digits = part.trim();
    if (/^\d{1,15}$/.test(digits)) ids.add(Number(digits));
    if (ids.size === MAX_ADDRESS_IDS) break;
  }
  return [...ids];
}

/**
 * The ids in an address.
 * @param search the query, with or without its question mark
 * @returns null when it says nothing about a comparison; empty when it says that there is none
 */
export function parseComparison(search: string): number[] | null {
  const text = new URLSearchParams(search).get(PARAMETER);
  return text === null ? null : parseIds(text);
}

function isOurs(part: string): boolean {
  return new URLSearchParams(part).has(PARAMETER);
}

/**
 * The query of an address after its comparison has changed, without question mark. Other parameters
 * (the filters of the home page) stay, before it.
 */
export function replaceComparison(search: string, ids: readonly number[]): string {
  const others = search
    .replace(/^\?/u, "")
    .split("&")
    .filter((part) => part !== "" && !isOurs(part));
  return [...others, ...(ids.length > 0 ? [`${PARAMETER}=${ids.join(",")}`] : [])].join("&");
}
