const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

/**
 * `November 23, 2026` of `2026-11-23` or of a time of that day in UTC, wherever the reader is: a day
 * has no time zone. Short it is `Nov 23, 2026`.
 */
export function formatDay(at: string, isShort = false): string {
  const [year, month, date] = at.slice(0, 10).split("-").map(Number);
  const name = MONTHS[(month ?? 0) - 1];
  return `${isShort ? name?.slice(0, 3) : name} ${date}, ${year}`;
}

/** `July 2025` of `2025-07` */
export function formatMonth(at: string): string {
  const [year, month] = at.split("-").map(Number);
  return `${MONTHS[(month ?? 0) - 1]} ${year}`;
}
