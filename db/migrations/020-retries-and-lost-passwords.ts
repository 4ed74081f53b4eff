import type { Kysely } from "kysely";

/**
 * What was answered to a write that named an `Idempotency-Key` (calls.md#retries, accounts.md#lost-password),
 * by the hash of call, user and key; `answer` is JSON. And links that let an administrator choose a new
 * password: one each, of which only the code's hash is kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("idempotency_keys")
    .addColumn("key_hash", "varchar(43)", (column) => column.primaryKey())
    .addColumn("content_hash", "varchar(43)", (column) => column.notNull())
    .addColumn("at", "varchar(24)", (column) => column.notNull())
    .addColumn("answer", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("idempotency_keys_at")
    .on("idempotency_keys")
    .column("at")
    .execute();
  await db.schema
    .createTable("password_links")
    .addColumn("user_id", "integer", (column) =>
      column.primaryKey().references("users.id").onDelete("cascade"),
    )
    .addColumn("code_hash", "varchar(64)", (column) => column.notNull().unique())
    .addColumn("expires_at", "varchar(24)", (column) => column.notNull())
    .execute();
}
