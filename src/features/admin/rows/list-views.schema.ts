/** Inputs and answers of the saved-view calls (dashboard.md#saved-views). */
import { z } from "zod";
import { bodyError } from "../../../server/query.schema.ts";
import { textLine } from "../../claims/claims.schema.ts";
import { isViewQuery, parseListState, VIEW_NAME_MAX_CHARACTERS, viewQuery } from "./list-query.ts";

/** Servers refuse longer addresses. */
const VIEW_QUERY_MAX_CHARACTERS = 8000;

const QUERY = "query must be a query of the list's address, such as sort=price&order=desc";
const name = textLine("Name", VIEW_NAME_MAX_CHARACTERS);
const query = z
  .string({ error: QUERY })
  .max(VIEW_QUERY_MAX_CHARACTERS, {
    error: "This view has too many filters to save. Please remove some.",
    abort: true,
  })
  .refine(isViewQuery, { error: QUERY })
  .overwrite((text) => viewQuery(parseListState(text)))
  .meta({
    description:
      "the query of the list's address: search, sort, order, filters, rows and hidden (columns), all optional",
    example: "sort=price&order=desc&rows=50&hidden=bodyType,image",
  });

export const NewView = z.strictObject({ name, query }, { error: bodyError });
export type NewView = z.output<typeof NewView>;

export const RenamedView = z.strictObject({ name }, { error: bodyError });

export const ListView = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    query: z.string(),
    at: z.string().meta({ description: "when it was saved, ISO 8601 in UTC" }),
  })
  .meta({ id: "ListView" });
export type ListView = z.output<typeof ListView>;
