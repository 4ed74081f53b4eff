import { z } from "zod";
import { trimAnswerShape } from "../../vehicle/field-answers.server.ts";
import {
  BODY_TYPES,
  type Ev,
  type EvListEntry,
  type EvSummary,
  type Trim,
} from "../../vehicle/vehicle.ts";

function figure(description: string) {
  return z.number().nullable().meta({ description });
}

const TrimAnswer = z
  .strictObject({
    index: z.int().meta({ description: "position among the model's trims, zero-based" }),
    rowId: z.int(),
    ...trimAnswerShape,
  })
  .meta({ id: "Trim" }) satisfies z.ZodType<Trim>;

const summaryShape = {
  id: z.int().meta({ description: "the model's id" }),
  make: z.string(),
  model: z.string(),
  year: z.int(),
  bodyType: z.enum(BODY_TYPES),
  image: z.string().nullable(),
  drawing: z.string().meta({
    description:
      "version of its drawing: with it as `v` the address /images/cars/{make}/{model}.webp may be kept for ever; begins with `usual-` where measures are the usual ones of the body type",
  }),
  taxCreditEligible: z.boolean().nullable(),
  averageRating: figure("stars, 1 to 5; null without reviews"),
  reviewCount: z.int(),
};

const SummaryAnswer = z.strictObject(summaryShape) satisfies z.ZodType<EvSummary>;

export const EvListEntryAnswer = z
  .strictObject({ ev: SummaryAnswer, trim: TrimAnswer })
  .meta({ id: "EvListEntry" }) satisfies z.ZodType<EvListEntry>;

export const EvAnswer = z
  .strictObject({ ...summaryShape, trims: z.array(TrimAnswer) })
  .meta({ id: "Ev" }) satisfies z.ZodType<Ev>;

/** A model as the database holds it now, with the raw columns of the row asked for. */
export const DirectEvAnswer = z
  .strictObject({
    ...EvAnswer.shape,
    zeroToSixty: figure("of the row asked for, seconds"),
    dbValues: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .meta({ description: "raw column values by column name, of the row asked for" }),
  })
  .meta({ id: "DirectEv" });

export const CountAnswer = z
  .strictObject({ count: z.int().meta({ description: "rows, that is trims" }) })
  .meta({ id: "Count" });
