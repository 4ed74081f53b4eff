/** Input and answer of the known-names call (grid.md#known-names). */
import { z } from "zod";
import { FIELDS } from "../../../domain/fields.ts";
import { query } from "../../../server/query.schema.ts";

/** grid.md#known-names: per answer */
export const MOST_KNOWN_NAMES = 1000;
const MOST_CHARACTERS = FIELDS.make.maxCharacters;

export const KnownNamesQuery = query({
  make: z
    .string()
    .max(MOST_CHARACTERS, { error: `make must have at most ${MOST_CHARACTERS} characters` })
    .meta({ description: "list the models of this make; case does not matter" }),
}).partial();

export const KnownNames = z
  .strictObject({
    names: z
      .array(z.string())
      .meta({ description: `by name, each once; ${MOST_KNOWN_NAMES} at most` }),
  })
  .meta({ id: "KnownNames" });
export type KnownNames = z.output<typeof KnownNames>;

const Name = z.strictObject({
  id: z.int().meta({ description: "id of the model, or of a model of the make" }),
  make: z.string(),
  model: z.string(),
});

export const SimilarNames = z
  .strictObject({
    pairs: z
      .array(z.strictObject({ what: z.enum(["makes", "models"]), of: z.tuple([Name, Name]) }))
      .meta({ description: `${MOST_KNOWN_NAMES} at most` }),
  })
  .meta({ id: "SimilarNames" });
export type SimilarNames = z.output<typeof SimilarNames>;
