/** How many of a thing there are, in words. */
import { whenUsed } from "./when-used.ts";

/** Cheaper than a number's own way, which makes a format each time. */
const GROUPED = whenUsed(() => new Intl.NumberFormat("en-US"));

/** `12,345` */
export function formatCount(count: number): string {
  return GROUPED().format(count);
}

/** `3 rows`, `1 row` */
export function countOf(count: number, one: string, several = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : several}`;
}
