/** Chooses a trim and decides which figures count (one-car.md#address-and-trim, vehicles.md#missing-values). */
import type { Ev, EvListEntry, EvSummary, Trim } from "./vehicle.ts";

/** Converts models to the public list: one entry per trim, those of one model together (calls.md#public-list). */
export function toListEntries(evs: readonly Ev[]): EvListEntry[] {
  return evs.flatMap(({ trims, ...ev }) => trims.map((trim) => ({ ev, trim })));
}

/** Leaves out a model's other figures, to keep a document small. */
export function keepFigures(ev: Ev, isKept: (name: string) => boolean): Ev {
  const trims = ev.trims.map((trim) => {
    const kept = Object.entries(trim).filter(([name]) => isKept(name));
    // An absent field counts as null: unknown.
    return Object.fromEntries(kept) as unknown as Trim;
  });
  return { ...ev, trims };
}

/** The inverse of `toListEntries`, for clients of the public list. */
export function groupEntries(entries: readonly EvListEntry[]): Ev[] {
  const evs = new Map<number, Ev>();
  for (const { ev, trim } of entries) {
    const model = evs.get(ev.id);
    if (model) model.trims.push(trim);
    else evs.set(ev.id, { ...ev, trims: [trim] });
  }
  return [...evs.values()];
}

/** A public EV that may lack `trims` and have the fields of a single trim itself (vehicles.md#trim-order). */
export type EvWithOrWithoutTrims = EvSummary & { trims?: Trim[] | null } & Partial<
    Omit<Trim, keyof EvSummary | "index" | "rowId">
  >;

/** Returns a public EV's trims; without any, its own fields are a single trim (vehicles.md#trim-order). */
export function trimsOf(ev: EvWithOrWithoutTrims): Trim[] {
  if (ev.trims?.length) return ev.trims;
  const { id, make: _make, model: _model, bodyType: _body, drawing: _drawing, ...own } = ev;
  const { averageRating: _average, reviewCount: _count, trims: _none, ...fields } = own;
  // An absent field counts as null: unknown.
  return [{ index: 0, rowId: id, trim: "", ...fields } as Trim];
}

interface TrimChoice {
  trimName?: string | null | undefined;
  trim?: number | null | undefined;
  /** from an address with a row's id instead of the model's */
  rowId?: number | undefined;
}

/**
 * Finds the trim that an address asks for (one-car.md#address-and-trim): by exact name, by the shortest name that
 * contains it (among equal ones by row, index, year), by index, else the first. undefined only without trims.
 */
export function chooseTrim(
  trims: readonly Trim[],
  { trimName: typed, trim: index, rowId }: TrimChoice,
): Trim | undefined {
  const text = typed?.trim().toLowerCase();
  const nameOf = ({ trim }: Trim) => trim.trim().toLowerCase();
  const names = text ? trims.map(nameOf).filter((name) => name.includes(text)) : [];
  // An exact match is also the shortest name that contains the text, so one rule covers both.
  const [closest] = names.toSorted((a, b) => a.length - b.length);
  const equal = trims.filter((trim) => nameOf(trim) === closest);
  return (
    equal.find((trim) => trim.rowId === rowId) ??
    equal.find((trim) => trim.index === index) ??
    equal.toSorted((a, b) => b.year - a.year)[0] ??
    trims.find((trim) => trim.index === index) ??
    trims[0]
  );
}

/** Returns the value if it is above 0, otherwise null: 0 counts as missing (vehicles.md#missing-values). */
export function present(value: number | null | undefined): number | null {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : null;
}

/** Compares figures; missing ones come last in either order (finding.md#sorting). */
export function compareKnown(a: number | null, b: number | null, order: "asc" | "desc"): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return order === "asc" ? a - b : b - a;
}

/** Returns a distance or speed as filters, sorts and ranks count it: in whole miles (vehicles.md#whole-miles). */
export function wholeMiles(miles: number | null | undefined): number | null {
  const known = present(miles);
  return known === null ? null : present(Math.round(known));
}

/** The 0-60 mph time in seconds: `zeroToSixty` if known, else `acceleration` (vehicles.md#missing-values). */
export function zeroToSixtyOf(trim: Pick<Trim, "zeroToSixty" | "acceleration">): number | null {
  return present(trim.zeroToSixty) ?? present(trim.acceleration);
}

/** The trim's tax-credit flag, else the vehicle's (vehicles.md#row-fields); unknown means no. */
export function isTaxCreditEligible(
  ev: Pick<EvSummary, "taxCreditEligible">,
  trim: Pick<Trim, "taxCreditEligible">,
): boolean {
  return trim.taxCreditEligible ?? ev.taxCreditEligible ?? false;
}

/** Includes the year when the model has several or it is before `presentYear` (one-car.md#address-and-trim). */
export function trimName(ev: Pick<Ev, "trims">, trim: Trim, presentYear = 0): string {
  const several = ev.trims.some((other) => other.year !== trim.year);
  return several || trim.year < presentYear ? `${trim.trim} (${trim.year})` : trim.trim;
}

/**
 * Sorts a model's trims, cheapest first and without a price last (comparing.md#like-for-like). The two newest model
 * years count as one and come before older ones; of equal prices the newer comes first.
 */
export function sortTrims({ trims }: Pick<Ev, "trims">): readonly Trim[] {
  const years = [...new Set(trims.map(({ year }) => year))].toSorted((one, other) => other - one);
  const [newest = 0, previous = newest] = years;
  const yearOf = ({ year }: Trim) => Math.min(year, previous);
  return trims.toSorted(
    (one, other) =>
      yearOf(other) - yearOf(one) ||
      compareKnown(present(one.price), present(other.price), "asc") ||
      other.year - one.year,
  );
}
