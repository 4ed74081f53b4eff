/** Validates values of claims like the fields of a row (evidence.md#claims). */
import type { z } from "zod";
import { UserError } from "../../base/errors.server.ts";
import { isNothing } from "../../domain/ev-cells.ts";
import { fieldSchema } from "../../domain/field-rules.ts";
import type { FieldEntry } from "../../domain/field-kinds.ts";
import { entryOf } from "../../domain/fields.ts";
import { readTypedFigure } from "../../domain/read-number.ts";
import { CLAIM_FIELDS, type ClaimField, fieldLike, isTest, testOf } from "./claims.ts";
import type { ClaimValue } from "./claims.schema.ts";

export function claimEntryOf(field: ClaimField): FieldEntry {
  return { ...entryOf(fieldLike(field)), ...(isTest(field) && testOf(field)) };
}

const schemas: ReadonlyMap<ClaimField, z.ZodType> = new Map(
  CLAIM_FIELDS.map((field) => [field, fieldSchema(claimEntryOf(field))]),
);

/** @returns the value as the field would store it, or what is wrong with it */
export function validateClaimValue(
  field: ClaimField,
  given: unknown,
): { value: ClaimValue; wrong?: undefined } | { value?: undefined; wrong: string } {
  const parsed = schemas.get(field)?.safeParse(given);
  const message = parsed?.error?.issues[0]?.message;
  if (message !== undefined) return { wrong: figureToEnter(field, given) ?? message };
  // A figure of 0 counts as missing (vehicles.md#missing-values), so no source can confirm it.
  if (parsed?.data === 0) return { wrong: `${claimEntryOf(field).label} must be positive` };
  // The field's schema turns an empty text into null.
  const value = parsed?.data as ClaimValue | null;
  if (value === null || (typeof value === "string" && isNothing(value))) {
    return { wrong: `${claimEntryOf(field).label} is required` };
  }
  return { value };
}

/** `Enter 45990 or 45.99` for a text that may be a figure (vehicles.md#figures). */
export function figureToEnter(field: ClaimField, given: unknown): string | undefined {
  const entry = claimEntryOf(field);
  if (entry.kind !== "figure" || typeof given !== "string") return undefined;
  return readTypedFigure(entry, given)?.message;
}

/** @throws UserError 400 */
export function requireClaimValue(field: ClaimField, given: unknown): ClaimValue {
  const { value, wrong } = validateClaimValue(field, given);
  if (wrong !== undefined) throw new UserError(400, wrong, { fields: ["value"] });
  return value;
}
