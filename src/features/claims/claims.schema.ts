/** Inputs and answers of the claim calls (evidence.md#claims, evidence.md#claim-calls). */
import { z } from "zod";
import { body, oneOf, query, requiredText, booleanParam } from "../../server/query.schema.ts";
import { toFieldName } from "../../domain/field-names.ts";
import { DAYS, isPlainLine, onOneLine } from "../../domain/field-rules.ts";
import { BadCell, encoding, Encodings } from "../import/import.schema.ts";
import {
  CLAIM_FIELDS,
  CLAIM_METHODS,
  CONFIDENCES,
  FIGURE_FIELDS,
  CLAIM_NOTE_MAX_CHARACTERS,
  CLAIM_SOURCE_MAX_CHARACTERS,
} from "./claims.ts";

const LINK_MAX_CHARACTERS = 2_048;

/** A field, by any of its names (open-data.md#field-names). */
export function fieldAmong<const T extends string>(names: readonly T[]) {
  return z.preprocess(toFieldName, oneOf("field", names));
}

/** Turns a missing, null or empty field into null. */
export function orNull<Schema extends z.ZodType>(schema: Schema) {
  const emptyAsNull = (given: unknown) =>
    typeof given === "string" && given.trim() === "" ? null : given;
  return z.preprocess(emptyAsNull, schema.nullable()).default(null);
}

export function textLine(label: string, maxCharacters: number) {
  return requiredText(label, maxCharacters, { tidy: onOneLine });
}

function isHttpsAddress(text: string): boolean {
  if (!/^https:\/\/[^\s/]\S*$/i.test(text) || !isPlainLine(text)) return false;
  const url = URL.parse(text);
  // A username before the host makes an address look like another site's.
  return url !== null && url.username === "" && url.password === "";
}

const LINK = "Link must be a web address that begins with https://";

export const link = z
  .string({ error: LINK })
  .trim()
  .max(LINK_MAX_CHARACTERS, `Link must have ${LINK_MAX_CHARACTERS} characters or fewer`)
  .refine(isHttpsAddress, LINK);

const PUBLISHED = "published must be a year, a month or a day, such as 2026, 2026-07 or 2026-07-11";
const CHECKED = "checked must be a day such as 2026-11-23";

function isKnownDay(day: string): boolean {
  return z.iso.date().safeParse(day).success && day >= DAYS.first && day <= DAYS.last;
}

const published = z
  .string({ error: PUBLISHED })
  .trim()
  .refine(
    (text) => /^\d{4}(-\d{2}){0,2}$/.test(text) && isKnownDay(`${text}-01-01`.slice(0, 10)),
    PUBLISHED,
  );

export const claimValue = z
  .union([z.number(), z.string(), z.boolean()], {
    error: (issue) =>
      issue.input == null ? "Value is required" : "Value must be a number, a text, true or false",
  })
  .describe("in the unit of the field and within its bounds");
export type ClaimValue = z.output<typeof claimValue>;

export const claimShape = {
  value: claimValue,
  method: oneOf("method", CLAIM_METHODS).describe(
    "EPA label, manufacturer, independent measurement, calculation, data set, estimate, or reader",
  ),
  source: textLine("Source", CLAIM_SOURCE_MAX_CHARACTERS).describe("name of the source"),
  url: orNull(link).describe("web address of the source"),
  published: orNull(published).describe("a year, a month or a day"),
  checked: orNull(z.string({ error: CHECKED }).trim().refine(isKnownDay, CHECKED)).describe(
    "the day the value was last compared with the source",
  ),
  confidence: orNull(oneOf("confidence", CONFIDENCES)).describe(
    "A: official; B: two independent sources or one strong one; C: one secondary source",
  ),
  note: orNull(textLine("Note", CLAIM_NOTE_MAX_CHARACTERS)),
};

export const claimRowId = z
  .int({ error: "rowId must be a whole number" })
  .min(1, { error: "rowId must be a whole number" });

