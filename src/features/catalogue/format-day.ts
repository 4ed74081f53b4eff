const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** `November 23, 2026` of `2026-11-23`, wherever the reader is: a day has no time zone. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split("-").map(Number);
  return `${MONTHS[(month ?? 0) - 1]} ${date}, ${year}`;
}
