import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { declareCall } from "../../server/call.server.ts";
import { UserError } from "../../server/errors.server.ts";
import { OTHER_CONTENT, type Retries, RETRY_HEADER } from "../../server/retries.server.ts";
import type { Sessions } from "../../server/session.server.ts";
import { ONLY_PASS_CACHES } from "../../server/query.schema.ts";
import { type EvInput, parseChange, parseRow } from "../../vehicle/ev-input.ts";
import type { EvRow } from "../../vehicle/vehicle.ts";
import type { RowOutcome, RowStore, RowWriter } from "../../vehicle/rows.db.server.ts";
import type { Catalogue } from "../catalogue/catalogue.server.ts";
import { FIGURE_BODY_LIMIT_BYTES } from "./limits.ts";
import { findPosition } from "./row-list.server.ts";
import {
  ChangedMeanwhile,
  Deletion,
  figureBody,
  FIXABLE_FIELDS,
  Position,
  RowAnswer,
  SentFix,
  SentRow,
} from "./rows.schema.ts";
import { BAD_FIELD, BAD_PICTURE, isData, NO_ROW, TAKEN } from "./sent-row.server.ts";
import { VEHICLE_NOT_FOUND } from "../../vehicle/vehicle-rows.db.server.ts";

const CHANGED_MEANWHILE = "Somebody else has changed this EV meanwhile.";

/** How such a body is read. */
function readingOf(field: "seatingCapacity" | "cargoSpace") {
  const schema = figureBody(field);
  const read = (given: unknown): Partial<EvInput> => ({ [field]: schema.parse(given).value });
  return { schema, read, limit: FIGURE_BODY_LIMIT_BYTES };
}

/** @throws UserError 400, ZodError */
function parseFix(body: unknown): Partial<EvInput> {
  const given = Object.keys(Object(body));
  if (given.length !== 1 || !FIXABLE_FIELDS.some((field) => field === given[0])) {
    throw new UserError(400, `Send exactly one of ${FIXABLE_FIELDS.join(", ")}`);
  }
  return parseChange(body);
}

const OTHER_VERSION = {
  description: "If-Match names another version than the row has; nothing was changed",
  schema: ChangedMeanwhile,
};
const CONDITION = {
  "If-Match": "the row's version in quotation marks; on a row of another version nothing is done",
};

export interface RowDeps {
  rows: RowStore;
  catalogue: Pick<Catalogue, "current" | "votesChanged">;
  sessions: Pick<Sessions, "requireAdministrator" | "requireSession" | "userOf">;
  /** keeps a `data:image/` picture in our own store and answers its path */
  storeImage(this: void, data: string): Promise<string>;
  retries: Retries;
}

