/**
 * What makes models of rows and back, and which trim of a model is meant. The one place that knows
 * the order of trims and who inherits what from whom (specification §2, §3; readings 2).
 */
import { compareNames } from "./numbers.ts";
import type { Ev, EvListEntry, EvRow, EvSummary, ModelRating, StoredRow, Trim } from "./vehicle.ts";

/** Trims by year, newest first, then by row id; the first is the model's header row (readings 2). */
function byTrimOrder(a: StoredRow, b: StoredRow): number {
  return b.year - a.year || a.id - b.id;
}

function rowsByModel(rows: readonly StoredRow[]): Map<number, [StoredRow, ...StoredRow[]]> {
  const models = new Map<number, [StoredRow, ...StoredRow[]]>();
  for (const row of rows) {
    const known = models.get(row.modelId);
    if (known) known.push(row);
    else models.set(row.modelId, [row]);
  }
  for (const model of models.values()) model.sort(byTrimOrder);
  return models;
}

function publicTrim(row: StoredRow, index: number, header: StoredRow): Trim {
  return {
    index,
    rowId: row.id,
    year: row.year,
    trim: row.trim,
    price: row.price,
    range: row.range,
    charging: row.charging,
    acceleration: row.acceleration,
    zeroToSixty: row.zeroToSixty,
    seating: row.seatingCapacity,
    driveType: row.driveType,
    topSpeed: row.topSpeed,
    cargoCapacity: row.cargoSpace,
    battery: row.batteryCapacity,
    maxChargingSpeed: row.maxChargingSpeed,
    taxCreditEligible: row.taxCreditEligible,
    image: row.image ?? header.image,
  };
}

/** A model as visitors see it, and its rows in trim order. */
export interface StoredModel {
  readonly ev: Ev;
  readonly rows: readonly [StoredRow, ...StoredRow[]];
}

/**
 * Models with their trims, in the order in which the rows first name each model. Year, body type,
 * image and tax-credit flag come from the header row, as readings 2 asks.
 * @param rows stored rows in any order
 * @param ratings review figures by model id; a model that is missing has no reviews
 */
export function groupModels(
  rows: readonly StoredRow[],
  ratings: ReadonlyMap<number, ModelRating>,
): StoredModel[] {
  return Array.from(rowsByModel(rows), ([id, model]) => {
    const [header] = model;
    const rating = ratings.get(id);
    const ev = {
      id,
      make: header.make,
      model: header.model,
      year: header.year,
      bodyType: header.bodyType,
      image: header.image,
      taxCreditEligible: header.taxCreditEligible,
      averageRating: rating?.averageRating ?? null,
      reviewCount: rating?.reviewCount ?? 0,
      trims: model.map((row, index) => publicTrim(row, index, header)),
    };
    return { ev, rows: model };
  });
}

/** The models of `groupModels` as visitors see them. */
export function groupTrims(...given: Parameters<typeof groupModels>): Ev[] {
  return groupModels(...given).map(({ ev }) => ev);
}

/** The wire form of the public list: one entry per trim, those of one model adjacent (readings 3). */
export function toListEntries(evs: readonly Ev[]): EvListEntry[] {
  return evs.flatMap(({ trims, ...ev }) => trims.map((trim) => ({ ev, trim })));
}

/** The inverse of `toListEntries`, for whoever receives the public list. */
export function groupEntries(entries: readonly EvListEntry[]): Ev[] {
  const evs = new Map<number, Ev>();
  for (const { ev, trim } of entries) {
    const known = evs.get(ev.id);
    if (known) known.trims.push(trim);
    else evs.set(ev.id, { ...ev, trims: [trim] });
  }
  return [...evs.values()];
}

const UNKNOWN_TRIM: Trim = {
  index: 0,
  rowId: 0,
  year: 0,
  trim: "",
  price: null,
  range: null,
  charging: null,
  acceleration: null,
  zeroToSixty: null,
  seating: null,
  driveType: null,
  topSpeed: null,
  cargoCapacity: null,
  battery: null,
  maxChargingSpeed: null,
  taxCreditEligible: null,
  image: null,
};

