import { z } from "zod";

/** The body of every refused call (calls.md#errors). */
const ErrorAnswer = z
  .object({
    error: z.string().meta({ description: "what went wrong, in one readable sentence" }),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: "Error" });

/** An answer of JSON, as a route's `schema.response` takes it. */
export function jsonAnswer<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { "application/json": { schema } } };
}

/** A refusal in the one form of all errors. */
export function errorAnswer(description: string) {
  return jsonAnswer(description, ErrorAnswer);
}

/** An answer of another media type than JSON. */
export function textAnswer(description: string, type: string) {
  return { description, content: { [type]: { schema: z.string() } } };
}

interface EmptyAnswer {
  description: string;
  content: Readonly<Record<string, never>>;
}

/** An answer without a body. */
export function emptyAnswer(description: string): EmptyAnswer {
  // Without content in its type a handler could return anything.
  return { description } as EmptyAnswer;
}

/** The answer to an If-None-Match that names the current ETag. */
export const UNCHANGED = emptyAnswer("Unchanged since the ETag of If-None-Match");
