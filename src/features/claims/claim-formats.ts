/** Formats claims for shoppers (evidence.md#sources-of-a-figure). */
import { DISTANCE_FORMATS, type DistanceFormats } from "../../domain/distance.ts";
import { formatNumber } from "../../domain/format.ts";
import { formatDay, formatMonth } from "../../ui/dates.ts";
import { CM_PER_INCH } from "../../domain/shown-formats.ts";
import { SHOWN_FIELDS } from "../../domain/shown-fields.ts";
import { type ClaimField, fieldLike, sheetNameOf } from "./claims.ts";
import type { ClaimValue, EvidenceTest } from "./claims.schema.ts";

/** No source gives more decimals. */
const DECIMALS = 2;

/** Distances use the visitor's unit (everywhere.md#distances): its symbol, and how many make up a stored one. */
const IN_KM: Readonly<Record<string, { symbol: string; times: number; decimals: number }>> = {
  mi: { symbol: "km", times: DISTANCE_FORMATS.km.perMile, decimals: 0 },
  mph: { symbol: "km/h", times: DISTANCE_FORMATS.km.perMile, decimals: 0 },
  in: { symbol: "cm", times: CM_PER_INCH, decimals: 0 },
  "kWh/100 mi": { symbol: "kWh/100 km", times: 1 / DISTANCE_FORMATS.km.perMile, decimals: 1 },
};

/** `320 mi`, `$45,000`, `NACS`, `Yes` */
export function formatClaimValue(
  field: ClaimField,
  value: ClaimValue,
  distance: DistanceFormats,
): string {
  return formatClaimValues(field, [value], distance);
}

/** `283-320 mi`, `$44,600-$46,900`, `CCS or NACS` */
export function formatClaimValues(
  field: ClaimField,
  values: readonly ClaimValue[],
  distance: DistanceFormats,
): string {
  const shown = SHOWN_FIELDS[sheetNameOf(fieldLike(field))];
  if ("words" in shown) {
    const words = values.map((value) =>
      typeof value === "boolean" ? (value ? "Yes" : "No") : value,
    );
    return words.join(" or ");
  }
  const stored = { symbol: shown.symbol ?? "", times: 1, decimals: DECIMALS };
  const inKm = distance.unit === "km" ? IN_KM[stored.symbol] : undefined;
  const { symbol, times, decimals } = inKm ?? stored;
  const figures = values.map((value) =>
    // The specifications show seconds with two decimals.
    symbol === "s"
      ? Number(value).toFixed(DECIMALS)
      : formatNumber(Number(value) * times, decimals),
  );
  if (symbol === "$") return figures.map((figure) => `$${figure}`).join("-");
  // Seconds are written together everywhere.
  const space = symbol === "s" ? "" : " ";
  return `${figures.join("-")}${space}${symbol}`.trimEnd();
}

/** `2025`, `July 2025` or `July 11, 2025`, depending on how precise the date is. */
export function formatPublished(published: string): string {
  if (published.length === "2025".length) return published;
  return published.length === "2025-07".length ? formatMonth(published) : formatDay(published);
}

/** `12% more than EPA`; null when there is no figure to compare with. */
export function differenceText({
  value,
  official,
  isEpa,
}: Pick<EvidenceTest, "value" | "official" | "isEpa">): string | null {
  if (official === null) return null;
  const than = isEpa ? "EPA" : "the official figure";
  const percent = Math.round((100 * Math.abs(value - official)) / official);
  if (percent === 0) return `the same as ${than}`;
  return `${percent}% ${value > official ? "more" : "less"} than ${than}`;
}
