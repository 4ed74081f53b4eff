import type { z } from "zod";
import { type EvFields, TRIM_NAMES, type TrimFields } from "./field-shapes.ts";
import { entryOf, FIELD_NAMES, type FieldName, meaningOf } from "./fields.ts";
import { rulesOf } from "./kinds.ts";

/** Returns the schema of a field in responses, including the meaning of its figures. */
function answerOf(name: FieldName): z.ZodType {
  const entry = entryOf(name);
  const answer = rulesOf(entry).answer(entry);
  return (entry.required ? answer : answer.nullable()).meta({ description: meaningOf(entry) });
}

type ShapeOf<Values> = { [Name in keyof Values]: z.ZodType<Values[Name]> };

// The types are derived from the same table.
export const rowAnswerShape = Object.fromEntries(
  FIELD_NAMES.map((name) => [name, answerOf(name)]),
) as ShapeOf<EvFields>;

export const trimAnswerShape = Object.fromEntries(
  TRIM_NAMES.map(([field, name]) => [name, answerOf(field)]),
) as ShapeOf<TrimFields>;
