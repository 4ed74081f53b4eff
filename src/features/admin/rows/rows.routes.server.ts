import type { FastifyReply, FastifyRequest } from "fastify";
import { emptyAnswer, errorAnswer, jsonAnswer } from "../../../server/answers.server.ts";
import { IdInPath } from "../../../server/path-parameters.server.ts";
import { ADMINISTRATORS } from "../../../server/plugins/api-description.server.ts";
import { parseBodyWith } from "../../../server/read-body.server.ts";
import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { UserError } from "../../../server/errors.server.ts";
import { OTHER_CONTENT, type Retries, RetryHeaders } from "../../../server/retries.server.ts";
import type { Sessions } from "../../../server/session.server.ts";
import { ONLY_PASS_CACHES } from "../../../server/query.schema.ts";
import { type EvInput, parseChange, parseRow } from "../../../domain/ev-input.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import type { RowStore } from "./rows.db.server.ts";
import type { Catalogue } from "../../catalogue/catalogue.server.ts";
import { IfMatch, OTHER_VERSION, sendOutcome, readIfMatch } from "./if-match.server.ts";
import { FIGURE_BODY_LIMIT_BYTES } from "../limits.ts";
import { findPosition } from "./row-list.server.ts";
import {
  BAD_FIELD,
  BAD_PICTURE,
  Deletion,
  figureBody,
  FIXABLE_FIELDS,
  isData,
  NO_ROW,
  Position,
  RowAnswer,
  SentFix,
  SentRow,
  TAKEN,
} from "./rows.schema.ts";
import { VEHICLE_NOT_FOUND } from "../../catalogue/vehicle-rows.db.server.ts";

/** @throws UserError 400, ZodError */
function parseFix(body: unknown): Partial<EvInput> {
  const sentNames = Object.keys(Object(body));
  if (sentNames.length !== 1 || !FIXABLE_FIELDS.some((field) => field === sentNames[0])) {
    throw new UserError(400, `Send exactly one of ${FIXABLE_FIELDS.join(", ")}`);
  }
  return parseChange(body);
}

/** Shared by the calls that change one row. */
const CHANGE_SCHEMA = {
  security: ADMINISTRATORS,
  params: IdInPath,
  querystring: ONLY_PASS_CACHES,
  headers: IfMatch,
  response: {
    200: jsonAnswer("The row as it is now", RowAnswer),
    400: errorAnswer(BAD_FIELD),
    404: errorAnswer(NO_ROW),
    409: errorAnswer(TAKEN),
    412: OTHER_VERSION,
    422: errorAnswer(BAD_PICTURE),
  },
};

export interface RowDeps {
  rows: RowStore;
  catalogue: Pick<Catalogue, "current" | "votesChanged">;
  sessions: Pick<Sessions, "requireAdministrator" | "requireSession" | "userOf">;
  /** stores a `data:image/` picture in our own store and returns its path */
  storeImage(this: void, data: string): Promise<string>;
  retries: Retries;
}

/** Example in the API description. */
const NEW_ROW = {
  make: "Kia",
  model: "EV6",
  trim: "Wind AWD",
  year: 2026,
  bodyType: "SUV",
  price: 52_600,
};

/**
 * Calls with which administrators write rows (calls.md#write-a-row, calls.md#small-updates, vehicles.md#ids);
 * all require a session.
 */
