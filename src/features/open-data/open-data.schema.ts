/** Answer of `GET /api/fields` (open-data.md#dictionary). */
import { z } from "zod";

const orNull = (description: string) => z.string().nullable().meta({ description });
const numberOrNull = (description: string) => z.number().nullable().meta({ description });

const FieldDescription = z
  .strictObject({
    label: z.string(),
    meaning: z.string(),
    names: z.strictObject({
      call: orNull("its name in a public model or trim"),
      row: orNull("its name in the rows of administrators"),
      file: orNull("its column in evs.csv"),
      filters: z.array(z.string()).describe("parameters that filter by it"),
      sort: orNull("its name in the parameter sort"),
      claim: orNull("its name in claims and corrections"),
    }),
    type: z.enum(["text", "integer", "number", "boolean", "date", "choice"]),
    unit: orNull("null if it has none"),
    min: numberOrNull("smallest value that is accepted"),
    max: numberOrNull("largest value that is accepted"),
    maxCharacters: z.int().nullable(),
    values: z.array(z.string()).nullable().describe("of a choice"),
    nullMeans: orNull("what null, or an empty cell, means; null if there is always a value"),
  })
  .meta({ id: "Field" });
export type FieldDescription = z.output<typeof FieldDescription>;

export const Dictionary = z
  .strictObject({
    license: z.strictObject({ name: z.string(), url: orNull("the address of its text") }),
    attribution: z.string().describe("who is to be credited"),
    fields: z.array(FieldDescription),
  })
  .meta({ id: "Dictionary" });
export type Dictionary = z.output<typeof Dictionary>;

export const CsvMetadata = z.looseObject({ url: z.string(), tableSchema: z.looseObject({}) });
