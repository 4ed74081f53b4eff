import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { z } from "zod";
import { errorAnswer, jsonAnswer } from "../../../server/answers.server.ts";
import { parseBodyWith } from "../../../server/read-body.server.ts";
import { ADMINISTRATORS } from "../../../server/plugins/api-description.server.ts";

import { UserError } from "../../../server/errors.server.ts";
import type { Sessions } from "../../../server/session.server.ts";
import { parseChange, type RowEdit } from "../../../domain/ev-input.ts";
import type { ModelMerges } from "../../catalogue/model-merges.db.server.ts";
import { sendConflicts } from "./if-match.server.ts";
import type { RowBatches } from "./row-batches.db.server.ts";
import type { Catalogue } from "../../catalogue/catalogue.server.ts";
import { FIGURE_BODY_LIMIT_BYTES, MOST_ROWS_PER_CHANGE } from "../limits.ts";
import {
  BAD_FIELD,
  BAD_PICTURE,
  ChangedRows,
  Conflicts,
  DeletedIds,
  DeletedRows,
  EachItsOwn,
  isData,
  Makes,
  Merged,
  Models,
  NO_ROW,
  SameForAll,
  SentChanges,
  TAKEN,
} from "./rows.schema.ts";

/** @param path where the set is in the body @throws UserError 400, ZodError */
function readSet(given: unknown, path: readonly (string | number)[]): RowEdit["set"] {
  const refuse = (message: string) => {
    throw new UserError(400, message, { fields: [path.join(".")] });
  };
  const named = ["make", "model"].filter((name) => Object.hasOwn(Object(given), name));
  if (named.length > 0) refuse("To change make or model, edit a single row or merge the models");
  try {
    const set = parseChange(given);
    if (Object.keys(set).length === 0) refuse("set must name at least one field");
    return set;
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new z.ZodRealError(
      error.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })),
    );
  }
}

/** @throws UserError 400, ZodError */
function readEdits(body: unknown): RowEdit[] {
  if (Object.hasOwn(Object(body), "rows")) {
    const { rows } = EachItsOwn.parse(body);
    return rows.map((row, at) => ({ ...row, set: readSet(row.set, ["rows", at, "set"]) }));
  }
  const { ids: all, set, versions = {} } = SameForAll.parse(body);
  const change = readSet(set, ["set"]);
  return all.map((each) => ({ id: each, set: change, version: versions[each] }));
}

export interface BatchDeps {
  batches: RowBatches;
  catalogue: Pick<Catalogue, "votesChanged">;
  sessions: Pick<Sessions, "requireAdministrator" | "requireSession" | "userOf">;
  storeImage(this: void, data: string): Promise<string>;
}

/** Calls that write many rows, all or none (calls.md#many-rows). */
export const batchRoutes: FastifyPluginAsyncZodOpenApi<BatchDeps> = async (app, deps) => {
  const { batches, catalogue, sessions, storeImage } = deps;

  /** Stores pictures sent as data in our own store, each only once. */
  async function keepPictures(edits: readonly RowEdit[]): Promise<RowEdit[]> {
    const paths = new Map<string, string>();
    for (const {
      set: { image },
    } of edits) {
      if (isData(image) && !paths.has(image)) paths.set(image, await storeImage(image));
    }
    return edits.map(({ set, ...edit }) => {
      const path = paths.get(set.image ?? "");
      return { ...edit, set: path === undefined ? set : { ...set, image: path } };
    });
  }

  app.patch(
    "/api/evs",
    {
      onRequest: sessions.requireAdministrator,
      schema: {
        operationId: "changeRows",
        summary: `Change up to ${MOST_ROWS_PER_CHANGE} rows, all or none: the same change for all, or one for each`,
        security: ADMINISTRATORS,
        body: parseBodyWith(SentChanges, readEdits),
        response: {
          200: jsonAnswer("The requested rows as they are now", ChangedRows),
          400: errorAnswer(BAD_FIELD),
          404: errorAnswer(NO_ROW),
          409: errorAnswer(TAKEN),
          412: jsonAnswer("Some rows were changed by someone else; nothing was saved", Conflicts),
          422: errorAnswer(BAD_PICTURE),
        },
      },
    },
    async (request, reply) => {
      const edits = request.body;
      const user = sessions.userOf(request);
      if (edits.some(({ set }) => isData(set.image))) {
        // Check first, so that no picture is stored for a change that would fail; the change itself checks
        // again.
        const check = await batches.updateRows(
          edits.map((edit) => ({ ...edit, set: {} })),
          user,
        );
        if (check.kind !== "done") return sendConflicts(reply, check, user);
        await sessions.requireSession(request);
      }
      const editsWithPictures = await keepPictures(edits);
      const outcome = await batches.updateRows(editsWithPictures, user);
      if (outcome.kind !== "done") return sendConflicts(reply, outcome, user);
      return { updated: outcome.rows };
    },
  );

  app.delete(
    "/api/evs",
    {
      onRequest: sessions.requireAdministrator,
      schema: {
        operationId: "deleteRows",
        summary: `Delete up to ${MOST_ROWS_PER_CHANGE} rows and their reviews, all or none. A model without rows is deleted with its votes and reviews`,
        security: ADMINISTRATORS,
        body: DeletedIds,
        response: {
          200: jsonAnswer("The number of deleted rows", DeletedRows),
          400: errorAnswer(BAD_FIELD),
          404: errorAnswer(NO_ROW),
        },
      },
    },
    async (request) => {
      const { body } = request;
      await batches.deleteRows(body.ids, sessions.userOf(request));
      catalogue.votesChanged();
      return { deleted: body.ids.length };
    },
  );
};

export interface MergeDeps {
  merges: ModelMerges;
  catalogue: Pick<Catalogue, "current" | "votesChanged">;
  sessions: Pick<Sessions, "requireAdministrator" | "userOf">;
}

/** `POST /api/evs/merge` (calls.md#merge-call). */
export const mergeRoutes: FastifyPluginAsyncZodOpenApi<MergeDeps> = async (app, deps) => {
  const { merges, catalogue, sessions } = deps;

  app.post(
    "/api/evs/merge",
    {
      onRequest: sessions.requireAdministrator,
      bodyLimit: FIGURE_BODY_LIMIT_BYTES,
      schema: {
        operationId: "merge",
        summary:
          "Merge one model or make into another. Rows, reviews and votes move along, and the old id keeps working",
        security: ADMINISTRATORS,
        body: parseBodyWith(
          z.union([Models, Makes]), // Report the errors of the variant whose fields were sent.
          (given) =>
            ["fromMake", "intoMake"].some((name) => Object.hasOwn(Object(given), name))
              ? Makes.parse(given)
              : Models.parse(given),
        ),
        response: {
          200: jsonAnswer("Merged", Merged),
          400: errorAnswer("Both are the same, or a field is missing or invalid"),
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
      const { modelId: kept, moved } = await merges.mergeModels(body.from, body.into, user);
      catalogue.votesChanged();
      const snapshot = await catalogue.current();
      return { model: snapshot.findModel(kept) ?? null, moved };
    },
  );
};
