/** Describes every field of the catalogue, generated from the table of fields (open-data.md#dictionary). */
import type { Env } from "../../base/env.server.ts";
import type { FieldEntry } from "../../domain/field-kinds.ts";
import { FILTER_BY_FIELD_NAME, filtersOf, publicNameOf } from "../../domain/field-names.ts";
import { entryOf, FIELD_NAMES, type FieldName } from "../../domain/fields.ts";
import { SORT_KEYS } from "../../domain/filters/sort.ts";
import { claimEntryOf } from "../claims/claim-values.server.ts";
import { CLAIM_FIELDS, isClaimField, isTest } from "../claims/claims.ts";
import { EXPORT_FIELDS } from "../export/filtered-export.server.ts";
import { MAX_ID } from "../../server/path-parameters.server.ts";
import type { FieldDescription } from "./open-data.schema.ts";

type Names = FieldDescription["names"];

const NO_NAMES: Names = {
  call: null,
  row: null,
  file: null,
  filters: [],
  sort: null,
  claim: null,
};

const TYPES = {
  name: "text",
  text: "text",
  image: "text",
  choice: "choice",
  date: "date",
  flag: "boolean",
} as const;

type WithoutForm<Entry> = Entry extends unknown ? Omit<Entry, "form" | "grid"> : never;

function describe(entry: WithoutForm<FieldEntry>, names: Partial<Names>): FieldDescription {
  const figure = entry.kind === "figure" ? entry : undefined;
  return {
    label: entry.label,
    meaning: entry.meaning,
    names: { ...NO_NAMES, ...names },
    type: entry.kind === "figure" ? (entry.isWhole ? "integer" : "number") : TYPES[entry.kind],
    unit: figure?.unit ?? null,
    min: figure ? (figure.min ?? 0) : null,
    max: figure?.max ?? null,
    maxCharacters: "maxCharacters" in entry ? entry.maxCharacters : null,
    values: entry.kind === "choice" ? [...entry.options] : null,
    nullMeans: entry.required ? null : (entry.nullMeans ?? "unknown"),
  };
}

function describeField(name: FieldName): FieldDescription {
  const filters = filtersOf(name);
  const names = [name, publicNameOf(name)];
  const otherFilters = names.filter((other) => FILTER_BY_FIELD_NAME.has(other));
  return describe(entryOf(name), {
    call: publicNameOf(name),
    row: name,
    file: name,
    filters: [...new Set([...filters, ...otherFilters])],
    sort: [...names, ...filters].find(isSortKey) ?? null,
    claim: isClaimField(name) ? name : null,
  });
}

const isSortKey = (name: string) => SORT_KEYS.some((key) => key === name);

const whole = { kind: "figure", isWhole: true, required: true } as const;

/** What rows and models have besides the fields of a row. */
const OTHERS: readonly FieldDescription[] = [
  describe(
    {
      ...whole,
      label: "Row id",
      meaning: "id of the row, which never changes and is never used again",
      min: 1,
      max: MAX_ID,
    },
    { call: "rowId", row: "id", file: "id" },
  ),
  describe(
    {
      ...whole,
      label: "Model id",
      meaning: "id of the model, which its trims share, as in votes and reviews",
      min: 1,
      max: MAX_ID,
    },
    { call: "id", file: "modelId" },
  ),
  describe(
    {
      kind: "flag",
      required: true,
      label: "Header row",
      meaning: "true for the first row of each model",
    },
    { row: "isModelHeader", file: "isModelHeader" },
  ),
  describe(
    { ...whole, label: "Version", meaning: "number of the row's latest change", max: MAX_ID },
    { row: "version", file: "version" },
  ),
  describe(
    {
      kind: "figure",
      label: "Score",
      meaning: "how well the trim fits the weights in the parameter rank",
      nullMeans: "too little of the trim is known",
      max: 100,
    },
    { call: "score", file: "score" },
  ),
  describe(
    {
      kind: "figure",
      label: "Average rating",
      meaning: "stars, from 1 to 5",
      nullMeans: "no reviews",
      min: 1,
      max: 5,
    },
    { call: "averageRating" },
  ),
  describe(
    { ...whole, label: "Reviews", meaning: "number of reviews", max: MAX_ID },
    { call: "reviewCount" },
  ),
];

const TESTS = CLAIM_FIELDS.filter(isTest).map((name) =>
  describe(claimEntryOf(name), { claim: name }),
);

export const FIELD_DESCRIPTIONS = [...FIELD_NAMES.map(describeField), ...TESTS, ...OTHERS];

/** Describes a column of the file as CSV on the Web does (https://www.w3.org/TR/tabular-metadata/). */
function csvwColumn(name: string) {
  const field = FIELD_DESCRIPTIONS.find(({ names }) => names.file === name);
  return {
    name,
    titles: name,
    ...(field && {
      "rdfs:label": field.label,
      "dc:description": field.meaning,
      datatype: csvwType(field),
      required: field.nullMeans === null,
      ...(field.unit !== null && { "schema:unitText": field.unit }),
    }),
  };
}

function csvwType({ type, min, max, maxCharacters, values }: FieldDescription) {
  switch (type) {
    case "text":
      return maxCharacters === null ? "string" : { base: "string", maxLength: maxCharacters };
    case "choice":
      return { base: "string", format: values?.map((value) => RegExp.escape(value)).join("|") };
    case "boolean":
      return { base: "boolean", format: "true|false" };
    case "date":
      return "date";
    case "number":
    case "integer":
      return { base: type, minimum: min, maximum: max };
  }
}

/** Describes evs.csv for programs, as CSV on the Web. */
export function csvMetadata({ license, attribution }: Env["dataTerms"]): object {
  return {
    "@context": ["http://www.w3.org/ns/csvw", { "@language": "en" }],
    url: "evs.csv",
    "dc:title": "Electric cars in the United States",
    "dc:description":
      "One row for each trim and model year. An empty cell is unknown, and so is a price, range, time or number of seats of 0. An apostrophe precedes text that a spreadsheet would change.",
    "dc:license": license.url === null ? license.name : { "@id": license.url },
    "dc:rights": attribution,
    dialect: { encoding: "utf-8", header: true },
    tableSchema: { columns: EXPORT_FIELDS.map(csvwColumn), primaryKey: "id" },
  };
}
