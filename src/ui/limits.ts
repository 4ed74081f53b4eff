/** limits-and-texts.md#notifications */
export const TOAST_DURATION_MS = 5000;
