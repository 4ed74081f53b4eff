/** Number of models in the document for one part of the list. */
export const FIRST_CARDS = 24;
/** Number of models in the home page's document, about two screens; scripts load the others. */
export const LANDING_CARDS = 8;