export const rowRoutes: FastifyPluginAsyncZodOpenApi<RowDeps> = async (app, deps) => {
  const { rows, catalogue, sessions, storeImage, retries } = deps;

  const writerOf = (request: FastifyRequest) => ({
    user: sessions.userOf(request),
    ifVersions: readIfMatch(request),
  });

  async function keepPicture<T extends Partial<EvInput>>(
    input: T,
    request: FastifyRequest,
  ): Promise<T> {
    if (!isData(input.image)) return input;
    await sessions.requireSession(request);
    return { ...input, image: await storeImage(input.image) };
  }

  app.post(
    "/api/evs",
    {
      onRequest: sessions.requireAdministrator,
      schema: {
        operationId: "addRow",
        summary: "Add a row, and its model if it is new",
        security: ADMINISTRATORS,
        headers: RetryHeaders,
        body: parseBodyWith(SentRow.meta({ example: NEW_ROW }), parseRow),
        response: {
          201: jsonAnswer("The new row", RowAnswer),
          400: errorAnswer(BAD_FIELD),
          409: errorAnswer(TAKEN),
          422: errorAnswer(`${BAD_PICTURE}; ${OTHER_CONTENT}`),
        },
      },
    },
    async (request, reply) => {
      const { body } = request;
      reply.code(201);
      const user = sessions.userOf(request);
      const row = await retries.once<EvRow>(
        request,
        { call: "addRow", user, content: request.body },
        async (once) => rows.createRow(await keepPicture(body, request), { user }, once),
      );
      reply.header("location", `/api/evs/${row.id}`);
      return row;
    },
  );

  /** Changes a row unless its version differs from `If-Match`. */
  async function changeRow(
    id: number,
    change: Partial<EvInput>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const writer = writerOf(request);
    if (isData(change.image)) {
      // Check first, so that no picture is stored for a change that would fail; the change itself checks
      // again.
      const check = await rows.updateRow(id, {}, writer);
      if (check.kind !== "done") return sendOutcome(reply, check, writer.user);
    }
    const outcome = await rows.updateRow(id, await keepPicture(change, request), writer);
    return sendOutcome(reply, outcome, writer.user);
  }

  app.put(
    "/api/evs/:id",
    {
      onRequest: sessions.requireAdministrator,
      schema: {
        ...CHANGE_SCHEMA,
        operationId: "changeRow",
        summary:
          "Change a row. Missing fields keep their values; null or empty text clears an optional field",
        body: parseBodyWith(SentRow.partial().meta({ example: { price: 52_600 } }), parseChange),
      },
    },
    async (request, reply) => changeRow(request.params.id, request.body, request, reply),
  );

  app.post(
    "/api/evs/:id/update-seating",
    {
      onRequest: sessions.requireAdministrator,
      bodyLimit: FIGURE_BODY_LIMIT_BYTES,
      schema: {
        ...CHANGE_SCHEMA,
        operationId: "setSeating",
        summary: "Set the number of seats of a row",
        body: figureBody("seatingCapacity"),
      },
    },
    async (request, reply) => {
      const change = { seatingCapacity: request.body.value };
      return changeRow(request.params.id, change, request, reply);
    },
  );

  app.post(
    "/api/evs/:id/update-cargo",
    {
      onRequest: sessions.requireAdministrator,
      bodyLimit: FIGURE_BODY_LIMIT_BYTES,
      schema: {
        ...CHANGE_SCHEMA,
        operationId: "setCargoSpace",
        summary: "Set the cargo space of a row, in cubic feet",
        body: figureBody("cargoSpace"),
      },
    },
    async (request, reply) => {
      const change = { cargoSpace: request.body.value };
      return changeRow(request.params.id, change, request, reply);
    },
  );

  app.post(
    "/api/evs/:id/fix-numeric-fields",
    {
      onRequest: sessions.requireAdministrator,
      bodyLimit: FIGURE_BODY_LIMIT_BYTES,
      schema: {
        ...CHANGE_SCHEMA,
        operationId: "setFigure",
        summary: "Set one number of a row",
        body: parseBodyWith(SentFix, parseFix),
      },
    },
    async (request, reply) => changeRow(request.params.id, request.body, request, reply),
  );

  app.get(
    "/api/evs/:id/position",
    {
      onRequest: sessions.requireAdministrator,
      schema: {
        operationId: "getRowPosition",
        summary: "Get the position of a row in the administrator's list",
        security: ADMINISTRATORS,
        params: IdInPath,
        querystring: ONLY_PASS_CACHES,
        response: { 200: jsonAnswer("Its position", Position), 404: errorAnswer(NO_ROW) },
      },
    },
    async (request) => {
      const { id } = request.params;
      const position = findPosition(await catalogue.current(), id);
      if (position < 0) throw new UserError(404, VEHICLE_NOT_FOUND);
      return { position };
    },
  );

  app.get(
    "/api/evs/:id/deletion",
    {
      onRequest: sessions.requireAdministrator,
      schema: {
        operationId: "getRowDeletion",
        summary: "Get what else deleting a row would delete",
        security: ADMINISTRATORS,
        params: IdInPath,
        querystring: ONLY_PASS_CACHES,
        response: {
          200: jsonAnswer("The reviews and votes that would go", Deletion),
          404: errorAnswer(NO_ROW),
        },
      },
    },
    async (request) => {
      const { id } = request.params;
      return rows.costOfDeleting(id);
    },
  );

  app.delete(
    "/api/evs/:id",
    {
      onRequest: sessions.requireAdministrator,
      schema: {
        operationId: "deleteRow",
        summary:
          "Delete a row and its reviews; the last row of a model takes the model, its votes and reviews along",
        security: ADMINISTRATORS,
        params: IdInPath,
        querystring: ONLY_PASS_CACHES,
        headers: IfMatch,
        response: { 204: emptyAnswer("Deleted"), 404: errorAnswer(NO_ROW), 412: OTHER_VERSION },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      reply.code(204);
      const writer = writerOf(request);
      const outcome = await rows.deleteRow(id, writer);
      if (outcome.kind === "changed-meanwhile") return sendOutcome(reply, outcome, writer.user);
      // Deleting a model's last row deletes its votes.
      catalogue.votesChanged();
      return undefined;
    },
  );
};