/** A public EV that may lack `trims` and carry one trim's fields itself (§3). */
export type EvWithOrWithoutTrims = EvSummary & { trims?: Trim[] | null } & Partial<
    Omit<Trim, keyof EvSummary | "index" | "rowId">
  >;

/** The trims of a public EV; without any, its own fields act as a single trim (§3). */
export function trimsOf(ev: EvWithOrWithoutTrims): Trim[] {
  if (ev.trims?.length) return ev.trims;
  const { id, make: _make, model: _model, bodyType: _bodyType, ...own } = ev;
  const { averageRating: _average, reviewCount: _count, trims: _none, ...fields } = own;
  return [{ ...UNKNOWN_TRIM, rowId: id, ...fields }];
}

/** Of trims with equal names the index decides, else the newest (readings 2). */
function amongEqualNames(equal: readonly Trim[], index: number | undefined): Trim | undefined {
  const newest = equal.reduce<Trim | undefined>(
    (best, trim) => (best && best.year >= trim.year ? best : trim),
    undefined,
  );
  return equal.find((trim) => trim.index === index) ?? newest;
}

/**
 * The trim that an address asks for (§2 detail page, readings 2): by name without regard to case,
 * first exactly, then the shortest name that contains the text; else by index; else the first.
 * @param trims all trims of one model
 * @param asked `trimName` and the zero-based `trim` of the address, each if there
 * @returns undefined only when there are no trims
 */
export function chooseTrim(
  trims: readonly Trim[],
  asked: { trimName?: string | null | undefined; trim?: number | null | undefined },
): Trim | undefined {
  const index = asked.trim ?? undefined;
  const text = asked.trimName?.trim().toLowerCase();
  if (text) {
    const nameOf = (trim: Trim) => trim.trim.trim().toLowerCase();
    const containing = trims.filter((trim) => nameOf(trim).includes(text));
    const closest = containing.reduce<string | undefined>((best, trim) => {
      const name = nameOf(trim);
      return best === undefined || name.length < best.length ? name : best;
    }, undefined);
    // An exact match is the shortest name that contains the text, so one rule serves both.
    const found = amongEqualNames(
      containing.filter((trim) => nameOf(trim) === closest),
      index,
    );
    if (found) return found;
  }
  return trims.find((trim) => trim.index === index) ?? trims[0];
}

/** The number when it is one and above 0, else null: 0 counts as missing (readings 2). */
export function present(value: number | null | undefined): number | null {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : null;
}

/** Seconds 0-60 mph that count: `zeroToSixty` when present, else `acceleration`, else null (§3). */
export function zeroToSixtyOf(trim: Pick<Trim, "zeroToSixty" | "acceleration">): number | null {
  return present(trim.zeroToSixty) ?? present(trim.acceleration);
}

/** The trim's tax-credit flag, or the vehicle's when the trim has none (§3); unknown is no. */
export function isTaxCreditEligible(
  ev: Pick<EvSummary, "taxCreditEligible">,
  trim: Pick<Trim, "taxCreditEligible">,
): boolean {
  return trim.taxCreditEligible ?? ev.taxCreditEligible ?? false;
}

/** A stored row as administrators see it (§3); `isModelHeader` is for the caller to know. */
function flatRow({ modelId: _modelId, ...row }: StoredRow, isModelHeader: boolean): EvRow {
  return { ...row, isModelHeader };
}

/** The order of models by make and model; numbers in names count as numbers. */
export function byMakeAndModel({ ev: a }: StoredModel, { ev: b }: StoredModel): number {
  return compareNames(a.make, b.make) || compareNames(a.model, b.model) || a.id - b.id;
}

/** A model's rows as administrators see them, the header flagged (readings 2). */
export function rowsOf({ rows }: StoredModel): EvRow[] {
  return rows.map((row, index) => flatRow(row, index === 0));
}

/** The administrator list's order: by make, model and trim order, headers flagged (readings 2, 3). */
export function flatRows(rows: readonly StoredRow[]): EvRow[] {
  return groupModels(rows, new Map()).sort(byMakeAndModel).flatMap(rowsOf);
}
