/** Inputs and answers of the administrators' row calls (calls.md#write-a-row). */
import { z } from "zod";
import {
  body,
  eitherBy,
  passCaches,
  query,
  textParam,
  booleanParam,
  integerParam,
} from "../../../server/query.schema.ts";
import { evError, EvInput, patchShape, RowInput, withoutEchoes } from "../../../domain/ev-input.ts";
import { isPlainLine } from "../../../domain/field-rules.ts";
import { FIELD_NAMES, FIELDS } from "../../../domain/fields.ts";
import type { DeletionCost } from "../../../domain/vehicle.ts";
import { FIGURE_FIELDS } from "../../claims/claims.ts";
import { EvAnswer, RowAnswer } from "../../catalogue/catalogue.schema.ts";
import { ROWS_PER_PAGE } from "./list-query.ts";
import {
  FiltersText,
  MOST_ROWS_PER_CHANGE,
  MOST_ROWS_PER_PAGE,
  SEARCH_MAX_CHARACTERS,
  SORT_ORDERS,
} from "./row-filters.ts";

const SUBJECT_MAX_CHARACTERS = 120;

/** Sentences that several row calls share. */
export const BAD_PICTURE = "The picture in the field image cannot be read";
export const NO_ROW = "No row has this id; model ids are not accepted";
export const TAKEN = "Another row or model already has this name";

export function isData(image: string | null | undefined): image is string {
  return image?.startsWith("data:") ?? false;
}

const IDS = new RegExp(`^\\d{1,10}(,\\d{1,10}){0,${MOST_ROWS_PER_CHANGE - 1}}$`);

export const RowListQuery = query({
  view: z.string(),
  ids: z
    .string()
    .regex(IDS, { error: `ids must be 1 to ${MOST_ROWS_PER_CHANGE} ids, separated by commas` })
    .meta({ description: "only these rows; missing ones are left out", example: "12,34" }),
  search: textParam("search", SEARCH_MAX_CHARACTERS).describe(
    "part of the make, model and trim, or the beginnings of words in any order, including the year; case does not matter",
  ),
  sort: z
    .enum(FIELD_NAMES, { error: "sort must be the name of a field" })
    .describe("sort by this field, empty values last; by name if absent"),
  order: z.enum(SORT_ORDERS, { error: "order must be asc or desc" }).describe("asc by default"),
  filters: FiltersText.meta({
    description:
      "JSON with a condition for each field: {empty: true or false} for any field, {contains} for text, {is} for flags, {from, to} (either or both) for numbers and dates, {sourced: true or false} for figures that have a value. Rows must meet all of them",
    example: '{"price":{"from":20000,"to":40000},"driveType":{"empty":true}}',
  }),
  page: integerParam("page", 1).describe("starts at 1; all rows if absent"),
  pageSize: integerParam("pageSize", 1, MOST_ROWS_PER_PAGE).describe(
    `rows per page; ${ROWS_PER_PAGE} by default`,
  ),
  gaps: booleanParam("gaps").describe("true: also list the figures whose value has no source"),
  _: passCaches,
}).partial();

export const RowListAnswer = z
  .strictObject({
    evs: z.array(RowAnswer),
    total: z.int().describe("number of rows"),
    models: z.int().describe("number of models"),
    matches: z.int().describe("number of rows that match search and filters"),
    gaps: z
      .record(z.string(), z.array(z.enum(FIGURE_FIELDS)))
      .exactOptional()
      .describe("with gaps=true: by row id, the figures whose value has no source"),
  })
  .meta({ id: "RowList" });
export type RowListAnswer = z.output<typeof RowListAnswer>;

/** Figures that `fix-numeric-fields` can set, one at a time (calls.md#small-updates). */
const { seatingCapacity, cargoSpace, batteryCapacity, maxChargingSpeed } = patchShape;
const fixShape = { seatingCapacity, cargoSpace, batteryCapacity, maxChargingSpeed };
const FIX = `Send exactly one of ${Object.keys(fixShape).join(", ")}`;

export const OneFigureBody = z
  .strictObject(fixShape, { error: FIX })
  .refine((fix) => Object.keys(fix).length === 1, FIX)
  .meta({ minProperties: 1, maxProperties: 1 });

/** Bodies of the calls that set one figure: `{ value }`. */
export const Seating = body({ value: EvInput.shape.seatingCapacity.unwrap() }).transform(
  ({ value }) => ({ seatingCapacity: value }),
);
export const Cargo = body({ value: EvInput.shape.cargoSpace.unwrap() }).transform(({ value }) => ({
  cargoSpace: value,
}));

export const RowPosition = z
  .strictObject({
    position: z.int().min(0).describe("starts at 0, among all rows of view=admin"),
  })
  .meta({ id: "Position" });
export type RowPosition = z.output<typeof RowPosition>;

export const DeletionCostAnswer = z
  .strictObject({
    reviews: z.int().describe("reviews that would be deleted with the row"),
    votes: z.int().describe("votes that would be deleted with the model"),
    isLastRow: z.boolean().describe("true if the model would be deleted too"),
  })
  .meta({ id: "Deletion" }) satisfies z.ZodType<DeletionCost>;

