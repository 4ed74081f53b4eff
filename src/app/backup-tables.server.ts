import type { Tables } from "../server/database-tables.server.ts";

/**
 * What a backup holds, in an order in which rows may be put back: what is referred to comes first.
 * With each table the columns that tell its rows apart, by which they are read in parts.
 */
export const BACKUP_TABLES = [
  { name: "catalogue", key: ["id"] },
  { name: "id_sequences", key: ["name"] },
  { name: "signing_keys", key: ["purpose"] },
  { name: "models", key: ["id"] },
  { name: "ev_rows", key: ["id"] },
  { name: "votes", key: ["visitor", "model_id"] },
  { name: "deleted_models", key: ["id"] },
  { name: "vote_stats", key: ["model_id"] },
  { name: "reviews", key: ["id"] },
  { name: "review_flags", key: ["review_id", "visitor"] },
  { name: "users", key: ["id"] },
  { name: "invitations", key: ["code_hash"] },
  { name: "activity", key: ["id"] },
] as const satisfies readonly { name: keyof Tables; key: readonly string[] }[];

export type BackupTable = (typeof BACKUP_TABLES)[number];

/**
 * Tables that are not backed up as such: sessions, so that nobody is signed in by an old copy,
 * counts of limits, which last an hour, what the newest versions have changed, which nobody asks
 * of a copy, and pictures, which travel as pictures whichever way a database keeps them.
 */
export const LEFT_OUT_TABLES = [
  "sessions",
  "rate_limits",
  "uploaded_images",
  "catalogue_changes",
] as const satisfies readonly (keyof Tables)[];

/** Tables of which a new database has rows of its own. */
export const NEVER_EMPTY_TABLES: readonly string[] = [
  "catalogue",
  "id_sequences",
  "signing_keys",
  "invitations",
  "catalogue_changes",
];
