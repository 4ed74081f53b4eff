import { z } from "zod";
import { UserError } from "../../server/errors.server.ts";
import { query, truth, whole } from "../../server/query.server.ts";
import { DECIMAL_SIGNS, type DecimalSign } from "../../vehicle/ev-cells.ts";
import { CSV_FIELDS, type SaidOfFile } from "./import-columns.ts";
import { MAX_COLUMNS, MAX_ROWS } from "./limits.ts";

/** How a file is imported (readings 3). */
export const ImportQuery = query({
  dryRun: truth("dryRun")
    .exactOptional()
    .meta({ description: "true: says what an import would do and writes nothing" }),
  invalid: z.enum(["skip", "csv"], { error: "invalid must be skip or csv" }).exactOptional().meta({
    description:
      "skip: adds the good rows and lists the bad; csv: answers the bad rows as a file and writes nothing",
  }),
  list: whole("list", 0, MAX_ROWS)
    .exactOptional()
    .meta({ description: "at most so many items of each list; `counts` has all of them" }),
});

const decimal = z
  .enum(DECIMAL_SIGNS, { error: "decimal must be comma or point" })
  .meta({ description: "the sign before the decimals; the other one groups thousands" });
const field = z.enum(CSV_FIELDS).nullable();

/** The form field `mapping`, once it is read as JSON. */
export const ImportMapping = z
  .record(
    z.string(),
    z.union([field, z.strictObject({ field, decimal: decimal.exactOptional() })]),
    { error: "mapping must be JSON: each header with its field, or null." },
  )
  .meta({
    description:
      "each header with the field that it is, null to leave it out, or both with its decimal sign; without it only exact names of fields count",
  });

/** The form field `decimal`. */
export const ImportDecimal = decimal;

/** @throws UserError 400 */
export function readMapping(text: string): SaidOfFile["mapping"] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const { data } = ImportMapping.safeParse(value);
  const entries = Object.entries(data ?? {});
  if (!data || entries.length > MAX_COLUMNS) {
    throw new UserError(400, "mapping must be JSON: each header with its field, or null.");
  }
  return Object.fromEntries(
    entries.map(([header, said]) => [
      header.trim(),
      typeof said === "object" && said !== null ? said : { field: said },
    ]),
  );
}

/** @throws UserError 400 */
export function readDecimal(text: string): DecimalSign {
  const { data, error } = ImportDecimal.safeParse(text);
  if (!data) throw new UserError(400, `${error?.issues[0]?.message}.`);
  return data;
}