/** The administrators' writes of rows (§7, readings 2, 3); all need a session. */
export function rowRoutes(app: FastifyInstance, deps: RowDeps): void {
  const { rows, catalogue, sessions, storeImage, retries } = deps;

  const writerOf = (request: FastifyRequest): RowWriter => ({
    user: sessions.userOf(request),
    ifVersions: versionsAsked(request),
  });

  async function keepPicture<T extends Partial<EvInput>>(
    input: T,
    request: FastifyRequest,
  ): Promise<T> {
    if (!isData(input.image)) return input;
    await sessions.requireSession(request);
    return { ...input, image: await storeImage(input.image) };
  }

  declareCall(app, "POST /api/evs", {
    id: "addRow",
    summary: "Adds a row, and its model if there is none",
    signedIn: sessions,
    headers: RETRY_HEADER,
    body: { schema: SentRow, read: parseRow },
    answers: {
      201: { description: "The new row", schema: RowAnswer },
      400: BAD_FIELD,
      409: TAKEN,
      422: `${BAD_PICTURE}; ${OTHER_CONTENT}`,
    },
    async handle({ body }, request, reply) {
      const user = sessions.userOf(request);
      const row = await retries.once<EvRow>(
        request,
        { call: "addRow", user, content: request.body },
        async (once) => rows.createRow(await keepPicture(body, request), { user }, once),
      );
      reply.header("location", `/api/evs/${row.id}`);
      return row;
    },
  });

  function declareChange(
    route: `${"PUT" | "POST"} /api/evs/:id${string}`,
    id: string,
    summary: string,
    body: { schema: z.ZodType; read: (given: unknown) => Partial<EvInput>; limit?: number },
  ) {
    declareCall(app, route as "PUT /api/evs/:id", {
      id,
      summary,
      signedIn: sessions,
      query: ONLY_PASS_CACHES,
      headers: CONDITION,
      body,
      ...(body.limit !== undefined && { bodyLimit: body.limit }),
      answers: {
        200: { description: "The row as it is now", schema: RowAnswer },
        400: BAD_FIELD,
        404: NO_ROW,
        409: TAKEN,
        412: OTHER_VERSION,
        422: BAD_PICTURE,
      },
      async handle({ id: rowId, body: change }, request, reply) {
        const writer = writerOf(request);
        if (isData(change.image)) {
          // A picture is not kept for a change that cannot be; the change itself judges once more.
          const current = await rows.readRow(rowId);
          if (writer.ifVersions && !writer.ifVersions.includes(current.version)) {
            return sendOutcome(reply, { kind: "changed-meanwhile", current });
          }
        }
        return sendOutcome(
          reply,
          await rows.updateRow(rowId, await keepPicture(change, request), writer),
        );
      },
    });
  }

  declareChange(
    "PUT /api/evs/:id",
    "changeRow",
    "Changes a row: a missing field keeps its value, null or an empty text clears an optional one",
    { schema: SentRow.partial(), read: parseChange },
  );
  declareChange(
    "POST /api/evs/:id/update-seating",
    "setSeating",
    "Sets a row's seats",
    readingOf("seatingCapacity"),
  );
  declareChange(
    "POST /api/evs/:id/update-cargo",
    "setCargoSpace",
    "Sets a row's cargo space in cubic feet",
    readingOf("cargoSpace"),
  );
  declareChange("POST /api/evs/:id/fix-numeric-fields", "setFigure", "Sets one figure of a row", {
    schema: SentFix,
    read: parseFix,
    limit: FIGURE_BODY_LIMIT_BYTES,
  });

  declareCall(app, "GET /api/evs/:id/position", {
    id: "getRowPosition",
    summary: "Where a row stands in the administrator's list",
    signedIn: sessions,
    query: ONLY_PASS_CACHES,
    answers: { 200: { description: "Its place", schema: Position }, 404: NO_ROW },
    async handle({ id }) {
      const position = findPosition(await catalogue.current(), id);
      if (position < 0) throw new UserError(404, VEHICLE_NOT_FOUND);
      return { position };
    },
  });

  declareCall(app, "GET /api/evs/:id/deletion", {
    id: "getRowDeletion",
    summary: "What deleting a row would take along",
    signedIn: sessions,
    query: ONLY_PASS_CACHES,
    answers: { 200: { description: "How much", schema: Deletion }, 404: NO_ROW },
    handle: async ({ id }) => rows.costOfDeleting(id),
  });

  declareCall(app, "DELETE /api/evs/:id", {
    id: "deleteRow",
    summary: "Deletes a row with its reviews; with the last one its model, votes and reviews",
    signedIn: sessions,
    query: ONLY_PASS_CACHES,
    headers: CONDITION,
    answers: { 204: "Deleted", 404: NO_ROW, 412: OTHER_VERSION },
    async handle({ id }, request, reply) {
      const outcome = await rows.deleteRow(id, writerOf(request));
      if (outcome.kind === "changed-meanwhile") return sendOutcome(reply, outcome);
      // The votes of a model go with its last row.
      catalogue.votesChanged();
      return undefined;
    },
  });
}

/** It may hold commas (RFC 9110 §8.8.3). */
const ENTITY_TAG = /(?:W\/)?"[\x21\x23-\x7E\x80-\xFF]*"/g;
const TAGS = new RegExp(`^${ENTITY_TAG.source}(?:[ \\t]*,[ \\t]*${ENTITY_TAG.source})*$`);
/** One that we give; a weak tag is never equal (RFC 9110 §13.1.1). */
const VERSION = /^"(\d{1,9})"$/;

/** The versions that `If-Match: "3", "4"` names; undefined without a condition. @throws UserError 400 */
function versionsAsked(request: FastifyRequest): readonly number[] | undefined {
  const condition = request.headers["if-match"]?.trim();
  if (condition === undefined || condition === "*") return undefined;
  if (!TAGS.test(condition)) {
    throw new UserError(400, "If-Match must be the row's version in quotation marks");
  }
  const tags = condition.match(ENTITY_TAG) ?? [];
  return tags.flatMap((tag) => VERSION.exec(tag)?.[1] ?? []).map(Number);
}

function sendOutcome(reply: FastifyReply, outcome: RowOutcome): FastifyReply {
  if (outcome.kind === "done") return reply.send(outcome.row);
  return reply.code(412).send({ error: CHANGED_MEANWHILE, current: outcome.current });
}
