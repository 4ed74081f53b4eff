import { type Kysely, sql } from "kysely";

/**
 * Administrators, their sessions and the invitations of new ones (accounts.md#invitations). Of a session's
 * token and an invitation's code only hashes are kept. Times are ISO 8601 in UTC, which sorts as text.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("users")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("username", "varchar(60)", (column) => column.notNull())
    // NFKC can lengthen a name.
    .addColumn("username_key", "text", (column) => column.notNull().unique())
    .addColumn("password_hash", "varchar(200)", (column) => column.notNull())
    .addColumn("created_at", "varchar(24)", (column) => column.notNull())
    .execute();

  await db.schema
    .createTable("sessions")
    .addColumn("token_hash", "varchar(64)", (column) => column.primaryKey())
    .addColumn("id", "integer", (column) => column.notNull().unique())
    .addColumn("user_id", "integer", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("device", "varchar(80)", (column) => column.notNull())
    .addColumn("created_at", "varchar(24)", (column) => column.notNull())
    .addColumn("last_seen_at", "varchar(24)", (column) => column.notNull())
    .addColumn("expires_at", "varchar(24)", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("sessions_user").on("sessions").column("user_id").execute();

  // Whoever is removed must not come back by an invitation made before: they go together.
  await db.schema
    .createTable("invitations")
    .addColumn("code_hash", "varchar(64)", (column) => column.primaryKey())
    .addColumn("id", "integer", (column) => column.notNull().unique())
    .addColumn("created_by", "integer", (column) => column.references("users.id").onDelete("cascade"))
    .addColumn("created_at", "varchar(24)", (column) => column.notNull())
    .addColumn("expires_at", "varchar(24)", (column) => column.notNull())
    .addColumn("used_at", "varchar(24)")
    .execute();

  await sql`
    insert into id_sequences (name, next_id) values ('users', 1), ('sessions', 1), ('invitations', 1)
  `.execute(db);
}
