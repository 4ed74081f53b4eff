/** Building blocks for the schemas of queries and bodies in every feature. */
import { z } from "zod";
import { isVisible } from "../domain/names.ts";

/** Accepts a query string with only these parameters; `_` is accepted without being listed. */
export function query<T extends z.core.$ZodShape>(shape: T) {
  const names =
    Object.keys(shape)
      .filter((name) => name !== "_")
      .join(", ") || "none";
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `Unknown parameter ${issue.keys.join(", ")}. Known parameters: ${names}`
        : undefined,
  });
}

const MOST = 999_999_999;

export function integerParam(name: string, from: number, to: number = MOST) {
  const range = to === MOST ? `, ${from} or more` : ` from ${from} to ${to}`;
  const error = `${name} must be a whole number${range}`;
  return z.preprocess(
    (given) => (/^\d{1,9}$/.test(String(given)) ? Number(given) : given),
    z.int({ error }).min(from, { error }).max(to, { error }),
  );
}

/** Bypasses caches (calls.md#caches-and-versions); the version of an event also waits for that version. */
export const passCaches = z
  .string()
  .describe(
    "any value, to bypass caches; with a version from the event stream, the answer is at least that recent",
  );

/** Returns the version in `_`, or 0 if there is none; a time does not count, because it has more digits. */
export function versionIn(given: string | undefined): number {
  return given !== undefined && /^\d{1,10}$/.test(given) ? Number(given) : 0;
}

/** Describes a body that is not an object with the known fields. */
export function bodyError(issue: z.core.$ZodRawIssue): string {
  return issue.code === "unrecognized_keys"
    ? `Unknown field ${issue.keys.join(", ")}`
    : "The body must be a JSON object";
}

export function body<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject(shape, { error: bodyError });
}

/** One of two bodies, chosen by whether the key was sent; reports only the errors of that one. */
export function eitherBy<With extends z.ZodType, Without extends z.ZodType>(
  key: string,
  withKey: With,
  without: Without,
) {
  return z
    .unknown()
    .transform((given) => (Object.hasOwn(Object(given), key) ? withKey : without).parse(given))
    .meta({
      override: ({ jsonSchema }) => {
        const { $schema: _, ...schema } = z.toJSONSchema(z.union([without, withKey]), {
          io: "input",
          override: keepDefault,
        });
        Object.assign(jsonSchema, schema);
      },
    });
}

/** Zod drops the default of a schema with a transform. */
export function keepDefault({
  zodSchema: { _zod },
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  if (_zod.def.type === "default") jsonSchema.default = _zod.def.defaultValue;
}

export const NO_PARAMETERS = query({});
/** Body of a call that takes none; an empty object is accepted. */
export const NO_FIELDS = body({});

export const ONLY_PASS_CACHES = query({ _: passCaches }).partial();

/** A part that may be absent. */
export function optional<T extends z.ZodType>(type: T, meaning: string) {
  return z.exactOptional(type).describe(meaning);
}

export function booleanParam(name: string) {
  return z.preprocess(
    (given) => (given === "true" ? true : given === "false" ? false : given),
    z.boolean({ error: `${name} must be true or false` }),
  );
}

export function oneOf<const T extends string>(name: string, values: readonly T[]) {
  return z.enum(values, { error: `${name} must be one of ${values.join(", ")}` });
}

/** A text to search for, which may be empty. */
export function textParam(name: string, maxCharacters: number) {
  return z
    .string()
    .max(maxCharacters, { error: `${name} must have at most ${maxCharacters} characters` });
}

const CONTROL_EXCEPT_LAYOUT = /(?![\t\n\r])\p{Cc}/u;

/**
 * A text that somebody has written. Databases refuse NUL and lone surrogates. @param tidy changes it first
 * @param forbidden characters that it must not have; line breaks and tabs are allowed by default
 */
export function requiredText(
  label: string,
  maxCharacters: number,
  { tidy = (text: string) => text, forbidden = CONTROL_EXCEPT_LAYOUT, plain = "plain text" } = {},
) {
  const required = `${label} is required`;
  return z
    .string({ error: (issue) => (issue.input == null ? required : `${label} must be text`) })
    .trim()
    .overwrite(tidy)
    .max(maxCharacters, `${label} must have ${maxCharacters} characters or fewer`)
    .refine(isVisible, required)
    .refine((text) => text.isWellFormed() && !forbidden.test(text), `${label} must be ${plain}`);
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
