import type { FastifyInstance } from "fastify";
import { declareCall } from "../../server/call.server.ts";
import type { Database } from "../../db/database.server.ts";
import type { Sessions } from "../../server/session.server.ts";
import { UndoneAnswer, WrittenAnswer, WrittenQuery } from "./import.schema.ts";
import { readImport, undoImport } from "./import-undo.db.server.ts";
import { LISTED_ROWS, UNDO_DAYS } from "./limits.ts";

const NOT_UNDOABLE = `No such import, or it was undone, or is older than ${UNDO_DAYS} days`;

interface UndoDeps {
  database: Pick<Database, "read" | "write" | "changes">;
  sessions: Pick<Sessions, "requireAdministrator" | "userOf">;
}

/** What an import has written, and taking it back as one step (beyond 5). */
export function importUndoRoutes(app: FastifyInstance, { database, sessions }: UndoDeps): void {
  declareCall(app, "GET /api/imports/:importId", {
    id: "listImportedRows",
    summary: "The rows that an import has added and updated, as far as they are there",
    signedIn: sessions,
    query: WrittenQuery,
    answers: {
      200: { description: "A part of the rows", schema: WrittenAnswer },
      404: NOT_UNDOABLE,
    },
    async handle({ importId, query: { after = 0 } }) {
      const part = { after, limit: LISTED_ROWS + 1 };
      const { at, subject, rows: found } = await readImport(database, importId, part);
      const rows = found.slice(0, LISTED_ROWS);
      const next = found.length > LISTED_ROWS ? (rows.at(-1)?.id ?? null) : null;
      return { id: importId, at, subject, rows, next };
    },
  });

  declareCall(app, "DELETE /api/imports/:importId", {
    id: "undoImport",
    summary: `Takes back an import of the last ${UNDO_DAYS} days, except for rows that were changed since`,
    signedIn: sessions,
    answers: {
      200: { description: "What was taken back, and what stays", schema: UndoneAnswer },
      404: NOT_UNDOABLE,
    },
    handle: ({ importId }, request) => undoImport(database, importId, sessions.userOf(request)),
  });
}
