import { setImmediate } from "node:timers/promises";
import type { Transaction } from "kysely";
import { type NewActivity, recordActivity } from "../../activity/activity.db.server.ts";
import type { Database } from "../../../db/database.server.ts";
import { reserveIds } from "../../../db/database-changes.server.ts";
import type { Tables } from "../../../db/database-tables.server.ts";
import { UserError } from "../../../base/errors.server.ts";
import { compareNames, identityKey } from "../../../domain/names.ts";
import type {
  GivenMapping,
  ImportMapping,
  ListedMapping,
  SavedMapping,
} from "./import-mapping.schema.ts";
import { validateMapping } from "./import-mapping.server.ts";
import { normalizeMapping } from "./import-mapping.ts";

/** Maximum number of saved mappings (importing.md#saved-mappings). */
export const MAX_SAVED_MAPPINGS = 100;

/** If the headers of a mapping are longer than this, they are not listed. */
const LISTED_HEADER_CHARACTERS = 4_000;

const TOO_MANY = `There are ${MAX_SAVED_MAPPINGS} saved mappings. Please delete one first.`;
const NO_MAPPING = "There is no such saved mapping. It may have been deleted.";

type User = NewActivity["user"];

/** Stores mappings for reuse, by a name that ignores letter case (importing.md#saved-mappings). */
export function createMappingStore({ read, write }: Pick<Database, "read" | "write">) {
  return {
    async list(): Promise<ListedMapping[]> {
      const stored = await read.selectFrom("import_mappings").selectAll().execute();
      const listed: ListedMapping[] = [];
      for (const { id, name, at, mapping } of stored) {
        listed.push({ id, name, at, headers: headersOf(mapping) });
        await setImmediate();
      }
      return listed.sort((a, b) => compareNames(a.name, b.name) || a.id - b.id);
    },

    /** @throws UserError 404 */
    async find(id: number): Promise<SavedMapping> {
      const found = await read
        .selectFrom("import_mappings")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      if (!found) throw new UserError(404, NO_MAPPING);
      const { name, at, mapping } = found;
      return { id, name, at, mapping: parseSaved(mapping) };
    },

    /** Reads the mapping with this name. @throws UserError 400 when there is none */
    async named(this: void, name: string): Promise<ImportMapping> {
      const found = await read
        .selectFrom("import_mappings")
        .select("mapping")
        .where("name_key", "=", identityKey(name))
        .executeTakeFirst();
      if (!found)
        throw new UserError(400, "savedMapping: there is no saved mapping with this name.");
      return validateMapping(parseSaved(found.mapping));
    },

    /** Replaces a mapping of the same name. @throws UserError 409 when there are too many */
    save: (user: User, name: string, mapping: GivenMapping) =>
      write.transaction().execute(async (transaction) => {
        // Taking an id serializes savers.
        const newId = await reserveIds(transaction, "import_mappings", 1);
        const before = await removeNamed(transaction, identityKey(name));
        const { id = newId } = before ?? {};
        const entry = { id, name, at: new Date().toISOString() };
        const text = JSON.stringify(mapping);
        await transaction
          .insertInto("import_mappings")
          .values({ ...entry, name_key: identityKey(name), mapping: text })
          .execute();
        const { count } = await transaction
          .selectFrom("import_mappings")
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow();
        if (count > MAX_SAVED_MAPPINGS) throw new UserError(409, TOO_MANY);
        await recordActivity(transaction, { user, action: "mapping-saved", subject: name });
        return { entry, isNew: before === undefined };
      }),

    /** @throws UserError 404 */
    remove: (user: User, id: number): Promise<void> =>
      write.transaction().execute(async (transaction) => {
        const gone = await transaction
          .deleteFrom("import_mappings")
          .where("id", "=", id)
          .returning("name")
          .executeTakeFirst();
        if (!gone) throw new UserError(404, NO_MAPPING);
        const subject = gone.name;
        await recordActivity(transaction, { user, action: "mapping-deleted", subject });
      }),
  };
}

/** Reads what `save` has written. Earlier releases could also save `exceptions`, which are gone. */
function parseSaved(text: string): GivenMapping {
  const mapping = JSON.parse(text) as Record<string, unknown>;
  if (Array.isArray(mapping["exceptions"])) delete mapping["exceptions"];
  return mapping as GivenMapping;
}

/** The headers of the mapping, by which files that it fits are recognized; empty if they are too long. */
function headersOf(mapping: string): string[] {
  const { columns } = normalizeMapping(parseSaved(mapping));
  const headers = Object.keys(columns);
  return headers.join("").length > LISTED_HEADER_CHARACTERS ? [] : headers;
}

function removeNamed(
  transaction: Transaction<Tables>,
  nameKey: string,
): Promise<{ id: number } | undefined> {
  return transaction
    .deleteFrom("import_mappings")
    .where("name_key", "=", nameKey)
    .returning("id")
    .executeTakeFirst();
}
