import { FURTHER_NAMES } from "../src/domain/fields-further.ts";

/** Every further field of a row or a trim, not known. */
export const UNKNOWN_FACTS = Object.fromEntries(
  FURTHER_NAMES.map((name) => [name, null]),
  // It has all of the names.
) as Record<(typeof FURTHER_NAMES)[number], null>;
