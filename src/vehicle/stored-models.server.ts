import { emptyRow, TRIM_NAMES } from "./field-shapes.ts";
import { compareModels } from "./names.ts";
import { type Ev, type EvRow, type ModelRating, type StoredRow, type Trim } from "./vehicle.ts";

/** Trims by year, newest first, then by row id; the first is the model's header row (readings 2). */
function byTrimOrder(a: StoredRow, b: StoredRow): number {
  return b.year - a.year || a.id - b.id;
}

function rowsByModel(rows: readonly StoredRow[]): Map<number, [StoredRow, ...StoredRow[]]> {
  const models = new Map<number, [StoredRow, ...StoredRow[]]>();
  for (const row of rows) {
    const others = models.get(row.modelId);
    if (others) others.push(row);
    else models.set(row.modelId, [row]);
  }
  for (const ofModel of models.values()) ofModel.sort(byTrimOrder);
  return models;
}

const NO_FIELDS = emptyRow(["index", "rowId", ...TRIM_NAMES.map(([, name]) => name)]);

function publicTrim(row: StoredRow, index: number, header: StoredRow): Trim {
  const fields: Record<string, unknown> = { ...NO_FIELDS };
  for (const [field, name] of TRIM_NAMES) fields[name] = row[field];
  const image = row.image ?? header.image;
  // The loop has set every field.
  return Object.assign(fields, { index, rowId: row.id, image }) as unknown as Trim;
}

export interface StoredModel {
  readonly ev: Ev;
  /** in trim order, the header row first */
  readonly rows: readonly StoredRow[];
}

/**
 * Takes year, body type, image and tax-credit flag from the header row (readings 2).
 * @param drawingOf the version of a model's drawing, where that is shown
 */
export function groupModels(
  rows: readonly StoredRow[],
  ratings: ReadonlyMap<number, ModelRating>,
  drawingOf: (ev: Ev) => string = () => "",
): StoredModel[] {
  return Array.from(rowsByModel(rows), ([id, ofModel]) => {
    const [header] = ofModel;
    const rating = ratings.get(id);
    const ev: Ev = {
      id,
      make: header.make,
      model: header.model,
      year: header.year,
      bodyType: header.bodyType,
      image: header.image,
      drawing: "",
      taxCreditEligible: header.taxCreditEligible,
      averageRating: rating?.averageRating ?? null,
      reviewCount: rating?.reviewCount ?? 0,
      trims: ofModel.map((row, index) => publicTrim(row, index, header)),
    };
    ev.drawing = drawingOf(ev);
    return { ev, rows: ofModel };
  });
}

export function groupTrims(...given: Parameters<typeof groupModels>): Ev[] {
  return groupModels(...given).map(({ ev }) => ev);
}

export function byMakeAndModel(a: StoredModel, b: StoredModel): number {
  return compareModels(a.ev, b.ev);
}

/** A row as administrators see it, the header flagged (readings 2). */
export function rowAt({ rows }: StoredModel, index: number): EvRow | undefined {
  const row = rows[index];
  if (!row) return undefined;
  const { modelId: _modelId, ...fields } = row;
  return { ...fields, isModelHeader: index === 0 };
}

/** A model's rows as administrators see them. */
export function rowsOf(model: StoredModel): EvRow[] {
  return model.rows.flatMap((_, index) => rowAt(model, index) ?? []);
}

/** The administrator list's order: by make, model and trim order, headers flagged (readings 2, 3). */
export function flatRows(rows: readonly StoredRow[]): EvRow[] {
  return groupModels(rows, new Map()).sort(byMakeAndModel).flatMap(rowsOf);
}
