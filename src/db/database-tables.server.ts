import type { ColumnType, Kysely, Transaction as KyselyTransaction } from "kysely";

/** The tables as both engines return them. Flags are 0 and 1; times are ISO 8601 text in UTC. */

/** One row of a model; row-columns.db.server.ts adds the columns of its fields. */
export interface EvRowsTable {
  id: number;
  model_id: number;
  trim_key: string; // the trim for comparison, see `identityKey`
  version: number;
}

/** A source's claim about a figure; `value` is JSON, `at` the time when it was stored. */
interface ClaimColumns {
  field: string;
  value: string;
  method: string;
  source: string;
  url: string | null;
  published: string | null;
  checked: string | null;
  confidence: string | null;
  note: string | null;
  at: string;
}

export interface Tables {
  /** a single row; `feed_id` is a UUID, and the feed contains changes since `feed_since` */
  catalogue: {
    id: number;
    version: number;
    starter_due: number;
    feed_id: string;
    feed_since: string;
  };
  /** the newest versions; `models` is a JSON list of the changed ids, or null when any model may have changed */
  catalogue_changes: { version: number; models: string | null };
  /** `catalogue` numbers models and rows, the others what they are named after; ids are never used again */
  id_sequences: {
    name:
      | "catalogue"
      | "reviews"
      | "users"
      | "sessions"
      | "invitations"
      | "activity"
      | "row_changes"
      | "imports"
      | "claims"
      | "corrections";
    next_id: number;
  };
  models: { id: number; make: string; model: string; make_key: string; model_key: string };
  /** ids that models had before they were merged into others */
  model_aliases: { id: number; model_id: number };
  ev_rows: EvRowsTable;
  /** see 015-row-changes.ts; rows are never removed */
  row_changes: {
    id: number;
    at: string;
    kind: "known" | "added" | "price" | "range" | "removed";
    model_id: number;
    row_id: number;
    name: string; // such as `2025 Kia EV6 Wind`
    price: number | null; // after the change
    range: number | null;
    figure_before: number | null;
  };
  /** see 018-imports.ts; removed once it is undone or can no longer be undone */
  imports: { id: number; at: string; subject: string; first_row_id: number; added: number };
  import_updates: {
    import_id: number;
    row_id: number;
    version: number; // after the import
    changes: string; // JSON: each field with its values before and after
  };
  /** see 023-claims.ts */
  claims: { id: number; row_id: number } & ClaimColumns;
  /** claims of deleted rows, by the rows' names */
  removed_claims: {
    id: number;
    make_key: string;
    model_key: string;
    trim_key: string;
    year: number;
  } & ClaimColumns;
  /** numbered like the imports of rows; removed once it is undone or can no longer be undone */
  claim_imports: { id: number; at: string; subject: string; first_claim_id: number; added: number };
  /** see 024-corrections.ts; `value` is JSON, and `car` is the car's name when the correction was sent */
  corrections: {
    id: number;
    token_hash: string; // SHA-256 of the token that the reader holds, base64url
    at: string;
    status: "received" | "accepted" | "declined";
    car: string;
    row_id: number | null;
    field: string | null; // null: a car is missing
    value: string | null;
    missing_make: string | null;
    missing_model: string | null;
    missing_trim: string | null;
    url: string | null;
    note: string | null;
    name: string | null;
    reason: string | null;
    decided_at: string | null;
  };
  signing_keys: { purpose: string; secret: string; created_at: string }; // `secret` is base64url
  votes: { model_id: number; visitor: string; is_upvote: number; created_at: string };
  /** counted in the transaction of the votes; a trigger raises `version`, see 021-versions-of-votes.ts */
  vote_stats: {
    model_id: number;
    upvotes: number;
    downvotes: number;
    version: ColumnType<number, number | undefined>;
  };
  reviews: {
    id: number;
    model_id: number;
    row_id: number | null; // null: the review belongs to the model
    user_name: string;
    rating: number;
    comment: string;
    created_at: string;
    visitor: string | null; // the author; null in reviews from before this was stored
    edited: ColumnType<number, number | undefined>; // 1 once its author has changed it
  };
  review_flags: { review_id: number; visitor: string; created_at: string };
  activity: {
    id: number;
    at: string;
    user_id: number | null; // null without a name: the server itself
    username: string | null;
    action: string;
    subject: string;
    row_id: number | null;
    model_id: number | null;
    change_id: number | null; // id of the first entry of a change of many rows, and the number of its rows
    change_rows: number | null;
    before_values: string | null; // JSON objects
    after_values: string | null;
  };
  users: {
    id: number;
    username: string;
    username_key: string; // the name for comparison, see `usernameKey`
    password_hash: string; // argon2id in its encoded form, which includes the parameters
    created_at: string;
  };
  sessions: {
    token_hash: string; // SHA-256 of the token that the browser holds, base64url
    id: number; // the session's id in the API
    user_id: number;
    device: string; // such as `Firefox on Linux`
    created_at: string;
    last_seen_at: string;
    expires_at: string;
  };
  invitations: {
    code_hash: string; // SHA-256 of the code, base64url
    id: number;
    created_by: number | null; // null: created by the server itself or on its command line
    created_at: string;
    expires_at: string;
    used_at: string | null;
  };
  /** see 020-retries-and-lost-passwords.ts; `answer` is JSON */
  idempotency_keys: { key_hash: string; content_hash: string; at: string; answer: string };
  password_links: { user_id: number; code_hash: string; expires_at: string };
  /** `taken` are times in milliseconds since 1970, oldest first, separated by spaces */
  rate_limits: { key_hash: string; taken: string; ends_at: number };
  uploaded_images: { id: string; webp: Uint8Array; created_at: string };
}

/** What queries run on: a database, or a transaction in it. */
export type Db = Kysely<Tables>;
export type Transaction = KyselyTransaction<Tables>;
