import { formatNumber } from "./format.ts";

/** `12,345` */
export function formatCount(count: number): string {
  return formatNumber(count);
}

/** `3 rows`, `1 row` */
export function countOf(count: number, one: string, several = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`;
}
