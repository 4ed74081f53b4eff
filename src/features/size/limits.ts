export const SPACE_INCHES = 216;
