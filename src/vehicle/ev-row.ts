import type { EvInput } from "./ev-input.ts";
import type { EvRow } from "./vehicle.ts";

/** The fields of a row that a person enters. */
export function fieldsOf(row: EvRow): EvInput {
  const { id: _id, isModelHeader: _header, version: _version, ...fields } = row;
  return fields;
}

/** A row in words: `2025 Kia EV6 Wind`. */
export function rowName({
  year,
  make,
  model,
  trim,
}: Pick<EvRow, "year" | "make" | "model" | "trim">): string {
  return `${year} ${make} ${model} ${trim}`;
}
