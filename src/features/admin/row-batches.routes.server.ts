import type { FastifyInstance } from "fastify";
import { z } from "zod";

import { declareCall } from "../../server/call.server.ts";
import { UserError } from "../../server/errors.server.ts";
import { bodyError } from "../../server/query.schema.ts";
import type { Sessions } from "../../server/session.server.ts";
import { countOf } from "../../vehicle/counts.ts";
import { EvInput, parseChange } from "../../vehicle/ev-input.ts";
import type { ModelMerges } from "../../vehicle/model-merges.db.server.ts";
import type { RowBatches, RowEdit } from "../../vehicle/row-batches.db.server.ts";
import { EvAnswer } from "../catalogue/catalogue.schema.ts";
import type { Catalogue } from "../catalogue/catalogue.server.ts";
import { FIGURE_BODY_LIMIT_BYTES, MOST_ROWS_PER_CHANGE } from "./limits.ts";
import { RowAnswer } from "./row-list.server.ts";
import { BAD_FIELD, BAD_PICTURE, isData, NO_ROW, SentRow, TAKEN } from "./sent-row.server.ts";

const bounded = `from 1 to ${MOST_ROWS_PER_CHANGE} rows`;

function listOf<T extends z.ZodType>(name: string, item: T) {
  const error = `${name} must be a list of ${bounded}`;
  return z.array(item, { error }).min(1, { error }).max(MOST_ROWS_PER_CHANGE, { error });
}

const id = z.int({ error: "An id must be a whole number" });
const ids = listOf("ids", id).refine((all) => new Set(all).size === all.length, {
  error: "ids names a row twice",
});
const version = z.int({ error: "A version must be a whole number" });

const SentSet = SentRow.omit({ make: true, model: true }).partial().meta({
  description: "as in PUT: what is missing stays, null or an empty text clears an optional field",
});

const SameForAll = z
  .strictObject(
    {
      ids,
      set: z.unknown(),
      versions: z
        .record(z.string(), version, { error: "versions must be an object of versions by id" })
        .optional()
        .meta({ description: "by id: only while the rows have these versions" }),
    },
    { error: bodyError },
  )
  .refine(
    ({ ids: all, versions = {} }) =>
      Object.keys(versions).every((key) => all.some((each) => String(each) === key)),
    {
      error: "versions names a row that ids does not name",
      path: ["versions"],
    },
  );

const EachItsOwn = z.strictObject(
  {
    rows: listOf(
      "rows",
      z.strictObject(
        {
          id,
          set: z.unknown(),
          version: version.optional().meta({ description: "only while the row has this version" }),
        },
        { error: bodyError },
      ),
    ).refine((all) => new Set(all.map((row) => row.id)).size === all.length, {
      error: "rows names a row twice",
    }),
  },
  { error: bodyError },
);

