/**
 * Administrators keep flat rows, one for each trim; visitors see models with their trims, which
 * `groupModels` makes of the rows (vehicles.md#models-and-rows).
 */
import type { BodyType } from "./field-options.ts";
import type { EvFields, TrimFields } from "./field-shapes.ts";

/** One administrator row: one trim of one model year. Fields and units as in fields.ts. */
export interface EvRow extends EvFields {
  id: number;
  /** true for the first row of each model, in trim order, and for no other */
  isModelHeader: boolean;
  version: number; // grows with each change of the row
}

export function fieldsOf(row: EvRow): EvFields {
  const { id: _id, isModelHeader: _header, version: _version, ...fields } = row;
  return fields;
}

export interface StoredRow extends Omit<EvRow, "isModelHeader"> {
  modelId: number;
}

/** One trim as visitors see it. Units as in fields.ts. */
export interface Trim extends TrimFields {
  /** position among the model's trims, zero-based; the `trim` of /ev/{id}?trim= */
  index: number;
  rowId: number;
}

/** What all trims of a model share; taken from its header row. */
export interface EvSummary {
  /** the model's id */
  id: number;
  make: string;
  model: string;
  year: number;
  bodyType: BodyType;
  image: string | null;
  /** version of its drawing, a part of the picture's address; "" where it is not known */
  drawing: string;
  taxCreditEligible: boolean | null;
  /** mean stars of the model's and its trims' reviews; null without reviews */
  averageRating: number | null;
  reviewCount: number;
}

/**
 * The public EV (vehicles.md#public-vehicle, vehicles.md#trim-order): a model with its trims, newest year
 * first, then by row id.
 */
export interface Ev extends EvSummary {
  trims: Trim[];
}

/** One entry of `GET /api/evs`. Entries of one model are adjacent, in trim order. */
export interface EvListEntry {
  ev: EvSummary;
  trim: Trim;
  /** by the weights that were asked for, 0 to 100; null where too little of the trim is known */
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

/** What goes with a row that is deleted (vehicles.md#deleting-rows). */
export interface DeletionCost {
  reviews: number;
  votes: number; // only those of a model that goes
  /** the row is its model's last: the model goes too */
  isLastRow: boolean;
}
