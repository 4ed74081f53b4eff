/** Which field a header of another name probably means. A person decides. */
import { type HeaderWords, unitIssue, unitsFor, wordsOf } from "./column-units.ts";
import { unitsOf } from "./unit-conversion.ts";
import { entryOf, FIELD_LABELS, FIELD_NAMES, type FieldName } from "../../../domain/fields.ts";

/** As price lists and other catalogues call the fields, without units. */
const OTHER_NAMES: Readonly<Partial<Record<FieldName, readonly string[]>>> = {
  make: ["brand", "manufacturer", "maker", "oem", "car make", "vehicle make"],
  model: ["model name", "vehicle", "car", "car model", "vehicle model"],
  trim: ["variant", "version name", "trim level", "trim name", "edition", "grade"],
  year: ["model year", "my"],
  price: ["msrp", "base price", "base msrp", "starting price", "list price", "cost"],
  range: ["epa range", "range epa", "electric range", "ev range", "driving range", "max range"],
  charging: [
    "charging speed",
    "charging time",
    "charge time",
    "fast charge time",
    "fast charging time",
    "dc charging time",
    "dc fast charge time",
    "10-80",
    "charging 10-80",
    "charge time 10-80",
    "charging time 10-80",
    "10-80 time",
  ],
  acceleration: ["accel"],
  bodyType: ["body", "body style", "vehicle type", "car body type", "car type", "body shape"],
  image: ["picture", "photo", "image link", "picture url", "photo url"],
  zeroToSixty: ["0-60", "zero to 60", "0-60 time", "time 0-60", "zero to sixty"],
  topSpeed: ["max speed", "maximum speed"],
  driveType: ["drive", "drivetrain", "drive train", "driven wheels", "drive wheels"],
  seatingCapacity: ["seats", "number of seats", "seat count", "passengers"],
  cargoSpace: [
    "cargo",
    "cargo capacity",
    "cargo volume",
    "trunk",
    "trunk volume",
    "trunk space",
    "boot",
    "boot space",
    "luggage",
    "luggage space",
  ],
  batteryCapacity: [
    "battery size",
    "usable battery",
    "useable battery",
    "usable battery size",
    "battery pack",
  ],
  maxChargingSpeed: [
    "charging power",
    "charge power",
    "max charging power",
    "max charge power",
    "peak charging power",
    "fast charging power",
    "fast charge power",
    "dc charging power",
    "dc fast charging power",
    "fast charging power dc",
    "dc power",
    "max charging",
    "charge speed",
    "max charge speed",
    "peak charging",
  ],
  taxCreditEligible: ["federal tax credit", "credit eligible", "tax credit eligibility"],
  consumption: [
    "energy consumption",
    "energy use",
    "efficiency",
    "epa consumption",
    "electricity consumption",
  ],
  chargePort: ["charging port", "charge connector", "charging connector", "connector", "plug"],
  acChargingSpeed: ["ac charging power", "ac charging speed", "onboard charger", "ac charger"],
  homeCharging: ["home charging time", "level 2 charging time", "charge time 240v"],
  horsepower: ["engine power", "motor power", "max power", "total power"],
  torque: ["max torque"],
  curbWeight: ["weight", "kerb weight", "curb mass"],
  length: ["overall length"],
  width: ["overall width"],
  height: ["overall height"],
  towing: ["towing capacity", "max towing", "tow rating"],
  frunk: ["frunk volume", "front trunk volume", "front cargo"],
  batteryWarranty: ["hv battery warranty"],
  source: ["source url"],
  checkedOn: ["checked", "last checked", "date checked"],
};

/** Time or power, people or energy: only the unit tells which. */
const NAMES_BY_UNIT: Readonly<Partial<Record<FieldName, readonly string[]>>> = {
  charging: ["charging", "charge", "fast charge", "fast charging", "dc fast charge"],
  maxChargingSpeed: ["charging", "charge", "fast charge", "fast charging", "dc fast charge"],
  batteryCapacity: ["capacity", "usable capacity"],
  cargoSpace: ["volume"],
};

interface Name extends HeaderWords {
  field: FieldName;
  /** our own names come before what others say */
  isOwn: boolean;
  needsUnit: boolean;
}

