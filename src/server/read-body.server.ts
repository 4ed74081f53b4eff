import { z } from "zod";

/**
 * A body whose rules are code: `read` judges it, and `described` only says what it looks like.
 * @param read throws UserError or ZodError, which are answered as 400
 */
export function bodyReadBy<Body>(described: z.ZodType, read: (given: unknown) => Body) {
  return z
    .unknown()
    .transform(read)
    .meta({
      override: ({ jsonSchema }) => {
        const { $schema: _, ...schema } = z.toJSONSchema(described, {
          io: "input",
          override: keepDefault,
        });
        Object.assign(jsonSchema, schema);
      },
    });
}

/** Zod leaves out the default of what it transforms. */
function keepDefault({
  zodSchema: { _zod },
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  if (_zod.def.type === "default") jsonSchema.default = _zod.def.defaultValue;
}

/** A form with one file and texts beside it, which the call's handler reads. */
export function formBody(file: string, fields: Readonly<Record<string, z.ZodType>> = {}) {
  const texts = Object.entries(fields).map(([name, field]) => [name, field.optional()] as const);
  const schema = z.object({
    [file]: z.string().meta({ override: { format: "binary" } }),
    ...Object.fromEntries(texts),
  });
  return { content: { "multipart/form-data": { schema } } };
}
