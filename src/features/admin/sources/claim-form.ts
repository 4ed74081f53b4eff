/** Converts between the texts in the form of a claim and the claim (evidence.md#claims). */
import {
  columnOf,
  cellToText,
  parseCellText,
  type CellValue,
  type FieldColumn,
} from "../grid/grid-columns.ts";
import { type ClaimField, CLAIM_FIELDS, fieldLike, isTest, testOf } from "../../claims/claims.ts";
import type { ClaimChange, FigureClaim } from "../../claims/claims.schema.ts";

export interface ClaimFormValues {
  field: ClaimField;
  value: string;
  method: FigureClaim["method"];
  source: string;
  url: string;
  published: string;
  checked: string;
  confidence: "" | NonNullable<FigureClaim["confidence"]>;
  note: string;
}

/** The figure of a column and the tests validated like it; empty for columns that cannot have sources. */
export function claimFieldsOf(column: FieldColumn): ClaimField[] {
  return CLAIM_FIELDS.filter((field) => fieldLike(field) === column.field);
}

export function claimLabelOf(field: ClaimField): string {
  return isTest(field) ? testOf(field).label : (columnOf(field)?.label ?? field);
}

/** @param value the row's value, which a new claim usually confirms */
export function valuesToClaim(
  field: ClaimField,
  value: CellValue,
  claim: Partial<FigureClaim> = {},
): ClaimFormValues {
  return {
    field,
    value: cellToText(value),
    method: claim.method ?? "maker",
    source: claim.source ?? "",
    url: claim.url ?? "",
    published: claim.published ?? "",
    checked: claim.checked ?? "",
    confidence: claim.confidence ?? "",
    note: claim.note ?? "",
  };
}

/** @returns the claim, or what is wrong with its value; the server validates the rest */
export function readClaim(
  column: FieldColumn,
  values: ClaimFormValues,
): { claim: ClaimChange; message?: undefined } | { claim?: undefined; message: string } {
  const { value, message = "Value is required" } = parseCellText(column, values.value);
  if (value == null || value === "") return { message };
  const { field: _field, confidence, ...texts } = values;
  return { claim: { ...texts, value, confidence: confidence || null } };
}
