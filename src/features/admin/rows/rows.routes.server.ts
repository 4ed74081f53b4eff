import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { emptyAnswer, errorAnswer, jsonAnswer } from "../../../server/answers.server.ts";
import { UserError } from "../../../base/errors.server.ts";
import { IdInPath } from "../../../server/path-parameters.server.ts";
import { ONLY_PASS_CACHES } from "../../../server/query.schema.ts";
import { OTHER_CONTENT, RetryHeaders } from "../../../server/retries.db.server.ts";
import { type EvInput, RowInput, RowPatch } from "../../../domain/ev-input.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import type { RowChange, RowsOutcome } from "../../catalogue/change-rows.db.server.ts";
import { VEHICLE_NOT_FOUND } from "../../catalogue/vehicle-rows.db.server.ts";
import {
  IfMatch,
  OTHER_VERSION,
  readIfMatch,
  sendOutcome,
} from "../../catalogue/if-match.server.ts";
import { RowAnswer } from "../../catalogue/catalogue.schema.ts";
import { findPosition } from "./row-list.routes.server.ts";
import {
  BAD_PICTURE,
  ChangeQuery,
  Deletion,
  figureBody,
  Fix,
  isData,
  NO_ROW,
  Position,
  TAKEN,
} from "./rows.schema.ts";

export const SMALL_BODY_LIMIT_BYTES = 1024;

/** Moves pictures that were sent as data into our own store, each only once. */
export async function keepPictures<Values extends Partial<EvInput>>(
  app: FastifyInstance,
  request: FastifyRequest,
  rows: readonly Values[],
): Promise<Values[]> {
  const pictures = new Set(rows.flatMap(({ image }) => (isData(image) ? image : [])));
  if (pictures.size > 0) await app.sessions.requireSession(request);
  const paths = new Map<string, string>();
  for (const picture of pictures) paths.set(picture, await app.images.storeImage(picture));
  return rows.map((row) => {
    const image = paths.get(row.image ?? "");
    return image === undefined ? row : { ...row, image };
  });
}

/** Changes rows and stores their new pictures. */
export async function writeRows(
  app: FastifyInstance,
  request: FastifyRequest,
  edits: readonly RowChange[],
  isUndo?: boolean,
): Promise<RowsOutcome> {
  const user = app.sessions.userOf(request);
  const sets = edits.map(({ set }) => set);
  if (sets.some(({ image }) => isData(image))) {
    // Check first, so that no picture is stored for a change that would fail; the change itself checks again.
    const check = await app.rows.changeRows(
      edits.map((edit) => ({ ...edit, set: {} })),
      user,
    );
    if (check.kind !== "done") return check;
  }
  const storedSets = await keepPictures(app, request, sets);
  return app.rows.changeRows(
    edits.map((edit, at) => ({ ...edit, set: storedSets[at] ?? {} })),
    user,
    isUndo,
  );
}

/** Shared by the calls that change one row. */
const CHANGE_SCHEMA = {
  params: IdInPath,
  querystring: ONLY_PASS_CACHES,
  headers: IfMatch,
  response: {
    200: jsonAnswer("The row as it is now", RowAnswer),
    404: errorAnswer(NO_ROW),
    409: errorAnswer(TAKEN),
    412: OTHER_VERSION,
    422: errorAnswer(BAD_PICTURE),
  },
};

/** Calls that write rows (calls.md#write-a-row, calls.md#small-updates); all require a session. */
export const rowRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { rows, catalogue, sessions, retries } = app;

  app.post(
    "/api/evs",
    {
      schema: {
        operationId: "addRow",
        summary: "Add a row, and its model if it is new",
        headers: RetryHeaders,
        body: RowInput,
        response: {
          201: jsonAnswer("The new row", RowAnswer),
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
        async (once) => {
          const [input = body] = await keepPictures(app, request, [body]);
          return rows.createRow(input, user, once);
        },
      );
      reply.header("location", `/api/evs/${row.id}`);
      return row;
    },
  );

  /** Changes a row unless its version differs from `If-Match`. */
  async function changeRow(
    id: number,
    set: Partial<EvInput>,
    request: FastifyRequest,
    reply: FastifyReply,
    isUndo?: boolean,
  ): Promise<FastifyReply> {
    const edit = { id, set, version: readIfMatch(request) };
    const outcome = await writeRows(app, request, [edit], isUndo);
    return sendOutcome(reply, outcome, sessions.userOf(request));
  }

  app.put(
    "/api/evs/:id",
    {
      schema: {
        ...CHANGE_SCHEMA,
        querystring: ChangeQuery,
        operationId: "changeRow",
        summary:
          "Change a row. Missing fields keep their values; null or empty text clears an optional field",
        body: RowPatch,
      },
    },
    async (request, reply) =>
      changeRow(request.params.id, request.body, request, reply, request.query.undo),
  );

  for (const [call, field, operationId, summary] of [
    ["update-seating", "seatingCapacity", "setSeating", "Set the number of seats of a row"],
    ["update-cargo", "cargoSpace", "setCargoSpace", "Set the cargo space of a row, in cubic feet"],
  ] as const) {
    app.post(
      `/api/evs/:id/${call}`,
      {
        bodyLimit: SMALL_BODY_LIMIT_BYTES,
        schema: { ...CHANGE_SCHEMA, operationId, summary, body: figureBody(field) },
      },
      async (request, reply) => {
        const change = { [field]: request.body.value };
        return changeRow(request.params.id, change, request, reply);
      },
    );
  }

  app.post(
    "/api/evs/:id/fix-numeric-fields",
    {
      bodyLimit: SMALL_BODY_LIMIT_BYTES,
      schema: {
        ...CHANGE_SCHEMA,
        operationId: "setFigure",
        summary: "Set one number of a row",
        body: Fix,
      },
    },
    async (request, reply) => changeRow(request.params.id, request.body, request, reply),
  );

  app.get(
    "/api/evs/:id/position",
    {
      schema: {
        operationId: "getRowPosition",
        summary: "Get the position of a row in the administrator's list",
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
      schema: {
        operationId: "getRowDeletion",
        summary: "Get what else deleting a row would delete",
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
      schema: {
        operationId: "deleteRow",
        summary:
          "Delete a row and its reviews; the last row of a model takes the model, its votes and reviews along",
        params: IdInPath,
        querystring: ONLY_PASS_CACHES,
        headers: IfMatch,
        response: { 204: emptyAnswer("Deleted"), 404: errorAnswer(NO_ROW), 412: OTHER_VERSION },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      reply.code(204);
      const user = sessions.userOf(request);
      const outcome = await rows.deleteRows([{ id, version: readIfMatch(request) }], user);
      if (outcome.kind !== "done") return sendOutcome(reply, outcome, user);
      // Deleting a model's last row deletes its votes.
      catalogue.votesChanged();
      return undefined;
    },
  );
};
