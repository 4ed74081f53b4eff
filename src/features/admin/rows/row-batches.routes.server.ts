import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import type { z } from "zod";
import { errorAnswer, jsonAnswer } from "../../../server/answers.server.ts";
import { OTHER_CONTENT, RetryHeaders } from "../../../server/retries.db.server.ts";
import type { RowChange } from "../../catalogue/change-rows.db.server.ts";
import { createModelMerges } from "../../catalogue/model-merges.db.server.ts";
import { type ImportReceipt, writeImportPlan, planImport } from "../../import/import.db.server.ts";
import { sendConflicts } from "../../catalogue/if-match.server.ts";
import { Conflicts } from "../../catalogue/catalogue.schema.ts";
import { MOST_ROWS_PER_CHANGE } from "./row-filters.ts";
import { SMALL_BODY_LIMIT_BYTES, keepPictures, writeRows } from "./rows.routes.server.ts";
import {
  AddedRows,
  BAD_PICTURE,
  ChangedRows,
  ChangeQuery,
  DeletedIds,
  DeletedRows,
  Merge,
  Merged,
  NewRows,
  NO_ROW,
  RowEdits,
  TAKEN,
} from "./rows.schema.ts";

function toRowChanges(body: z.output<typeof RowEdits>): RowChange[] {
  if ("rows" in body) return body.rows.map((row, at) => ({ ...row, path: `rows.${at}.id` }));
  const { ids, set, versions = {} } = body;
  return ids.map((id, at) => ({ id, path: `ids.${at}`, set, version: versions[id] }));
}

/** Calls that write many rows, all or none (calls.md#many-rows, calls.md#merge-call). */
export const manyRowRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { database, rows, catalogue, sessions, retries } = app;
  const merges = createModelMerges(database);

  app.post(
    "/api/evs/rows",
    {
      schema: {
        operationId: "addRows",
        summary: `Add up to ${MOST_ROWS_PER_CHANGE} rows as one import, all or none. Rows that already exist are skipped`,
        tags: ["Editing"],
        headers: RetryHeaders,
        body: NewRows,
        response: {
          200: jsonAnswer("How many were added", AddedRows),
          422: errorAnswer(`${BAD_PICTURE}; ${OTHER_CONTENT}`),
        },
      },
    },
    async (request) => {
      const { subject, rows: sent } = request.body;
      const user = sessions.userOf(request);
      const attempt = { call: "addRows", user, content: request.body };
      const { counts, importId } = await retries.once<ImportReceipt>(
        request,
        attempt,
        async (once) => {
          const inputs = await keepPictures(app, request, sent);
          const newRows = inputs.map((input, at) => ({ row: at + 1, input }));
          const plan = await planImport(database.read, newRows);
          const writer = { user, subject, invalid: 0, most: 0, once };
          return writeImportPlan(database, plan, writer, new AbortController().signal);
        },
      );
      return { added: counts.added, skipped: counts.skipped, importId };
    },
  );

  app.patch(
    "/api/evs",
    {
      schema: {
        operationId: "changeRows",
        summary: `Change up to ${MOST_ROWS_PER_CHANGE} rows, all or none: the same change for all, or one for each`,
        querystring: ChangeQuery,
        body: RowEdits,
        response: {
          200: jsonAnswer("The requested rows as they are now", ChangedRows),
          404: errorAnswer(NO_ROW),
          409: errorAnswer(TAKEN),
          412: jsonAnswer("Some rows were changed by someone else; nothing was saved", Conflicts),
          422: errorAnswer(BAD_PICTURE),
        },
      },
    },
    async (request, reply) => {
      const outcome = await writeRows(app, request, toRowChanges(request.body), request.query.undo);
      if (outcome.kind !== "done") return sendConflicts(reply, outcome, sessions.userOf(request));
      return { updated: outcome.rows };
    },
  );

  app.delete(
    "/api/evs",
    {
      schema: {
        operationId: "deleteRows",
        summary: `Delete up to ${MOST_ROWS_PER_CHANGE} rows and their reviews, all or none. A model without rows is deleted with its votes and reviews`,
        body: DeletedIds,
        response: {
          200: jsonAnswer("The number of deleted rows", DeletedRows),
          404: errorAnswer(NO_ROW),
        },
      },
    },
    async (request) => {
      const wanted = request.body.ids.map((id, at) => ({ id, path: `ids.${at}` }));
      await rows.deleteRows(wanted, sessions.userOf(request));
      catalogue.votesChanged();
      return { deleted: wanted.length };
    },
  );

  app.post(
    "/api/evs/merge",
    {
      bodyLimit: SMALL_BODY_LIMIT_BYTES,
      schema: {
        operationId: "merge",
        summary:
          "Merge one model or make into another. Rows, reviews and votes move along, and the old id keeps working",
        body: Merge,
        response: {
          200: jsonAnswer("Merged", Merged),
          404: errorAnswer("There is no such model or make; row ids are not accepted"),
          409: errorAnswer("Both have a trim with the same name and year"),
        },
      },
    },
    async (request) => {
      const { body } = request;
      const user = sessions.userOf(request);
      if ("fromMake" in body) {
        const { moved } = await merges.mergeMakes(body.fromMake, body.intoMake, user);
        catalogue.votesChanged();
        return { model: null, moved };
      }
      const { modelId: mergedId, moved } = await merges.mergeModels(body.from, body.into, user);
      catalogue.votesChanged();
      const snapshot = await catalogue.current();
      return { model: snapshot.findModel(mergedId) ?? null, moved };
    },
  );
};
