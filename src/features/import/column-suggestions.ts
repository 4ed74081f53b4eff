/** Which field a header of another name probably means. A person decides. */
import { CSV_FIELDS, type CsvField, FIELD_LABELS } from "./import-columns.ts";

/** Other words for a field, as price lists and other catalogues use them. */
const OTHER_NAMES: Readonly<Record<CsvField, readonly string[]>> = {
  make: ["brand", "manufacturer", "maker", "oem"],
  model: ["model name", "vehicle", "car"],
  trim: ["variant", "version name", "trim level", "trim name", "edition", "grade"],
  year: ["model year", "my"],
  price: ["msrp", "price usd", "base price", "starting price", "cost"],
  range: ["epa range", "range miles", "electric range", "miles"],
  charging: ["charging time", "charge time", "fast charging", "minutes 10 80", "charging minutes"],
  acceleration: ["accel"],
  bodyType: ["body", "body style", "vehicle type", "segment", "type"],
  image: ["picture", "photo", "image url", "picture url", "photo url"],
  zeroToSixty: ["0 60", "0 to 60", "0 60 mph", "zero to 60", "0 60 sec"],
  topSpeed: ["max speed", "maximum speed", "top speed mph"],
  driveType: ["drive", "drivetrain", "drive train", "driven wheels"],
  seatingCapacity: ["seats", "seating", "number of seats", "passengers"],
  cargoSpace: ["cargo", "cargo capacity", "cargo volume", "trunk", "boot"],
  batteryCapacity: ["battery", "battery size", "battery kwh", "kwh"],
  maxChargingSpeed: [
    "charging power",
    "max charging power",
    "dc power",
    "charging kw",
    "charging speed",
  ],
  taxCreditEligible: ["tax credit", "federal tax credit", "credit eligible"],
};

/** Names this alike or more are suggested. */
const ALIKE_FROM = 0.6;

function plain(name: string): string {
  return name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const NAMES: readonly { field: CsvField; name: string }[] = CSV_FIELDS.flatMap((field) =>
  [field, FIELD_LABELS[field], ...OTHER_NAMES[field]].map((name) => ({ field, name: plain(name) })),
);

function pairsOf(text: string): string[] {
  const letters = text.replaceAll(" ", "");
  return Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) =>
    letters.slice(at, at + 2),
  );
}

/** How alike two texts are, 0 to 1: the pairs of neighbouring letters that they share. */
function likeness(a: string, b: string): number {
  if (a === b) return 1;
  const left = pairsOf(a);
  const right = pairsOf(b);
  const total = left.length + right.length;
  const shared = left.filter((pair) => {
    const at = right.indexOf(pair);
    if (at >= 0) right.splice(at, 1);
    return at >= 0;
  }).length;
  return total === 0 ? 0 : (2 * shared) / total;
}

/**
 * The field that each header most probably means; every field is suggested once at most.
 * @param taken fields that other columns are already
 * @returns headers without a likely field are missing
 */
export function suggestFields(
  headers: readonly string[],
  taken: ReadonlySet<string>,
): Map<string, CsvField> {
  const candidates = headers
    .flatMap((header) =>
      NAMES.map(({ field, name }) => ({ header, field, alike: likeness(plain(header), name) })),
    )
    .filter(({ alike, field }) => alike >= ALIKE_FROM && !taken.has(field))
    .sort((a, b) => b.alike - a.alike);
  const suggested = new Map<string, CsvField>();
  const used = new Set<CsvField>();
  for (const { header, field } of candidates) {
    if (suggested.has(header) || used.has(field)) continue;
    suggested.set(header, field);
    used.add(field);
  }
  return suggested;
}