function namesOf(field: FieldName): Name[] {
  const own = [field, FIELD_LABELS[field], entryOf(field).grid?.label ?? field];
  const named = (names: readonly string[], isOwn: boolean, needsUnit: boolean) =>
    names.map((name) => ({ field, isOwn, needsUnit, ...wordsOf(name) }));
  return [
    ...named(own, true, false),
    ...named(OTHER_NAMES[field] ?? [], false, false),
    ...named(NAMES_BY_UNIT[field] ?? [], false, true),
  ];
}

const NAMES: readonly Name[] = FIELD_NAMES.flatMap(namesOf);

/** Above this, two names differ by a typing mistake. */
const ALIKE_FROM = 0.9;

function pairsOf(letters: string): string[] {
  return Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) =>
    letters.slice(at, at + 2),
  );
}

/** 0 to 1: the share of common pairs of neighbouring letters. */
function likeness(a: string, b: string): number {
  if (a === b) return 1;
  // Most are too long or too short to be alike.
  if (Math.min(a.length, b.length) < ALIKE_FROM * ALIKE_FROM * Math.max(a.length, b.length))
    return 0;
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

/** How well a header fits a name: 3 is our own label with its unit, 2 one of our names, 1 another. */
function fitOf(header: HeaderWords, name: Name): number {
  if (header.words === "") return 0;
  if (name.isOwn && header.all === name.all) return 3;
  if (name.needsUnit && header.units.length === 0) return 0;
  const alike = likeness(header.words, name.words);
  return alike < ALIKE_FROM ? 0 : alike * (name.isOwn ? 2 : 1);
}

export interface Suggestion {
  field: FieldName;
  /** another unit than ours, from which its figures are converted */
  unit?: string;
  /** a unit that nothing is converted from */
  issue?: string;
}

interface Candidate extends Suggestion {
  header: string;
  fit: number;
}

/** Our own unit comes first, then those that are converted. */
function oddness({ unit, issue }: Suggestion): number {
  return issue ? 2 : unit === undefined ? 0 : 1;
}

/** The unit that a header names, or why its figures are not those of the field. */
function unitOf({ units }: HeaderWords, field: FieldName): Pick<Suggestion, "unit" | "issue"> {
  const issue = unitIssue(units, field);
  if (!issue) return {};
  const [unit, ...others] = unitsFor(units, field);
  const isKnown = unit !== undefined && unitsOf(field).includes(unit);
  return isKnown && others.length === 0 ? { unit } : { issue };
}

function candidatesFor(header: string): Candidate[] {
  const words = wordsOf(header);
  return NAMES.flatMap((name) => {
    const fit = fitOf(words, name);
    if (fit === 0) return [];
    return [{ header, fit, field: name.field, ...unitOf(words, name.field) }];
  });
}

/**
 * The field that each header most probably means; every field is suggested once at most. One whose
 * unit cannot be converted is told with its issue and takes the field from nobody.
 * @param taken fields that other columns are already
 * @returns headers without a likely field are missing
 */
export function suggestFields(
  headers: readonly string[],
  taken: ReadonlySet<string>,
): Map<string, Suggestion> {
  const candidates = headers
    .flatMap(candidatesFor)
    .sort((a, b) => oddness(a) - oddness(b) || b.fit - a.fit);
  const suggested = new Map<string, Suggestion>();
  const used = new Set<string>(taken);
  for (const { header, fit: _fit, ...suggestion } of candidates) {
    const { field, issue } = suggestion;
    if (suggested.has(header) || (!issue && used.has(field))) continue;
    suggested.set(header, suggestion);
    if (!issue) used.add(field);
  }
  return suggested;
}

const BY_WORDS = new Map(
  // The first of equal names counts: ours.
  NAMES.filter(({ needsUnit }) => !needsUnit)
    .toReversed()
    .map(({ words, field }) => [words, field] as const),
);

export function fieldNamed(header: string): FieldName | undefined {
  return BY_WORDS.get(wordsOf(header).words);
}

/** What the name of a column says of the unit of its figures. */
export function headerUnit(header: string, field: FieldName): Pick<Suggestion, "unit" | "issue"> {
  return unitOf(wordsOf(header), field);
}
