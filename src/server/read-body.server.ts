import { z } from "zod";

/** A form with one file and text fields, which the call's handler reads. */
export function formBody(file: string, fields: Readonly<Record<string, z.ZodType>> = {}) {
  const texts = Object.entries(fields).map(([name, field]) => [name, field.optional()] as const);
  const schema = z.object({
    [file]: z.string().meta({ override: { format: "binary" } }),
    ...Object.fromEntries(texts),
  });
  return { content: { "multipart/form-data": { schema } } };
}
