/** The fields that claims are about and the methods behind them (evidence.md#claims). */
import type { FieldEntry } from "../../domain/field-kinds.ts";
import { entryOf, FIELD_NAMES, type FieldName } from "../../domain/fields.ts";

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

export const CONFIDENCES = ["A", "B", "C"] as const;

/** Fields that identify a row, show its picture or name its source. */
const NOT_CLAIMED = ["make", "model", "trim", "year", "image", "source", "checkedOn"] as const;

export type FigureField = Exclude<FieldName, (typeof NOT_CLAIMED)[number]>;

const notClaimed: readonly string[] = NOT_CLAIMED;

/** Fields of a row that a source can confirm. */
export const FIGURE_FIELDS = FIELD_NAMES.filter(
  (name): name is FigureField => !notClaimed.includes(name),
);

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
    meaning: "time from 10 to 80 % that others measured",
  },
} as const satisfies Readonly<
  Record<string, { like: FigureField; label: string; meaning: string }>
>;

type TestField = keyof typeof TESTS;

export type ClaimField = FigureField | TestField;

// `Object.keys` of this literal returns exactly the keys of its type.
export const CLAIM_FIELDS = [...FIGURE_FIELDS, ...(Object.keys(TESTS) as TestField[])] as const;

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

export function claimEntryOf(field: ClaimField): FieldEntry {
  if (!isTest(field)) return entryOf(field);
  const { like, ...own } = TESTS[field];
  return { ...entryOf(like), ...own };
}
