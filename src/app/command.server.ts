import { setBasePath } from "../domain/base-path.ts";
import {
  type Database,
  type DatabaseLocation,
  locateDatabase,
  openDatabaseForCommand,
} from "../db/database.server.ts";
import { type Env, loadEnv } from "../base/env.server.ts";
import { UserError } from "../base/errors.server.ts";

export function runCommand(command: (env: Env, given: readonly string[]) => Promise<string>): void {
  Promise.try(() => {
    requireOwnOptions();
    const env = loadEnv();
    setBasePath(env.basePath);
    return command(env, process.argv.slice(2));
  }).then(
    (sentence) => process.stdout.write(`${sentence}\n`),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    },
  );
}

/** @throws UserError when npm took an option for its own, as in `npm run restore --check FILE` */
function requireOwnOptions(): void {
  const npmOption = ["check", "empty", "fill"].find((name) => process.env[`npm_config_${name}`]);
  if (npmOption === undefined) return;
  throw new UserError(400, `Write two hyphens before the options: npm run … -- --${npmOption} …`);
}

/** Prints which database is configured, then works with it. @throws UserError as `openDatabaseForCommand` */
export async function inDatabase<T>(
  env: DatabaseLocation,
  work: (database: Database) => Promise<T>,
  isNewAllowed = false,
): Promise<T> {
  process.stdout.write(`Database: ${locateDatabase(env)}\n`);
  const database = await openDatabaseForCommand(env, isNewAllowed);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
