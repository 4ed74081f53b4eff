/** The share of the battery charged from 10 to 80 %. */
export const CHARGED_SHARE = 0.7;
