import { findLookAlikeNames } from "./check-names.db.server.ts";
import { inDatabase, runCommand } from "./command.server.ts";

/** Runs `npm run check-names`, which lists names that look alike and changes nothing. */
runCommand((env) =>
  inDatabase(env, async (database) => {
    const lines = await findLookAlikeNames(database);
    return lines.length > 0 ? lines.join("\n") : "No names look alike.";
  }),
);
