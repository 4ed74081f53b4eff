/** Thrown when a hydrating part has another version than its document: React then renders the part again. */
export class OutdatedDocument extends Error {}
