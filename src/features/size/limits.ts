/** Limits of the size drawing (comparing.md#size). */
export const PERSON_INCHES = 69;
export const SPACE_INCHES = 216;
