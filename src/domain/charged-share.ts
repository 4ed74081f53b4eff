/** The share of a battery that is charged from 10 to 80 %. */
export const CHARGED_SHARE = 0.7;
