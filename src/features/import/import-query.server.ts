import { z } from "zod";
import { UserError } from "../../server/errors.server.ts";
import { query } from "../../server/query.server.ts";
import { type ColumnMapping, isCsvField } from "./import-columns.ts";
import { MAX_COLUMNS, MAX_ROWS } from "./limits.ts";

const truth = "dryRun must be true or false";
const list = `list must be a whole number from 0 to ${MAX_ROWS}`;

/** How a file is imported (readings 3). */
export const ImportQuery = query({
  dryRun: z
    .stringbool({ truthy: ["true"], falsy: ["false"], error: truth })
    .exactOptional()
    .meta({ description: "true: says what an import would do and writes nothing" }),
  invalid: z.enum(["skip", "csv"], { error: "invalid must be skip or csv" }).exactOptional().meta({
    description:
      "skip: adds the good rows and lists the bad; csv: answers the bad rows as a file and writes nothing",
  }),
  list: z
    .string()
    .regex(/^\d{1,6}$/, { error: list })
    .transform(Number)
    .pipe(z.int().max(MAX_ROWS, { error: list }))
    .exactOptional()
    .meta({ description: "at most so many items of each list; `counts` has all of them" }),
});

/**
 * The form field `mapping`: JSON, the file's header as the field it is, or null to leave it out.
 * @throws UserError 400
 */
export function readMapping(text: string): ColumnMapping {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : undefined;
  const mapping = new Map<string, ColumnMapping[string]>();
  for (const [header, field] of entries ?? []) {
    if (field === null || isCsvField(field)) mapping.set(header.trim(), field);
  }
  if (!entries || entries.length > MAX_COLUMNS || mapping.size < entries.length) {
    throw new UserError(400, "mapping must be JSON: each header with its field, or null.");
  }
  return Object.fromEntries(mapping);
}
