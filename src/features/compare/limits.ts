/** Maximum number of trims in a comparison (comparing.md#selection). */
export const MAX_COMPARED = 3;

/**
 * Maximum number of ids read from an address, which may contain deleted ones
 * (comparing.md#comparison-in-the-address).
 */
export const MAX_ADDRESS_IDS = 12;

export const MODELS_A_PAGE = 24;
