/**
 * What makes models of rows and back. The one place that knows the order of trims and who inherits
 * what from whom (specification §2, §3; readings 2).
 */
import { TRIM_NAMES } from "./field-shapes.ts";
import { compareModels } from "./names.ts";
import {
  BODY_TYPES,
  type BodyType,
  type Ev,
  type EvRow,
  type ModelRating,
  type StoredRow,
  type Trim,
} from "./vehicle.ts";

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
  const fields: Record<string, unknown> = {};
  for (const [field, name] of TRIM_NAMES) fields[name] = row[field];
  // The loop has set every field.
  return { index, rowId: row.id, ...fields, image: row.image ?? header.image } as Trim;
}

/** What a row has besides what its model and its trim show. */
interface OwnFields {
  readonly bodyType: BodyType;
  /** otherwise the trim shows the header's */
  readonly hasImage: boolean;
  readonly version: number;
}

/** A model as visitors see it, and what else there is of its rows: rows themselves take twice the room. */
export interface StoredModel {
  readonly ev: Ev;
  /** in trim order */
  readonly own: readonly OwnFields[];
}

/** What most rows have is there once. */
const NEW_ROWS = new Map<string, readonly [OwnFields]>(
  BODY_TYPES.flatMap((bodyType) =>
    [true, false].map((hasImage) => [
      `${bodyType} ${hasImage}`,
      [{ bodyType, hasImage, version: 1 }] as const,
    ]),
  ),
);

function ownFields({ bodyType, image, version }: StoredRow): readonly [OwnFields] {
  const hasImage = image !== null;
  const known = version === 1 ? NEW_ROWS.get(`${bodyType} ${hasImage}`) : undefined;
  return known ?? [{ bodyType, hasImage, version }];
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
    const own = model.length === 1 ? ownFields(header) : model.flatMap(ownFields);
    return { ev, own };
  });
}

/** The models of `groupModels` as visitors see them. */
export function groupTrims(...given: Parameters<typeof groupModels>): Ev[] {
  return groupModels(...given).map(({ ev }) => ev);
}

/** The order of models by make and model. */
export function byMakeAndModel(a: StoredModel, b: StoredModel): number {
  return compareModels(a.ev, b.ev);
}

/** A model's rows as administrators see them, the header flagged (readings 2). */
export function rowsOf({ ev: { make, model, trims }, own }: StoredModel): EvRow[] {
  return trims.map((trim, index) => {
    const { bodyType = BODY_TYPES[0], hasImage = false, version = 1 } = own[index] ?? {};
    const fields: Record<string, unknown> = {};
    for (const [field, name] of TRIM_NAMES) fields[field] = trim[name];
    const isModelHeader = index === 0;
    const row = { id: trim.rowId, make, model, ...fields, bodyType, version, isModelHeader };
    const image = hasImage ? trim.image : null;
    return { ...row, image } as EvRow; // the loop has set every field
  });
}

/** The administrator list's order: by make, model and trim order, headers flagged (readings 2, 3). */
export function flatRows(rows: readonly StoredRow[]): EvRow[] {
  return groupModels(rows, new Map()).sort(byMakeAndModel).flatMap(rowsOf);
}
