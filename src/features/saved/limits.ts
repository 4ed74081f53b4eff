export const MAX_SAVED = 100;

/** Shown in the strip of the home page; the list has all of them. */
export const STRIP_CARS = 8;
