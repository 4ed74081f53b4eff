/** Inputs and answers of the correction calls (evidence.md#corrections). */
import { z } from "zod";
import {
  body,
  bodyError,
  eitherBy,
  oneOf,
  query,
  requiredText,
  integerParam,
} from "../../server/query.schema.ts";
import { EvInput } from "../../domain/ev-input.ts";
import { FIGURE_FIELDS } from "../claims/claims.ts";
import {
  claimRowId,
  claimShape,
  claimValue,
  fieldAmong,
  FigureClaim,
  link,
  orNull,
  textLine,
} from "../claims/claims.schema.ts";
import {
  CORRECTION_NAME_MAX_CHARACTERS,
  CORRECTION_NOTE_MAX_CHARACTERS,
  CORRECTIONS_PER_PAGE,
  DECLINE_REASON_MAX_CHARACTERS,
} from "./corrections.ts";

export const MOST_CORRECTIONS_PER_DECISION = 200;

export const CORRECTION_STATUSES = ["received", "accepted", "declined"] as const;

const senderShape = {
  url: orNull(link).describe("web address of the source"),
  note: orNull(requiredText("Note", CORRECTION_NOTE_MAX_CHARACTERS)),
  name: orNull(textLine("Name", CORRECTION_NAME_MAX_CHARACTERS)).describe(
    "name of the sender; erased with the note 90 days after the decision",
  ),
};

const FigureCorrection = body({
  rowId: claimRowId,
  field: fieldAmong(FIGURE_FIELDS),
  value: claimValue.describe("the correct value, in the unit of the field and within its bounds"),
  ...senderShape,
});

const MissingCar = body({
  missing: z.strictObject(
    {
      make: EvInput.shape.make,
      model: EvInput.shape.model,
      trim: orNull(EvInput.shape.trim),
    },
    {
      error: (issue) =>
        issue.code === "unrecognized_keys"
          ? bodyError(issue)
          : "missing must name a car by make and model",
    },
  ),
  ...senderShape,
});

export const CorrectionInput = eitherBy("missing", MissingCar, FigureCorrection);
export type CorrectionInput = z.output<typeof CorrectionInput>;

export const SentCorrection = z
  .strictObject({
    id: z.int(),
    token: z.string().describe("for GET /api/corrections/{token}"),
  })
  .meta({ id: "SentCorrection" });
export type SentCorrection = z.output<typeof SentCorrection>;

const car = z.string().describe("such as 2025 Kia EV6 Wind; the name at that time");
const field = z.enum(FIGURE_FIELDS).nullable().describe("null if a car is missing");
const value = claimValue.nullable().describe("the proposed value");
const status = z.enum(CORRECTION_STATUSES);
const reason = z.string().nullable().describe("why it was declined");

export const CorrectionState = z
  .strictObject({ car, field, value, status, reason })
  .meta({ id: "CorrectionState" });
export type CorrectionState = z.output<typeof CorrectionState>;

export const CorrectionsQuery = query({
  status: oneOf("status", CORRECTION_STATUSES).describe(
    "only corrections in this state; all if absent",
  ),
  page: integerParam("page", 1).describe(
    `starts at 1; ${CORRECTIONS_PER_PAGE} per page, newest first`,
  ),
}).partial();
export type CorrectionsQuery = z.output<typeof CorrectionsQuery>;

export const Correction = z
  .strictObject({
    id: z.int(),
    at: z.string().describe("ISO 8601 in UTC"),
    status,
    car,
    missing: z
      .strictObject({ make: z.string(), model: z.string(), trim: z.string().nullable() })
      .nullable()
      .describe("the missing car; null if the correction is about a figure"),
    rowId: z.int().nullable().describe("the row of the figure, or the row added for a missing car"),
    row: z
      .strictObject({
        evId: z.int(),
        version: z.int(),
        value: claimValue.nullable(),
        claims: z.array(FigureClaim),
      })
      .nullable()
      .describe("the row as it is now, with the current value; null if it no longer exists"),
    field,
    value,
    url: z.string().nullable(),
    note: z.string().nullable(),
    name: z.string().nullable(),
    reason,
    decidedAt: z.string().nullable().describe("ISO 8601 in UTC"),
  })
  .meta({ id: "Correction" });
export type Correction = z.output<typeof Correction>;

export const CorrectionsAnswer = z
  .strictObject({
    corrections: z.array(Correction),
    total: z.int().describe("number of corrections in the requested state"),
    waiting: z.int().describe("number of corrections that are still undecided"),
  })
  .meta({ id: "Corrections" });
export type CorrectionsAnswer = z.output<typeof CorrectionsAnswer>;

const VERSION = "version must be the row's version, a whole number";

const AcceptedFigure = body({
  method: claimShape.method,
  source: claimShape.source,
  url: claimShape.url,
  value: claimValue.nullish().describe("saved instead of the proposed value"),
  version: z
    .int({ error: VERSION })
    .min(1, { error: VERSION })
    .describe("version of the row; it must not have changed since"),
});

const AcceptedCar = body({
  rowId: claimRowId.describe("id of the row that was added"),
});

export const Acceptance = eitherBy("rowId", AcceptedCar, AcceptedFigure);
export type Acceptance = z.output<typeof Acceptance>;

const declineReason = requiredText("Reason", DECLINE_REASON_MAX_CHARACTERS);

export const DeclineInput = body({ reason: declineReason });

const IDS = `ids must be 1 to ${MOST_CORRECTIONS_PER_DECISION} ids of corrections`;

export const DeclineManyInput = body({
  ids: z
    .array(z.int({ error: IDS }), { error: IDS })
    .min(1, IDS)
    .max(MOST_CORRECTIONS_PER_DECISION, IDS)
    .refine((all) => new Set(all).size === all.length, "ids names a correction twice"),
  reason: declineReason,
});

export const DeclinedAnswer = z.strictObject({
  declined: z.int().describe("number of corrections"),
});
