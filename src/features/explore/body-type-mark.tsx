import type { BodyType } from "../../vehicle/vehicle.ts";

/** A shape for each body type, about 10 px wide around its middle: colour alone tells nothing. */
const SHAPES: Readonly<Record<BodyType, string>> = {
  Sedan: "M-4.6 0a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0-9.2 0",
  SUV: "M-4-4h8v8h-8z",
  "Pickup Truck": "M0-5.4L5.2 4H-5.2z",
  Crossover: "M0-5.6L5.6 0L0 5.6L-5.6 0z",
  "Sports Car": "M0 5.4L5.2-4H-5.2z",
  Hatchback: "M-1.9-5h3.8v3.1h3.1v3.8h-3.1v3.1h-3.8v-3.1h-3.1v-3.8h3.1z",
  Minivan: "M-5.4 0L-2.7-4.6h5.4L5.4 0L2.7 4.6h-5.4z",
};

/** The mark of a body type, for inside an SVG; the style sheet colours it by `data-body`. */
export function BodyTypeMark({ bodyType }: { bodyType: BodyType }) {
  return <path data-body={bodyType} d={SHAPES[bodyType]} />;
}
