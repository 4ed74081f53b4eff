export const MAX_SAVED = 100;

/** How many saved cars the home page's strip shows; the dialog lists all. */
export const STRIP_CARS = 8;
