export const MAX_SAVED = 100;
