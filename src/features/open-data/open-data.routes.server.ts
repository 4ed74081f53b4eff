import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { jsonAnswer, withEtag } from "../../server/answers.server.ts";
import { encode, encodeJson } from "../../server/compression.server.ts";
import type { Env } from "../../base/env.server.ts";
import { ONLY_PASS_CACHES } from "../../server/query.schema.ts";
import { PUBLIC, sendEncoded } from "../../server/response-cache.server.ts";
import { CsvMetadata, Dictionary, type FieldDescription } from "./open-data.schema.ts";
import type { FieldEntry } from "../../domain/field-kinds.ts";
import { FILTER_BY_FIELD_NAME, filtersOf, publicNameOf } from "../../domain/field-names.ts";
import { entryOf, FIELD_NAMES, type FieldName } from "../../domain/fields.ts";
import { SORT_KEYS } from "../../domain/filters/sort.ts";
import { claimEntryOf } from "../claims/claim-values.server.ts";
import { CLAIM_FIELDS, isClaimField, isTest } from "../claims/claims.ts";
import { EXPORT_FIELDS } from "../export/export.routes.server.ts";
import { MAX_ID } from "../../server/path-parameters.server.ts";

const CSV_METADATA = "application/csvm+json";

/** The dictionary of the fields, and the description of evs.csv (open-data.md#dictionary). */
export const openDataRoutes: FastifyPluginAsyncZodOpenApi<Pick<Env, "dataTerms">> = async (
  app,
  { dataTerms },
) => {
  const dictionary = encodeJson(dictionaryOf(dataTerms));
  app.route({
    method: "GET",
    url: "/api/fields",
    schema: {
      operationId: "listFields",
      summary: "List all fields with their names, units, bounds and meanings, and the license",
      querystring: ONLY_PASS_CACHES,
      response: withEtag(jsonAnswer("The dictionary", Dictionary)),
    },
    handler: async (request, reply) =>
      sendEncoded(request, reply, dictionary, { cacheControl: PUBLIC }),
  });

  const metadata = encode(JSON.stringify(csvMetadata(dataTerms)), CSV_METADATA);
  app.route({
    method: "GET",
    url: "/api/evs.csv-metadata.json",
    schema: {
      operationId: "getCsvMetadata",
      summary: "Describe the columns of evs.csv, as CSV on the Web",
      querystring: ONLY_PASS_CACHES,
      response: withEtag({
        description: "The description",
        content: { [CSV_METADATA]: { schema: CsvMetadata } },
      }),
    },
    handler: async (request, reply) =>
      sendEncoded(request, reply, metadata, { cacheControl: PUBLIC }),
  });
};

export function dictionaryOf(dataTerms: Env["dataTerms"]): Dictionary {
  return { ...dataTerms, fields: FIELD_DESCRIPTIONS };
}

type Names = FieldDescription["names"];

const NO_NAMES: Names = { call: null, row: null, file: null, filters: [], sort: null, claim: null };

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

const COUNT = { kind: "figure", isWhole: true, required: true, max: MAX_ID } as const;
const ID = { ...COUNT, min: 1 } as const;
const FLAG = { kind: "flag", required: true } as const;
const SCORE = { kind: "figure", max: 100, nullMeans: "too little of the trim is known" } as const;
const STARS = { kind: "figure", min: 1, max: 5, nullMeans: "no reviews" } as const;
const ROW_ID = "id of the row, which never changes and is never used again";
const MODEL_ID = "id of the model, which its trims share, as in votes and reviews";
const FIT = "how well the trim fits the weights in the parameter rank";

/** What rows and models have besides the fields of a row. */
const OTHERS: readonly FieldDescription[] = (
  [
    [{ call: "rowId", row: "id", file: "id" }, ID, "Row id", ROW_ID],
    [{ call: "id", file: "modelId" }, ID, "Model id", MODEL_ID],
    [
      { row: "isModelHeader", file: "isModelHeader" },
      FLAG,
      "Header row",
      "true for the first row of each model",
    ],
    [{ row: "version", file: "version" }, COUNT, "Version", "number of the row's latest change"],
    [{ call: "score", file: "score" }, SCORE, "Score", FIT],
    [{ call: "averageRating" }, STARS, "Average rating", "stars, from 1 to 5"],
    [{ call: "reviewCount" }, COUNT, "Reviews", "number of reviews"],
  ] as const
).map(([names, rules, label, meaning]) => describe({ ...rules, label, meaning }, names));

const TESTS = CLAIM_FIELDS.filter(isTest).map((name) =>
  describe(claimEntryOf(name), { claim: name }),
);

const FIELD_DESCRIPTIONS = [...FIELD_NAMES.map(describeField), ...TESTS, ...OTHERS];

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

function csvMetadata({ license, attribution }: Env["dataTerms"]): object {
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
