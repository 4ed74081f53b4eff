import { z } from "zod";
import type { CallView } from "../../server/call.server.ts";
import { encodeJson } from "../../server/compression.server.ts";
import { responseCacheOf, sendEncoded } from "../../server/response-cache.server.ts";
import type { Sessions } from "../../server/session.server.ts";
import { passCaches, query, whole } from "../../server/query.server.ts";
import { memoizeByObject } from "../../ui/memoize.ts";
import { rowsOf, type StoredModel } from "../../vehicle/stored-models.server.ts";
import { rowAnswerShape } from "../../vehicle/field-answers.server.ts";
import type { EvRow } from "../../vehicle/vehicle.ts";
import type { Snapshot } from "../catalogue/catalogue-snapshot.server.ts";
import { type Catalogue, isRowListAsked } from "../catalogue/catalogue.server.ts";
import { MOST_ROWS_PER_PAGE, ROWS_PER_PAGE, SEARCH_MAX_CHARACTERS } from "./limits.ts";

export const RowListQuery = query({
  view: z.string(),
  search: z
    .string()
    .max(SEARCH_MAX_CHARACTERS, {
      error: `search must have at most ${SEARCH_MAX_CHARACTERS} characters`,
    })
    .meta({ description: "a part of make, model and trim, in any letter case" }),
  page: whole("page", 1).meta({ description: "from 1; absent: all rows" }),
  pageSize: whole("pageSize", 1, MOST_ROWS_PER_PAGE).meta({
    description: `rows of a page; ${ROWS_PER_PAGE} when absent`,
  }),
  _: passCaches,
}).partial();

export const RowAnswer = z
  .strictObject({
    id: z.int(),
    ...rowAnswerShape,
    isModelHeader: z.boolean().meta({ description: "true for the first row of each model" }),
    version: z.int().meta({ description: "for If-Match, in quotation marks" }),
  })
  .meta({ id: "Row" }) satisfies z.ZodType<EvRow>;

export const RowListAnswer = z
  .strictObject({
    evs: z.array(RowAnswer),
    total: z.int().meta({ description: "all rows" }),
    models: z.int().meta({ description: "all header rows" }),
    matches: z.int().meta({ description: "rows that the search finds" }),
  })
  .meta({ id: "RowList" });
export type RowListAnswer = z.output<typeof RowListAnswer>;

function comparable(text: string): string {
  return text.normalize("NFC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

/** Of each row of a model, "make model trim"; a model that has changed is another object. */
const textsOf = memoizeByObject(({ ev: { make, model, trims } }: StoredModel) =>
  trims.map(({ trim }) => comparable(`${make} ${model} ${trim}`)),
);

function findRows(snapshot: Snapshot, asked: z.output<typeof RowListQuery>): RowListAnswer {
  const text = comparable(asked.search ?? "");
  const size = asked.page === undefined ? Infinity : (asked.pageSize ?? ROWS_PER_PAGE);
  const first = asked.page === undefined ? 0 : (asked.page - 1) * size;
  const evs: EvRow[] = [];
  let matches = 0;
  for (const model of snapshot.byName()) {
    const isMatch = text === "" ? null : textsOf(model).map((each) => each.includes(text));
    const count = isMatch ? isMatch.filter(Boolean).length : model.ev.trims.length;
    // Rows of other pages are counted and not made.
    if (count > 0 && matches + count > first && matches < first + size) {
      const matching = rowsOf(model).filter((_, index) => isMatch?.[index] ?? true);
      evs.push(...matching.slice(Math.max(0, first - matches), first + size - matches));
    }
    matches += count;
  }
  return { evs, total: snapshot.totals.trims, models: snapshot.totals.models, matches };
}

/** Where a row stands in the list without a search, from 0; -1 when it is not there. */
export function findPosition(snapshot: Snapshot, rowId: number): number {
  const modelId = snapshot.findEv(rowId)?.id;
  let before = 0;
  for (const { ev } of snapshot.byName()) {
    if (ev.id === modelId) {
      const index = ev.trims.findIndex((trim) => trim.rowId === rowId);
      return index < 0 ? -1 : before + index;
    }
    before += ev.trims.length;
  }
  return -1;
}

/** `GET /api/evs?view=admin`: the flat rows by make, model and trim order (readings 3, §9). */
export function createRowList({
  catalogue,
  sessions,
}: {
  catalogue: Pick<Catalogue, "current">;
  sessions: Pick<Sessions, "requireUser">;
}): CallView<typeof RowListQuery> {
  return {
    isAsked: isRowListAsked,
    summary: "with view=admin the flat rows by make, model and trim order, for who is signed in",
    signedIn: sessions,
    query: RowListQuery,
    answers: { 200: { description: "with view=admin rows", schema: RowListAnswer } },
    async handle({ query: asked }, request, reply) {
      const snapshot = await catalogue.current();
      const isWhole = asked.page === undefined && asked.search === undefined;
      const make = () => encodeJson(findRows(snapshot, asked));
      // The whole list is worth keeping; a page of it is made as soon as it is found.
      const list = isWhole
        ? await responseCacheOf(request.server).get(`rows ${snapshot.cacheKey}`, make)
        : make();
      // Asked about every time, and by this browser only. Never kept ready: that knows no sessions.
      return sendEncoded(request, reply, list, { cacheControl: "private, no-cache" });
    },
  };
}
