import { z } from "zod";
import type { ApiPart } from "../../server/openapi.server.ts";
import { trimAnswerShape } from "../../vehicle/field-answers.server.ts";
import {
  BODY_TYPES,
  type Ev,
  type EvListEntry,
  type EvSummary,
  type Trim,
} from "../../vehicle/vehicle.ts";
import { CountQuery, ListQuery, OneQuery } from "./catalogue-query.server.ts";

function figure(description: string) {
  return z.number().nullable().meta({ description });
}

const TrimAnswer = z.strictObject({
  index: z.int().meta({ description: "position among the model's trims, zero-based" }),
  rowId: z.int(),
  ...trimAnswerShape,
}) satisfies z.ZodType<Trim>;

const summaryShape = {
  id: z.int().meta({ description: "the model's id" }),
  make: z.string(),
  model: z.string(),
  year: z.int(),
  bodyType: z.enum(BODY_TYPES),
  image: z.string().nullable(),
  taxCreditEligible: z.boolean().nullable(),
  averageRating: figure("stars, 1 to 5; null without reviews"),
  reviewCount: z.int(),
};

const SummaryAnswer = z.strictObject(summaryShape) satisfies z.ZodType<EvSummary>;

/** One entry of the public list. */
export const EvListEntryAnswer = z.strictObject({
  ev: SummaryAnswer,
  trim: TrimAnswer,
}) satisfies z.ZodType<EvListEntry>;

/** A model with its trims. */
export const EvAnswer = z.strictObject({
  ...summaryShape,
  trims: z.array(TrimAnswer),
}) satisfies z.ZodType<Ev>;

/** A model as the database holds it now, with the raw columns of the row asked for. */
export const DirectEvAnswer = z.strictObject({
  ...EvAnswer.shape,
  zeroToSixty: figure("of the row asked for, seconds"),
  dbValues: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .meta({ description: "raw column values by column name, of the row asked for" }),
});

const CountAnswer = z.strictObject({
  count: z.int().meta({ description: "rows, that is trims" }),
});

const BAD_QUERY = { description: "A parameter that is not known or not valid", schema: "Error" };
const UNCHANGED = { description: "Unchanged since the ETag of If-None-Match" };
const NO_VEHICLE = { description: "Vehicle not found", schema: "Error" };

/** The catalogue's calls for `GET /api/openapi.json`. */
export const catalogueApi: ApiPart = {
  paths: {
    "/api/evs": {
      get: {
        summary: "The public list: one entry per trim, those of one model adjacent",
        query: ListQuery,
        answers: {
          200: { description: "The trims that pass", schema: "EvListEntry", list: true },
          304: UNCHANGED,
          400: BAD_QUERY,
          401: { description: "view=admin without being signed in", schema: "Error" },
        },
      },
    },
    "/api/evs/count": {
      get: {
        summary: "How many trims pass the filters",
        query: CountQuery,
        answers: {
          200: { description: "The count", schema: "Count" },
          304: UNCHANGED,
          400: BAD_QUERY,
        },
      },
    },
    "/api/evs/{id}": {
      get: {
        summary: "One model, by its own id or a row's",
        query: OneQuery,
        answers: {
          200: { description: "The model", schema: "Ev" },
          304: UNCHANGED,
          404: NO_VEHICLE,
        },
      },
    },
    "/api/evs/{id}/fresh": {
      get: {
        summary: "One model, never kept by a cache",
        query: OneQuery,
        answers: { 200: { description: "The model", schema: "Ev" }, 404: NO_VEHICLE },
      },
    },
    "/api/evs/{id}/direct": {
      get: {
        summary: "One model, read from the database, with a row's raw values",
        query: OneQuery,
        answers: { 200: { description: "The model", schema: "DirectEv" }, 404: NO_VEHICLE },
      },
    },
  },
  schemas: {
    Ev: EvAnswer,
    EvListEntry: EvListEntryAnswer,
    DirectEv: DirectEvAnswer,
    Count: CountAnswer,
  },
};
