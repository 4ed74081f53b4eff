/** Cars that the picker shows at once. */
export const LISTED_CARS = 50;

/** Characters of an address's parameter that are read. */
export const MAX_PARAMETER_CHARACTERS = 100;
