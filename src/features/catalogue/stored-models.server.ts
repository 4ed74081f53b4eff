import { emptyRow, TRIM_NAMES } from "../../domain/field-shapes.ts";
import { FIELD_NAMES, type FieldName } from "../../domain/fields.ts";
import {
  type Ev,
  type EvRow,
  type ModelRating,
  type StoredRow,
  type Trim,
} from "../../domain/vehicle.ts";

const NO_TRIM = emptyRow(["index", "rowId", ...TRIM_NAMES.map(([, name]) => name)]);

function publicTrim(row: StoredRow, index: number, header: StoredRow): Trim {
  const fields: Record<string, unknown> = { ...NO_TRIM };
  for (const [field, name] of TRIM_NAMES) fields[name] = row[field];
  const image = row.image ?? header.image;
  // The loop has set every field.
  return Object.assign(fields, { index, rowId: row.id, image }) as unknown as Trim;
}

/** Columns that the public form of a row does not have. */
type RowOwn = Pick<StoredRow, "bodyType" | "image" | "version">;

/** A model as kept in memory: each row is stored once, as a public trim. */
export interface StoredModel {
  readonly ev: Ev;
  /** the rest of the row of each trim */
  readonly own: readonly RowOwn[];
}

/** Takes a model's fields from its header row (vehicles.md#header-row). @param drawingOf its drawing's version */
export function groupModels(
  rows: readonly StoredRow[],
  ratings: ReadonlyMap<number, ModelRating>,
  drawingOf: (ev: Ev) => string = () => "",
): StoredModel[] {
  return [...Map.groupBy(rows, ({ modelId }) => modelId)].flatMap(([id, group]) => {
    // The first is the header row (vehicles.md#trim-order).
    const ofModel = group.sort((a, b) => b.year - a.year || a.id - b.id);
    const [header] = ofModel;
    if (!header) return [];
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
    const own = ofModel.map(({ bodyType, image, version }) => ({ bodyType, image, version }));
    return { ev, own };
  });
}

export function groupTrims(...given: Parameters<typeof groupModels>): Ev[] {
  return groupModels(...given).map(({ ev }) => ev);
}

const trimNames = new Map(TRIM_NAMES);

export function rowValue(
  { ev, own }: StoredModel,
  index: number,
  field: FieldName,
): EvRow[FieldName] {
  if (field === "make" || field === "model") return ev[field];
  if (field === "bodyType" || field === "image") return own[index]?.[field] ?? null;
  const name = trimNames.get(field);
  return (name && ev.trims[index]?.[name]) ?? null;
}

const NO_ROW = emptyRow(["id", ...FIELD_NAMES, "version", "isModelHeader"]);

/** Returns a row as administrators see it, with the header flag (vehicles.md#header-row). */
export function rowAt(model: StoredModel, index: number): EvRow | undefined {
  const [trim, own] = [model.ev.trims[index], model.own[index]];
  if (!trim || !own) return undefined;
  const row: Record<string, unknown> = { ...NO_ROW };
  for (const field of FIELD_NAMES) row[field] = rowValue(model, index, field);
  const { version } = own;
  // The loop has set every field.
  return Object.assign(row, {
    id: trim.rowId,
    version,
    isModelHeader: index === 0,
  }) as unknown as EvRow;
}
