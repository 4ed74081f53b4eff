import { z } from "zod";
import { FIELDS } from "../../vehicle/fields.ts";
import { EvInput } from "../../vehicle/ev-input.ts";

/** A row as it is sent: its 0-60 time may also be text (readings 3). Only describes; `EvInput` judges. */
export const SentRow = EvInput.extend({
  zeroToSixty: z
    .union([
      z.number().min(0).max(FIELDS.zeroToSixty.max),
      z.string().regex(/^\s*([+-]?(\d+(\.\d*)?|\.\d+)\s*)?$/),
      z.null(),
    ])
    .default(null)
    .meta({ description: FIELDS.zeroToSixty.meaning }),
});

export const BAD_FIELD = "A field is missing or not valid";
export const BAD_PICTURE = "The picture in the field image cannot be read";
export const NO_ROW = "No row has this id; a model's id is none";
export const TAKEN = "Another row or model is called so";

export function isData(image: string | null | undefined): image is string {
  return image?.startsWith("data:") ?? false;
}
