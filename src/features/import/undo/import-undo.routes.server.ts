import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { z } from "zod";
import { errorAnswer, jsonAnswer } from "../../../server/answers.server.ts";
import { idInPath } from "../../../server/path-parameters.server.ts";
import { UndoneAnswer, WrittenAnswer, WrittenQuery } from "../import.schema.ts";
import { readImport, undoImport } from "./import-undo.db.server.ts";
import { LISTED_ROWS, UNDO_DAYS } from "../limits.ts";

const NOT_UNDOABLE = `No such import, or it was undone, or is older than ${UNDO_DAYS} days`;

/** Calls to list what an import has written and to undo it as one step (importing.md#undo-call). */
export const importUndoRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { database, sessions } = app;
  app.get(
    "/api/imports/:importId",
    {
      schema: {
        operationId: "listImportedRows",
        summary: "List the rows that an import added or updated and that still exist",
        params: z.object({ importId: idInPath }),
        querystring: WrittenQuery,
        response: {
          200: jsonAnswer("A page of rows", WrittenAnswer),
          404: errorAnswer(NOT_UNDOABLE),
        },
      },
    },
    async (request) => {
      const { importId } = request.params;
      const { after = 0 } = request.query;
      const part = { after, limit: LISTED_ROWS + 1 };
      const { at, subject, rows: found } = await readImport(database, importId, part);
      const rows = found.slice(0, LISTED_ROWS);
      const next = found.length > LISTED_ROWS ? (rows.at(-1)?.id ?? null) : null;
      return { id: importId, at, subject, rows, next };
    },
  );

  app.delete(
    "/api/imports/:importId",
    {
      schema: {
        operationId: "undoImport",
        summary: `Undo an import of the last ${UNDO_DAYS} days, except for rows that were changed since`,
        params: z.object({ importId: idInPath }),
        response: {
          200: jsonAnswer("What was undone, and what stays", UndoneAnswer),
          404: errorAnswer(NOT_UNDOABLE),
        },
      },
    },
    async (request) => {
      const { importId } = request.params;
      return undoImport(database, importId, sessions.userOf(request));
    },
  );
};
