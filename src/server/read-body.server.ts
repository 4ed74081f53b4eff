import { z } from "zod";

/**
 * A body that code validates: `read` checks it, and `described` is only its documentation.
 * @param read throws UserError or ZodError, which become a 400
 */
export function parseBodyWith<Body>(described: z.ZodType, read: (given: unknown) => Body) {
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

/** Zod drops the default of a schema with a transform. */
function keepDefault({
  zodSchema: { _zod },
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  if (_zod.def.type === "default") jsonSchema.default = _zod.def.defaultValue;
}

/** A form with one file and text fields, which the call's handler reads. */
export function formBody(file: string, fields: Readonly<Record<string, z.ZodType>> = {}) {
  const texts = Object.entries(fields).map(([name, field]) => [name, field.optional()] as const);
  const schema = z.object({
    [file]: z.string().meta({ override: { format: "binary" } }),
    ...Object.fromEntries(texts),
  });
  return { content: { "multipart/form-data": { schema } } };
}
