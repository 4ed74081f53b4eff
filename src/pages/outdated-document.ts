/** Thrown while a part hydrates that shows another version than its document: React then renders it anew. */
export class OutdatedDocument extends Error {}
