/**
 * The one schema of a flat row as a person enters it; it alone knows bounds and messages (§5,
 * readings 2, 3, 7). For the server and the administrator's screens only: zod is no shopper's load.
 */
import { formatCount } from "./counts.ts";
import { z } from "zod";
import * as limits from "./limits.ts";
import { BODY_TYPES, DRIVE_TYPES } from "./vehicle.ts";
import { isVisible } from "./visible.ts";

// The page's policy forbids the generated code that zod would otherwise try.
z.config({ jitless: true });

const CONTROL_CHARACTER = /\p{Cc}/u;

/** An empty field is an absent one (§5). */
function emptyAsAbsent(value: unknown): unknown {
  return typeof value === "string" && value.trim() === "" ? null : value;
}

/** Databases refuse NUL and lone surrogates; names are one line. */
function isPlainLine(text: string): boolean {
  return !CONTROL_CHARACTER.test(text) && text.isWellFormed();
}

function name(label: string, maxCharacters: number) {
  const required = `${label} is required`;
  return z
    .string({ error: (issue) => (issue.input == null ? required : `${label} must be text`) })
    .trim()
    .min(1, { error: required, abort: true })
    .max(maxCharacters, `${label} must have ${maxCharacters} characters or fewer`)
    .refine(isPlainLine, { error: `${label} must be plain text on one line`, abort: true })
    .refine(isVisible, required);
}

function figure(label: string, max: number) {
  return z
    .number(`${label} must be a number`)
    .min(0, `${label} must be positive`)
    .max(max, `${label} must be ${formatCount(max)} or less`);
}

function optional<T extends z.ZodType>(schema: T) {
  return z.preprocess(emptyAsAbsent, schema.nullable()).default(null);
}

/** Numeric text counts as a number only where readings 3 say so (`zeroToSixty`). */
function numericText(value: unknown): unknown {
  const given = emptyAsAbsent(value);
  if (typeof given !== "string" || !/^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/.test(given)) return given;
  return Number(given);
}

const OWN_IMAGE_PATH = /^\/images\/upload\/(?!.*\.\.)[\w,:./-]+$/;
const IMAGE_DATA = /^data:image\/(?:png|jpeg|webp|avif);base64,[A-Za-z0-9+/]+={0,2}$/;

/** `https://`, a path of our own store or a picture as data; no other scheme (readings 3). */
export function isImageAddress(text: string): boolean {
  if (text.startsWith("data:")) {
    return text.length <= limits.MAX_IMAGE_DATA_CHARACTERS && IMAGE_DATA.test(text);
  }
  if (text.length > limits.MAX_IMAGE_ADDRESS_CHARACTERS || !isPlainLine(text)) return false;
  return OWN_IMAGE_PATH.test(text) || (/^https:\/\/[^\s/]/i.test(text) && URL.canParse(text));
}

const INVALID_IMAGE = "Image must be a valid URL";
const BODY_TYPE_MESSAGE = `Body type must be one of ${BODY_TYPES.join(", ")}`;

/**
 * One row to add. Optional fields that are absent or empty come out as null; unknown fields are
 * refused. For a change, parse the stored row with the change laid over it.
 */
export const EvInput = z.strictObject(
  {
    make: name("Make", limits.MAX_MAKE_CHARACTERS),
    model: name("Model", limits.MAX_MODEL_CHARACTERS),
    trim: name("Trim", limits.MAX_TRIM_CHARACTERS),
    year: z
      .number({
        error: (issue) =>
          issue.input == null || issue.input === "" ? "Year is required" : "Year must be a number",
      })
      .int("Year must be a whole number")
      .min(limits.MIN_YEAR, `Year must be ${limits.MIN_YEAR} or later`)
      .max(limits.MAX_YEAR, `Year must be ${limits.MAX_YEAR} or earlier`),
    price: optional(figure("Price", limits.MAX_PRICE_USD)),
    range: optional(figure("Range", limits.MAX_RANGE_MILES)),
    charging: optional(figure("Charging speed", limits.MAX_CHARGING_MINUTES)),
    acceleration: optional(figure("Acceleration", limits.MAX_ACCELERATION_SECONDS)),
    zeroToSixty: z
      .preprocess(numericText, figure("0-60 time", limits.MAX_ACCELERATION_SECONDS).nullable())
      .default(null),
    topSpeed: optional(figure("Top speed", limits.MAX_TOP_SPEED_MPH)),
    bodyType: z.enum(BODY_TYPES, {
      error: (issue) =>
        issue.input == null || issue.input === "" ? "Body type is required" : BODY_TYPE_MESSAGE,
    }),
    image: optional(z.string(INVALID_IMAGE).trim().refine(isImageAddress, INVALID_IMAGE)),
    seatingCapacity: optional(
      z
        .number("Seats must be a number")
        .int("Seats must be a whole number")
        .min(limits.MIN_SEATS, `Minimum ${limits.MIN_SEATS} seats`)
        .max(limits.MAX_SEATS, `Maximum ${limits.MAX_SEATS} seats`),
    ),
    cargoSpace: optional(figure("Cargo space", limits.MAX_CARGO_CUBIC_FEET)),
    batteryCapacity: optional(figure("Battery capacity", limits.MAX_BATTERY_KWH)),
    maxChargingSpeed: optional(figure("Max charging speed", limits.MAX_CHARGING_POWER_KW)),
    driveType: optional(z.enum(DRIVE_TYPES, "Drive type must be RWD, AWD or FWD")),
    taxCreditEligible: optional(z.boolean("Tax credit must be true or false")),
  },
  {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? `Unknown field${issue.keys.length > 1 ? "s" : ""}: ${issue.keys.join(", ")}`
        : "An EV must be an object with its fields",
  },
);
export type EvInput = z.infer<typeof EvInput>;