export const ChangeQuery = query({
  undo: booleanParam("undo").describe("true: the activity lists the change as reverted"),
  _: passCaches,
}).partial();

const bounded = `from 1 to ${MOST_ROWS_PER_CHANGE} rows`;

function listOf<T extends z.ZodType>(name: string, item: T) {
  const error = `${name} must be a list of ${bounded}`;
  return z.array(item, { error }).min(1, { error }).max(MOST_ROWS_PER_CHANGE, { error });
}

const id = z.int({ error: "An id must be a whole number" });
const ids = listOf("ids", id).refine((all) => new Set(all).size === all.length, {
  error: "ids names a row twice",
});
const version = z.int({ error: "A version must be a whole number" });

const { make: _make, model: _model, ...editShape } = patchShape;

const Edit = z
  .preprocess(
    withoutEchoes,
    z.strictObject(editShape, {
      error: (issue) =>
        issue.code === "unrecognized_keys" &&
        ["make", "model"].some((name) => issue.keys.includes(name))
          ? "To change make or model, edit a single row or merge the models"
          : evError(issue),
    }),
  )
  .refine((set) => Object.keys(set).length > 0, "set must name at least one field")
  .describe(
    "as in PUT: missing fields keep their values; null or empty text clears an optional field",
  );

const SharedEdit = body({
  ids,
  set: Edit,
  versions: z
    .record(z.string(), version, { error: "versions must be an object of versions by id" })
    .optional()
    .describe("by row id; nothing is saved if a row has another version"),
}).refine(
  ({ ids: all, versions = {} }) =>
    Object.keys(versions).every((key) => all.some((each) => String(each) === key)),
  {
    error: "versions names a row that ids does not name",
    path: ["versions"],
  },
);

const PerRowEdits = body({
  rows: listOf(
    "rows",
    body({
      id,
      set: Edit,
      version: version.optional().describe("nothing is saved if the row has another version"),
    }),
  ).refine((all) => new Set(all.map((row) => row.id)).size === all.length, {
    error: "rows names a row twice",
  }),
});

export const RowEdits = eitherBy("rows", PerRowEdits, SharedEdit);

export const NewRows = body({
  subject: z
    .string({ error: "subject must be text" })
    .min(1, { error: "subject is required" })
    .max(SUBJECT_MAX_CHARACTERS, {
      error: `subject must have at most ${SUBJECT_MAX_CHARACTERS} characters`,
    })
    .refine(isPlainLine, { error: "subject must be plain text on one line" })
    .describe("the name of the import in the activity"),
  rows: listOf("rows", RowInput),
});

export const AddedRows = z
  .strictObject({
    added: z.int(),
    skipped: z.int().describe("rows that exist already, or that repeat another one"),
    importId: z.int().nullable().describe("for undoing the import; null if nothing was added"),
  })
  .meta({ id: "AddedRows" });
export type AddedRows = z.output<typeof AddedRows>;

export const DeletedIds = body({ ids });

export const ChangedRows = z
  .strictObject({
    updated: z.array(RowAnswer).describe("in the order of the request"),
  })
  .meta({ id: "ChangedRows" });
export type ChangedRows = z.output<typeof ChangedRows>;

export const DeletedRows = z.strictObject({ deleted: z.int() }).meta({ id: "DeletedRows" });

const modelId = z
  .int({ error: "from and into must be ids of models" })
  .describe("id of a model; ids from before a merge work too");
const Models = body({ from: modelId, into: modelId });
/** Not normalized: makes from an earlier release may differ only in invisible characters. */
const StoredMake = z
  .string({ error: ({ input }) => (input == null ? "Make is required" : "Make must be text") })
  .refine((make) => EvInput.shape.make.safeParse(make).success, "Make is required");
const Makes = body({ fromMake: StoredMake, intoMake: EvInput.shape.make }).refine(
  ({ fromMake, intoMake }) => fromMake !== intoMake,
  {
    error: "Choose two different models or makes to merge",
    path: ["intoMake"],
  },
);

export const MergeBody = eitherBy("fromMake", Makes, Models);

export const MergeAnswer = z
  .strictObject({
    model: EvAnswer.nullable().describe("the merged model; null when makes were merged"),
    moved: z.int().describe("number of rows that moved"),
  })
  .meta({ id: "Merged" });
export type MergeAnswer = z.output<typeof MergeAnswer>;

/** vehicles.md#unusual-figures */
export const TypicalFigureList = z
  .strictObject({
    figures: z
      .partialRecord(z.enum(FIELD_NAMES), z.strictObject({ least: z.number(), most: z.number() }))
      .describe("smallest and largest value of the middle 98%, by field"),
  })
  .meta({ id: "UsualFigures" });
export type TypicalFigureList = z.output<typeof TypicalFigureList>;

/** grid.md#known-names: per answer */
export const MOST_KNOWN_NAMES = 1000;

export const KnownNamesQuery = query({
  make: textParam("make", FIELDS.make.maxCharacters).describe(
    "list the models of this make; case does not matter",
  ),
}).partial();

export const KnownNames = z
  .strictObject({
    names: z.array(z.string()).describe(`by name, each once; ${MOST_KNOWN_NAMES} at most`),
  })
  .meta({ id: "KnownNames" });
export type KnownNames = z.output<typeof KnownNames>;
