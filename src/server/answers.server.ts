import { z } from "zod";

/** The body of every error response (calls.md#errors). */
export const ErrorAnswer = z
  .object({
    error: z.string().describe("what went wrong, in one readable sentence"),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: "Error" });

export function jsonAnswer<Schema extends z.ZodType>(description: string, schema: Schema) {
  return { description, content: { "application/json": { schema } } };
}

export function errorAnswer(description: string) {
  return jsonAnswer(description, ErrorAnswer);
}

export function textAnswer(description: string, type: string) {
  return { description, content: { [type]: { schema: z.string() } } };
}

interface EmptyAnswer {
  description: string;
  content: Readonly<Record<string, never>>;
}

export function emptyAnswer(description: string): EmptyAnswer {
  // If its type had no content, a handler could return anything.
  return { description } as EmptyAnswer;
}

const UNCHANGED = emptyAnswer("Unchanged since the ETag of If-None-Match");

/** The responses of a read that has an ETag. */
export function withEtag<Answer>(answer: Answer) {
  return { 200: answer, 304: UNCHANGED };
}

/** Without it, Excel does not recognize UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";
