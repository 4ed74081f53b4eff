/** Of the picture of sizes (beyond 4). */
export const PERSON_INCHES = 69;
export const SPACE_INCHES = 216;
