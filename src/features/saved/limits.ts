export const MAX_SAVED = 100;

/** In the strip of the home page; the list has them all. */
export const STRIP_CARS = 8;
