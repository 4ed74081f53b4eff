import { z } from "zod";
import { type EvFields, TRIM_NAMES, type TrimFields } from "./field-shapes.ts";
import type { FieldEntry } from "./field-kinds.ts";
import { entryOf, FIELD_NAMES, type FieldName, meaningOf } from "./fields.ts";

/** Returns the schema of a field in responses, including the meaning of its figures. */
function answerOf(name: FieldName): z.ZodType {
  const entry = entryOf(name);
  return orNull(name, schemaOfValue(entry)).meta({ description: meaningOf(entry) });
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

// The types are derived from the same table.
export const rowAnswerShape = Object.fromEntries(
  FIELD_NAMES.map((name) => [name, answerOf(name)]),
) as ShapeOf<EvFields>;

export const trimAnswerShape = Object.fromEntries(
  TRIM_NAMES.map(([field, name]) => [name, answerOf(field)]),
) as ShapeOf<TrimFields>;
