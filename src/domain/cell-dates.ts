/** Reads dates as people and programs write them in a table. */

/** Whether the day or the month comes first in a numeric date: `05/11/2026`. */
export type DateOrder = "day-first" | "month-first";
export const DATE_ORDERS: readonly DateOrder[] = ["day-first", "month-first"];

const LONGEST_DATE = 40;

/** A time of day, which is ignored. */
const TIME = String.raw`(?:[T ,]+\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?: ?[AP]M)?(?: ?(?:Z|UTC|[+-]\d{2}:?\d{2}))?)?`;
const YEAR_FIRST = new RegExp(
  String.raw`^(?<year>\d{4})([-/.])(?<month>\d\d?)\2(?<day>\d\d?)${TIME}$`,
  "i",
);
const YEAR_LAST = new RegExp(
  String.raw`^(?<first>\d\d?)(?<sign>[-/.])(?<second>\d\d?)\k<sign>(?<year>\d{4})${TIME}$`,
  "i",
);
/** `Sep 1, 2026` */
const MONTH_AND_DAY = /^(?<month>[a-z]{3,9})\.? (?<day>\d\d?)(?:st|nd|rd|th)?,? (?<year>\d{4})$/i;
/** `1 Sep 2026` */
const DAY_AND_MONTH =
  /^(?<day>\d\d?)(?:st|nd|rd|th)?[ -](?<month>[a-z]{3,9})\.?,?[ -](?<year>\d{4})$/i;

const MONTHS =
  "january february march april may june july august september october november december".split(
    " ",
  );

/** Returns 1 to 12, or 0 when the text is not a month. */
function monthNamed(name: string): number {
  const key = name.toLowerCase();
  return (
    1 +
    MONTHS.findIndex((month) => month.startsWith(key) || (key === "sept" && month === "september"))
  );
}

function isoDay(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}

/** Reads a date as `2026-11-23`. @param order without it, a date that can be read both ways is rejected */
export function readDate(text: string, order?: DateOrder): string | undefined {
  if (text.length > LONGEST_DATE) return undefined;
  const groups = (YEAR_FIRST.exec(text) ?? MONTH_AND_DAY.exec(text) ?? DAY_AND_MONTH.exec(text))
    ?.groups;
  if (groups) {
    const { year, month = "", day } = groups;
    return isoDay(Number(year), Number(month) || monthNamed(month), Number(day));
  }
  const { first, second, sign, year } = YEAR_LAST.exec(text)?.groups ?? {};
  if (year === undefined) return undefined;
  const dayFirst = isoDay(Number(year), Number(second), Number(first));
  // Only dates that begin with the day use dots as separators.
  if (sign === "." || order === "day-first") return dayFirst;
  const monthFirst = isoDay(Number(year), Number(first), Number(second));
  if (order === "month-first" || dayFirst === monthFirst) return monthFirst;
  return dayFirst !== undefined && monthFirst !== undefined ? undefined : (dayFirst ?? monthFirst);
}