/** @param path of the set in the body @throws UserError 400, ZodError */
function readSet(given: unknown, path: readonly (string | number)[]): RowEdit["set"] {
  const refuse = (message: string) => {
    throw new UserError(400, message, { fields: [path.join(".")] });
  };
  const named = ["make", "model"].filter((name) => Object.hasOwn(Object(given), name));
  if (named.length > 0) refuse("Make and model are changed in a row of its own, or by a merge");
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

const ChangedRows = z
  .strictObject({
    updated: z.array(RowAnswer).meta({ description: "in the order of the request" }),
  })
  .meta({ id: "ChangedRows" });

const Conflicts = z
  .strictObject({
    error: z.string(),
    conflicts: z.array(RowAnswer).meta({ description: "as they are now" }),
  })
  .meta({ id: "Conflicts" });

const DeletedRows = z.strictObject({ deleted: z.int() }).meta({ id: "DeletedRows" });

export interface BatchDeps {
  batches: RowBatches;
  catalogue: Pick<Catalogue, "votesChanged">;
  sessions: Pick<Sessions, "requireAdministrator" | "requireSession" | "userOf">;
  storeImage(this: void, data: string): Promise<string>;
}

/** Writes of many rows, each all or nothing (beyond 5). */
export function batchRoutes(app: FastifyInstance, deps: BatchDeps): void {
  const { batches, catalogue, sessions, storeImage } = deps;

  /** Pictures that are data are kept in our own store, each once. */
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

  declareCall(app, "PATCH /api/evs", {
    id: "changeRows",
    summary: `Changes up to ${MOST_ROWS_PER_CHANGE} rows, all or none: the same for all, or each its own`,
    signedIn: sessions,
    body: {
      schema: z.union([
        z.strictObject({ ...SameForAll.shape, set: SentSet }),
        z.strictObject({
          rows: listOf(
            "rows",
            z.strictObject({ ...EachItsOwn.shape.rows.element.shape, set: SentSet }),
          ),
        }),
      ]),
      read: readEdits,
    },
    answers: {
      200: { description: "All rows of the request, as they are now", schema: ChangedRows },
      400: BAD_FIELD,
      404: NO_ROW,
      409: TAKEN,
      412: { description: "Rows have other versions; nothing was changed", schema: Conflicts },
      422: BAD_PICTURE,
    },
    async handle({ body: edits }, request, reply) {
      const refuse = (conflicts: z.output<typeof Conflicts>["conflicts"]) =>
        reply.code(412).send({
          error: `Somebody else has changed ${countOf(conflicts.length, "EV")} meanwhile.`,
          conflicts,
        });
      if (edits.some(({ set }) => isData(set.image))) {
        // A picture is not kept for a change that cannot be; the change itself judges once more.
        const conflicts = await batches.findOutdated(edits);
        if (conflicts.length > 0) return refuse(conflicts);
        await sessions.requireSession(request);
      }
      const kept = await keepPictures(edits);
      const outcome = await batches.updateRows(kept, sessions.userOf(request));
      return outcome.kind === "done" ? { updated: outcome.rows } : refuse(outcome.conflicts);
    },
  });

  declareCall(app, "DELETE /api/evs", {
    id: "deleteRows",
    summary: `Deletes up to ${MOST_ROWS_PER_CHANGE} rows with their reviews, all or none; with the last one of a model its votes and reviews`,
    signedIn: sessions,
    body: z.strictObject({ ids }, { error: bodyError }),
    answers: {
      200: { description: "How many rows", schema: DeletedRows },
      400: BAD_FIELD,
      404: NO_ROW,
    },
    async handle({ body }, request) {
      await batches.deleteRows(body.ids, sessions.userOf(request));
      catalogue.votesChanged();
      return { deleted: body.ids.length };
    },
  });
}

const modelId = z
  .int({ error: "from and into must be ids of models" })
  .meta({ description: "of a model, or one that it had before a merge" });
const Models = z.strictObject({ from: modelId, into: modelId }, { error: bodyError });
/** Not folded: one of an earlier release may differ from another only by what cannot be seen. */
const StoredMake = z
  .string({ error: ({ input }) => (input == null ? "Make is required" : "Make must be text") })
  .refine((make) => EvInput.shape.make.safeParse(make).success, "Make is required");
const Makes = z
  .strictObject({ fromMake: StoredMake, intoMake: EvInput.shape.make }, { error: bodyError })
  .refine(({ fromMake, intoMake }) => fromMake !== intoMake, {
    error: "Choose two different ones: nothing can be merged into itself",
    path: ["intoMake"],
  });

const Merged = z
  .strictObject({
    model: EvAnswer.nullable().meta({ description: "as it is now; null where makes were merged" }),
    moved: z.int().meta({ description: "rows that have another make or model now" }),
  })
  .meta({ id: "Merged" });

export interface MergeDeps {
  merges: ModelMerges;
  catalogue: Pick<Catalogue, "current" | "votesChanged">;
  sessions: Pick<Sessions, "requireAdministrator" | "userOf">;
}

/** `POST /api/evs/merge` (beyond 5). */
export function mergeRoutes(app: FastifyInstance, deps: MergeDeps): void {
  const { merges, catalogue, sessions } = deps;

  declareCall(app, "POST /api/evs/merge", {
    id: "merge",
    summary:
      "Merges a model into another, or all models of a make into another make: rows, reviews and votes move along, and the former id stays valid",
    signedIn: sessions,
    body: {
      schema: z.union([Models, Makes]),
      // Which of the two is meant is said by a field, so that the sentence fits.
      read: (given) =>
        ["fromMake", "intoMake"].some((name) => Object.hasOwn(Object(given), name))
          ? Makes.parse(given)
          : Models.parse(given),
    },
    bodyLimit: FIGURE_BODY_LIMIT_BYTES,
    answers: {
      200: { description: "Merged", schema: Merged },
      400: "Both are the same, or a field is missing or not valid",
      404: "No model has this id, or there is no such make; a row's id is none",
      409: "Both have a trim of the same name and year",
    },
    async handle({ body }, request) {
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
  });
}
