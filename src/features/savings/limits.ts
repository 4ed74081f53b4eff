/** Number of cars that the picker shows at a time. */
export const LISTED_CARS = 50;

/** Maximum number of characters read from an address parameter. */
export const MAX_PARAMETER_CHARACTERS = 100;
