/** Input and answer of the known-names call (grid.md#known-names). */
import { z } from "zod";
import { FIELDS } from "../../../domain/fields.ts";
import { query, textUpTo } from "../../../server/query.schema.ts";

/** grid.md#known-names: per answer */
export const MOST_KNOWN_NAMES = 1000;

export const KnownNamesQuery = query({
  make: textUpTo("make", FIELDS.make.maxCharacters).describe(
    "list the models of this make; case does not matter",
  ),
}).partial();

export const KnownNames = z
  .strictObject({
    names: z.array(z.string()).describe(`by name, each once; ${MOST_KNOWN_NAMES} at most`),
  })
  .meta({ id: "KnownNames" });
export type KnownNames = z.output<typeof KnownNames>;
