import { z } from "zod";
import { type EvFields, TRIM_NAMES, type TrimFields } from "./field-shapes.ts";
import type { FieldEntry } from "./field-kinds.ts";
import { entryOf, FIELD_NAMES, type FieldName, meaningOf } from "./fields.ts";

/** Returns the schema of a field in responses, including the meaning of its figures. */
function answerOf(name: FieldName): z.ZodType {
  const entry = entryOf(name);
  const description = meaningOf(entry);
  const schema = orNull(name, schemaOfValue(entry));
  return description === undefined ? schema : schema.meta({ description });
}

function schemaOfValue(entry: FieldEntry): z.ZodType {
  if (entry.kind === "choice") return z.enum(entry.options);
  if (entry.kind === "flag") return z.boolean();
  if (entry.kind === "figure") return entry.required ? z.int() : z.number();
  return entry.kind === "date" ? z.iso.date() : z.string();
}

function orNull(name: FieldName, schema: z.ZodType): z.ZodType {
  return entryOf(name).required ? schema : schema.nullable();
}

type ShapeOf<Values> = { [Name in keyof Values]: z.ZodType<Values[Name]> };

export const rowAnswerShape = {
  // The type is derived from the same table.
  ...(Object.fromEntries(FIELD_NAMES.map((name) => [name, answerOf(name)])) as ShapeOf<EvFields>),
  taxCreditEligible: z.boolean().nullable().meta({ description: "null if unknown" }),
};

export const trimAnswerShape = {
  // Same reason as above.
  ...(Object.fromEntries(
    TRIM_NAMES.map(([field, name]) => [name, answerOf(field)]),
  ) as ShapeOf<TrimFields>),
  taxCreditEligible: z.boolean().nullable().meta({ description: "null to use the model's flag" }),
};
