/** The fields that claims are about and the methods behind them (evidence.md#claims). */
import type { EvFields } from "../../domain/field-shapes.ts";
import {
  rowFieldsOf,
  SHOWN_FIELDS,
  SHOWN_NAMES,
  type ShownName,
} from "../../domain/shown-fields.ts";
import { present } from "../../domain/trims.ts";
import type { Trim } from "../../domain/vehicle.ts";
import { keysOf } from "../../domain/records.ts";

export const CLAIM_SOURCE_MAX_CHARACTERS = 160;
export const CLAIM_NOTE_MAX_CHARACTERS = 300;

export const CLAIM_METHODS = [
  "epa",
  "maker",
  "measured",
  "computed",
  "dataset",
  "estimate",
  "reader",
] as const;

export type ClaimMethod = (typeof CLAIM_METHODS)[number];

/** Labels of the methods (evidence.md#sources-of-a-figure). */
export const METHOD_WORDS: Readonly<Record<ClaimMethod, string>> = {
  epa: "EPA label",
  maker: "Manufacturer",
  measured: "Measured",
  computed: "Calculated",
  dataset: "Data set",
  estimate: "Estimate",
  reader: "Reader",
};

/** What a claim says besides its value, in the order of a file of claims. */
export const CLAIM_DETAILS = [
  "method",
  "source",
  "url",
  "published",
  "checked",
  "confidence",
  "note",
] as const;

export const NO_OPTIONAL_DETAILS = { published: null, checked: null, confidence: null, note: null };

export const CONFIDENCES = ["A", "B", "C"] as const;

/** A field that a source can confirm: not one that identifies a row, shows its picture or names its source. */
export type FigureField = Exclude<
  keyof EvFields,
  "make" | "model" | "trim" | "year" | "image" | "source" | "checkedOn"
>;

// Pages show no other fields of a row but its year.
const figuresOf = (name: ShownName) =>
  name === "year" ? [] : (rowFieldsOf(name) as readonly FigureField[]);

/** In the order of the fields that pages show. */
export const FIGURE_FIELDS: readonly FigureField[] = [...new Set(SHOWN_NAMES.flatMap(figuresOf))];

export function isFigureField(name: string): name is FigureField {
  return FIGURE_FIELDS.some((field) => field === name);
}

/** Test results, which exist only as claims. Each is validated like a field of the row. */
const TESTS = {
  testedRange: { like: "range", label: "Tested range", meaning: "range that others measured" },
  highwayRange70: {
    like: "range",
    label: "Highway range at 70 mph",
    meaning: "range measured at a steady 70 mph",
  },
  highwayRange75: {
    like: "range",
    label: "Highway range at 75 mph",
    meaning: "range measured at a steady 75 mph",
  },
  winterRange: { like: "range", label: "Winter range", meaning: "range measured in the cold" },
  testedZeroToSixty: {
    like: "zeroToSixty",
    label: "Tested 0-60 time",
    meaning: "time from 0 to 60 mph that others measured",
  },
  testedCharging: {
    like: "charging",
    label: "Tested charging time",
    meaning: "time from 10 to 80% that others measured",
  },
} as const satisfies Readonly<
  Record<string, { like: FigureField; label: string; meaning: string }>
>;

type TestField = keyof typeof TESTS;

export type ClaimField = FigureField | TestField;

export const CLAIM_FIELDS: readonly ClaimField[] = [...FIGURE_FIELDS, ...keysOf(TESTS)];

export function isClaimField(name: unknown): name is ClaimField {
  return CLAIM_FIELDS.some((field) => field === name);
}

export function isTest(field: ClaimField): field is TestField {
  return Object.hasOwn(TESTS, field);
}

/** The row field that a claim is validated and formatted like. */
export function fieldLike(field: ClaimField): FigureField {
  return isTest(field) ? TESTS[field].like : field;
}

export function testOf(field: TestField): { label: string; meaning: string } {
  return TESTS[field];
}

/** The name that pages use for a field's figure. */
export function sheetNameOf(field: FigureField): ShownName {
  // Every figure of a row is part of what pages show, first under its own name.
  return SHOWN_NAMES.find((name) => figuresOf(name).includes(field)) as ShownName;
}

export function sheetLabelOf(field: FigureField): string {
  return SHOWN_FIELDS[sheetNameOf(field)].label;
}

/** @returns the fields whose sources support a row of a table; empty for calculated values */
export function figuresBehind(
  name: ShownName,
  trim: Pick<Trim, "zeroToSixty">,
): readonly FigureField[] {
  if (name !== "zeroToSixty") return figuresOf(name);
  // The acceleration is shown when the 0-60 time is unknown (vehicles.md#missing-values).
  return [present(trim.zeroToSixty) === null ? "acceleration" : "zeroToSixty"];
}