export const ClaimInput = body({
  rowId: claimRowId,
  field: fieldAmong(CLAIM_FIELDS),
  ...claimShape,
});
export type ClaimInput = z.output<typeof ClaimInput>;

export const ClaimChange = body(claimShape);
export type ClaimChange = z.output<typeof ClaimChange>;

const claimAnswerShape = {
  id: z.int(),
  value: claimValue,
  method: z.enum(CLAIM_METHODS),
  source: z.string(),
  url: z.string().nullable(),
  published: z.string().nullable().describe("a year, a month or a day"),
  checked: z.iso.date().nullable(),
  confidence: z.enum(CONFIDENCES).nullable(),
  note: z.string().nullable(),
};

/** A claim without its row and field, which the reader already knows. */
export const FigureClaim = z.strictObject(claimAnswerShape).meta({ id: "FigureClaim" });
export type FigureClaim = z.output<typeof FigureClaim>;

export const Claim = z
  .strictObject({ ...claimAnswerShape, rowId: z.int(), field: z.enum(CLAIM_FIELDS) })
  .meta({ id: "Claim" });
export type Claim = z.output<typeof Claim>;

export const ClaimsAnswer = z
  .strictObject({
    trims: z.array(
      z.strictObject({
        rowId: z.int(),
        fields: z
          .partialRecord(
            z.enum(CLAIM_FIELDS),
            z.strictObject({
              value: claimValue
                .nullable()
                .describe("the value the site shows; null if unknown, or for a test result"),
              claims: z.array(FigureClaim),
            }),
          )
          .describe("fields that have claims"),
      }),
    ),
  })
  .meta({ id: "Claims" });
export type ClaimsAnswer = z.output<typeof ClaimsAnswer>;

const EvidenceTest = z.strictObject({
  ...Claim.omit({ rowId: true, checked: true, confidence: true }).shape,
  value: z.number(),
  official: z
    .number()
    .nullable()
    .describe("what it is compared with: the EPA's figure, the maker's, or the one shown"),
  isEpa: z.boolean().describe("whether that is the EPA's"),
});
export type EvidenceTest = z.output<typeof EvidenceTest>;

export const Evidence = z
  .strictObject({
    trims: z.array(
      z.strictObject({
        rowId: z.int(),
        differs: z
          .partialRecord(z.enum(FIGURE_FIELDS), z.array(claimValue))
          .describe(
            "figures whose sources differ, with the smallest and the largest value; of texts all values",
          ),
        oneSource: z
          .array(z.enum(FIGURE_FIELDS))
          .describe("figures that rest on one data set alone"),
        tests: z.array(EvidenceTest).describe("what others measured"),
      }),
    ),
  })
  .meta({ id: "Evidence" });
/** Contains only the trims that have sources. */
export type Evidence = z.output<typeof Evidence>;

export const ClaimFileQuery = query({
  dryRun: booleanParam("dryRun").describe("true to check the file without writing anything"),
  encoding,
}).partial();

export const ClaimFileAnswer = z
  .strictObject({
    added: z.int().describe("number of claims added"),
    skipped: z.int().describe("number of claims that exist already or are repeated in the file"),
    importId: z.int().nullable().describe("for undoing the import; null if nothing was written"),
    invalid: z.array(BadCell).exactOptional().describe("in a dry run: the errors in the file"),
    encoding: z.string().exactOptional().describe("what the file was read as"),
    encodings: Encodings,
  })
  .meta({ id: "ClaimFile" });
export type ClaimFileAnswer = z.output<typeof ClaimFileAnswer>;

export const ClaimFileRefusal = z
  .strictObject({ error: z.string(), rows: z.array(BadCell), encodings: Encodings })
  .meta({ id: "ClaimFileRefusal" });
export type ClaimFileRefusal = z.output<typeof ClaimFileRefusal>;
