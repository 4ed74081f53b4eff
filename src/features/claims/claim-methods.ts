/** How claims were made, in words (evidence.md#claims). */
import type { FigureClaim } from "./claims.schema.ts";

export const METHOD_LABELS: Readonly<Record<FigureClaim["method"], string>> = {
  epa: "EPA label",
  maker: "Manufacturer",
  measured: "Measured",
  computed: "Calculated",
  dataset: "Data set",
  estimate: "Estimate",
  reader: "Reader",
};
