import { openDatabaseForCommand } from "../db/database.server.ts";
import { readEnv } from "../server/env.server.ts";
import { findLookAlikeNames } from "./check-names.server.ts";
import { runCommand } from "./command.server.ts";

/** Runs `npm run check-names`, which lists names that look alike and changes nothing. */
async function checkNames(): Promise<string> {
  const database = await openDatabaseForCommand(readEnv(process.env));
  try {
    const lines = await findLookAlikeNames(database);
    return lines.length > 0 ? lines.join("\n") : "No names look alike.";
  } finally {
    await database.close();
  }
}

runCommand(checkNames);
