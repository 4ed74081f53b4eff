import { present } from "../../vehicle/trims.ts";

/** Seating bands: up to three seats, four or five, six or more (readings 5). */
export const SEATINGS = ["2", "5", "7"] as const;
export type Seating = (typeof SEATINGS)[number];

/** Band of a number of seats; null when it is not known. */
export function seatingBand(seats: number | null): Seating | null {
  const known = present(seats);
  if (known === null) return null;
  return known <= 3 ? "2" : known <= 5 ? "5" : "7";
}
