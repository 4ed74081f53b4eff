import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { encodeJson, sendEncoded } from "../../server/compression.server.ts";
import type { Sessions } from "../../server/session.server.ts";
import { query, readQuery } from "../../server/query.server.ts";
import type { EvRow } from "../../vehicle/vehicle.ts";
import { whole } from "../catalogue/catalogue-query.server.ts";
import type { Snapshot } from "../catalogue/catalogue-snapshot.server.ts";
import type { Catalogue } from "../catalogue/catalogue.server.ts";
import { MOST_ROWS_PER_PAGE, ROWS_PER_PAGE, SEARCH_MAX_CHARACTERS } from "./limits.ts";

/** Query of the administrator's list (readings 3). */
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
  _: z.string().meta({ description: "any text, to pass by caches" }),
}).partial();

/** The administrator's list (readings 3). */
export interface RowListAnswer {
  evs: readonly EvRow[];
  /** all rows */
  total: number;
  /** all header rows */
  models: number;
  /** rows that the search finds */
  matches: number;
}

/** Text as the search compares it: one case, single spaces. */
function comparable(text: string): string {
  return text.normalize("NFC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

interface SearchableRows {
  rows: readonly EvRow[];
  /** of each row, "make model trim" */
  texts: readonly string[];
  models: number;
}

/** The rows of each snapshot with what searching them takes, made once. */
const searchable = new WeakMap<Snapshot, SearchableRows>();

function searchableRows(snapshot: Snapshot): SearchableRows {
  const known = searchable.get(snapshot);
  if (known) return known;
  const rows = snapshot.flatRows();
  const made = {
    rows,
    texts: rows.map(({ make, model, trim }) => comparable(`${make} ${model} ${trim}`)),
    models: snapshot.totals.models,
  };
  searchable.set(snapshot, made);
  return made;
}

function findRows(snapshot: Snapshot, asked: z.output<typeof RowListQuery>): RowListAnswer {
  const { rows, texts, models } = searchableRows(snapshot);
  const text = comparable(asked.search ?? "");
  const found = text === "" ? rows : rows.filter((_, index) => texts[index]?.includes(text));
  const size = asked.pageSize ?? ROWS_PER_PAGE;
  const first = asked.page === undefined ? 0 : (asked.page - 1) * size;
  return {
    evs: asked.page === undefined ? found : found.slice(first, first + size),
    total: rows.length,
    models,
    matches: found.length,
  };
}

/**
 * Answers `GET /api/evs?view=admin`: the flat rows by make, model and trim order (readings 3, §9). A
 * page after the last is empty.
 */
export function createRowList({
  catalogue,
  sessions,
}: {
  catalogue: Pick<Catalogue, "current">;
  sessions: Pick<Sessions, "requireUser">;
}) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    await sessions.requireUser(request, reply);
    const asked = readQuery(RowListQuery, request.query);
    const snapshot = await catalogue.current();
    const isWhole = asked.page === undefined && asked.search === undefined;
    const make = () => encodeJson(findRows(snapshot, asked));
    // The whole list is worth keeping; a page of it is made as soon as it is found.
    const answer = await (isWhole ? snapshot.answers.get("rows", make) : make());
    // Asked about every time, and by this browser only. Never kept ready: that knows no sessions.
    return sendEncoded(request, reply, answer, { cacheControl: "private, no-cache" });
  };
}
