import type { z } from "zod";
import { UserError } from "./errors.server.ts";

/** @throws UserError 400, ZodError (answered as 400): names the parameter and what it allows */
export function readQuery<T extends z.ZodObject>(
  schema: T,
  given: Readonly<Record<string, unknown>>,
): z.output<T> {
  for (const [name, value] of Object.entries(given)) {
    if (!Array.isArray(value) || !Object.hasOwn(schema.shape, name)) continue;
    const message = `${name} is given more than once; separate several values by commas`;
    throw new UserError(400, message, { fields: [name] });
  }
  return schema.parse(given);
}
