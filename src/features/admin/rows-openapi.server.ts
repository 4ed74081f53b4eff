import { z } from "zod";
import type { Activity } from "../../server/activity.server.ts";
import type { ApiPart } from "../../server/openapi.server.ts";
import { EvInput } from "../../vehicle/ev-input.ts";
import type { DeletionCost } from "../../vehicle/row.store.server.ts";
import { rowAnswerShape } from "../../vehicle/field-answers.server.ts";
import type { EvRow } from "../../vehicle/vehicle.ts";
import { OneQuery } from "../catalogue/catalogue-query.server.ts";
import { type ActivityAnswer, ActivityQuery } from "./activity-log.server.ts";
import { type RowListAnswer, RowListQuery } from "./row-list.server.ts";
import { CargoInput, type PositionAnswer, SeatingInput } from "./rows.server.ts";

/** A flat row on the wire. */
export const RowAnswer = z.strictObject({
  id: z.int(),
  ...rowAnswerShape,
  isModelHeader: z.boolean().meta({ description: "true for the first row of each model" }),
  version: z.int().meta({ description: "for If-Match, in quotation marks" }),
}) satisfies z.ZodType<EvRow>;

/** The administrator's list on the wire. */
export const RowListSchema = z.strictObject({
  evs: z.array(RowAnswer),
  total: z.int().meta({ description: "all rows" }),
  models: z.int().meta({ description: "all header rows" }),
  matches: z.int().meta({ description: "rows that the search finds" }),
}) satisfies z.ZodType<RowListAnswer>;

const ChangedMeanwhile = z.strictObject({ error: z.string(), current: RowAnswer });

const Position = z.strictObject({
  position: z.int().min(0).meta({ description: "from 0, among all rows of view=admin" }),
}) satisfies z.ZodType<PositionAnswer>;

const DeletionAnswer = z.strictObject({
  reviews: z.int().meta({ description: "reviews that go with the row" }),
  votes: z.int().meta({ description: "votes that go with the model" }),
  isLastRow: z.boolean().meta({ description: "the model goes with the row" }),
}) satisfies z.ZodType<DeletionCost>;

const values = z.record(z.string(), z.unknown()).nullable();

/** The activity on the wire. */
export const ActivitySchema = z.strictObject({
  entries: z.array(
    z.strictObject({
      id: z.int(),
      at: z.string().meta({ description: "ISO 8601 in UTC" }),
      username: z.string().nullable().meta({ description: "null: the server itself" }),
      action: z.string(),
      subject: z.string().meta({ description: "what it is about, for a person" }),
      rowId: z.int().nullable(),
      before: values,
      after: values,
    }) satisfies z.ZodType<Activity>,
  ),
  next: z.int().nullable().meta({ description: "before of the next part; null at the end" }),
}) satisfies z.ZodType<ActivityAnswer>;

const FixInput = z.union([
  EvInput.pick({ seatingCapacity: true }),
  EvInput.pick({ cargoSpace: true }),
  EvInput.pick({ batteryCapacity: true }),
  EvInput.pick({ maxChargingSpeed: true }),
]);

const BAD_FIELD = { description: "A field is missing or not valid", schema: "Error" };
const BAD_PICTURE = {
  description: "The picture in the field image cannot be read",
  schema: "Error",
};
const NO_ROW = { description: "No row has this id; a model's id is none", schema: "Error" };
const TAKEN = { description: "Another row or model is called so", schema: "Error" };
const OTHER_VERSION = {
  description: "If-Match names another version than the row has; nothing was changed",
  schema: "ChangedMeanwhile",
};

const CONDITION = {
  "If-Match": "the row's version in quotation marks; on a row of another version nothing is done",
};

function change(summary: string, body: z.ZodType) {
  return {
    summary,
    query: OneQuery,
    headers: CONDITION,
    body,
    needsUser: true,
    answers: {
      200: { description: "The row as it is now", schema: "Row" },
      400: BAD_FIELD,
      404: NO_ROW,
      409: TAKEN,
      412: OTHER_VERSION,
      422: BAD_PICTURE,
    },
  } as const;
}

/** The administrators' calls of rows for `GET /api/openapi.json`. */
export const rowsApi: ApiPart = {
  paths: {
    "/api/evs": {
      get: {
        summary:
          "with view=admin the flat rows by make, model and trim order, for who is signed in",
        query: RowListQuery.pick({ page: true, pageSize: true }),
        answers: { 200: { description: "with view=admin rows", schema: "RowList" } },
      },
      post: {
        summary: "Adds a row, and its model if there is none",
        body: EvInput,
        needsUser: true,
        answers: {
          201: { description: "The new row", schema: "Row" },
          400: BAD_FIELD,
          409: TAKEN,
          422: BAD_PICTURE,
        },
      },
    },
    "/api/evs/{id}": {
      put: change(
        "Changes a row: a missing field keeps its value, null or an empty text clears an optional one",
        EvInput.partial(),
      ),
      delete: {
        summary: "Deletes a row with its reviews; with the last one its model, votes and reviews",
        query: OneQuery,
        headers: CONDITION,
        needsUser: true,
        answers: {
          204: { description: "Deleted" },
          404: NO_ROW,
          412: OTHER_VERSION,
        },
      },
    },
    "/api/evs/{id}/update-seating": { post: change("Sets a row's seats", SeatingInput) },
    "/api/evs/{id}/update-cargo": {
      post: change("Sets a row's cargo space in cubic feet", CargoInput),
    },
    "/api/evs/{id}/fix-numeric-fields": { post: change("Sets one figure of a row", FixInput) },
    "/api/evs/{id}/position": {
      get: {
        summary: "Where a row stands in the administrator's list",
        query: OneQuery,
        needsUser: true,
        answers: { 200: { description: "Its place", schema: "Position" }, 404: NO_ROW },
      },
    },
    "/api/evs/{id}/deletion": {
      get: {
        summary: "What deleting a row would take along",
        query: OneQuery,
        needsUser: true,
        answers: { 200: { description: "How much", schema: "Deletion" }, 404: NO_ROW },
      },
    },
    "/api/activity": {
      get: {
        summary: "Who changed what and when, the latest first, with the values before and after",
        query: ActivityQuery,
        needsUser: true,
        answers: {
          200: { description: "A part of the activity", schema: "Activity" },
        },
      },
    },
  },
  schemas: {
    Row: RowAnswer,
    RowList: RowListSchema,
    ChangedMeanwhile,
    Position,
    Deletion: DeletionAnswer,
    Activity: ActivitySchema,
  },
};
