/** The values of fields that have a fixed list of choices, and the bounds of names. */

/** Body types in the administrator's form (finding.md#body-types); visitors can filter by Minivan. */
export const BODY_TYPES = [
  "Sedan",
  "SUV",
  "Pickup Truck",
  "Crossover",
  "Sports Car",
  "Hatchback",
  "Minivan",
] as const;
export type BodyType = (typeof BODY_TYPES)[number];

/** The body type as written in a sentence: `sedan`, `SUV`. */
export function bodyTypeWord(bodyType: BodyType): string {
  return bodyType === "SUV" ? bodyType : bodyType.toLowerCase();
}

/** `an SUV`, `a sedan` */
export function withArticle(bodyType: BodyType): string {
  return `${bodyType === "SUV" ? "an" : "a"} ${bodyTypeWord(bodyType)}`;
}

export const DRIVE_TYPES = ["RWD", "AWD", "FWD"] as const;
export type DriveType = (typeof DRIVE_TYPES)[number];

export const CHARGE_PORTS = ["NACS", "CCS", "CHAdeMO"] as const;

export const NAME_MAX_CHARACTERS = { make: 60, model: 80, trim: 120 } as const;
