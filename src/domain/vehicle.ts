/** Administrators edit flat rows; `groupModels` makes models with trims from them (vehicles.md#models-and-rows). */
import type { BodyType } from "./field-options.ts";
import type { EvFields, TrimFields } from "./field-shapes.ts";

/** An administrator's row: one trim of one model year. fields.ts has the fields and units. */
export interface EvRow extends EvFields {
  id: number;
  /** true for the first row of each model, in trim order, and for no other */
  isModelHeader: boolean;
  version: number; // increases with each change of the row
}

export function fieldsOf(row: EvRow): EvFields {
  const { id: _id, isModelHeader: _header, version: _version, ...fields } = row;
  return fields;
}

export interface StoredRow extends Omit<EvRow, "isModelHeader"> {
  modelId: number;
}

export function withHeaderFlag({ modelId: _model, ...row }: StoredRow, isFirst: boolean): EvRow {
  return { ...row, isModelHeader: isFirst };
}

/** One trim as visitors see it. fields.ts has the units. */
export interface Trim extends TrimFields {
  /** zero-based position among the model's trims; the `trim` of /ev/{id}?trim= */
  index: number;
  rowId: number;
}

/** The data shared by all trims of a model, taken from its header row. */
export interface EvSummary {
  id: number;
  make: string;
  model: string;
  year: number;
  bodyType: BodyType;
  image: string | null;
  /** version of its drawing, part of the picture's address; "" if unknown */
  drawing: string;
  taxCreditEligible: boolean | null;
  /** mean stars over the reviews of the model and its trims; null without reviews */
  averageRating: number | null;
  reviewCount: number;
}

/** The public EV (vehicles.md#public-vehicle): a model with its trims, newest year first, then by row id. */
export interface Ev extends EvSummary {
  trims: Trim[];
}

/** One entry of `GET /api/evs`. Entries of one model are adjacent, in trim order. */
export interface EvListEntry {
  ev: EvSummary;
  trim: Trim;
  /** by the requested weights, 0 to 100; null when too little is known about the trim */
  score?: number | null | undefined;
}

export interface ModelRating {
  averageRating: number;
  reviewCount: number;
}

/** All votes of one model; `total` is their sum (ranking.md#vote-counts). */
export interface VoteStats {
  upvotes: number;
  downvotes: number;
  total: number;
}

/** What is deleted along with a row (vehicles.md#deleting-rows). */
export interface DeletionCost {
  reviews: number;
  votes: number; // only when the model is deleted as well
  /** the row is the model's last one, so the model is deleted as well */
  isLastRow: boolean;
}
