/** How long the public list counts as fresh (§7). */
export const LIST_STALE_MS = 10_000;
/** Memory for finished answers that depend on a query string or an id, per catalogue version. */
export const ANSWER_CACHE_BYTES = 32 * 1024 * 1024;
/** How soon a database that did not answer is asked again; readers get what was read before. */
export const READ_RETRY_MS = 1_000;
/** Of a row of the starter catalogue's file. */
export const STARTER_RECORD_MAX_CHARACTERS = 4_000;
