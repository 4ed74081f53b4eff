import type { StarterFacts } from "../features/catalogue/catalogue.schema.ts";
import {
  fillStarterFacts,
  findStarterFacts,
} from "../features/catalogue/starter-facts.db.server.ts";
import { openDatabaseForCommand } from "../db/database.server.ts";
import { readEnv } from "../server/env.server.ts";
import { UserError } from "../server/errors.server.ts";
import { countOf } from "../vehicle/counts.ts";
import { runCommand } from "./command.server.ts";

const USAGE = `npm run starter             says what the starter catalogue could fill
npm run starter -- --fill   fills empty cells of unchanged starter rows, also while the server runs`;

/** @param verb such as `Filled` */
function inWords(facts: StarterFacts, verb: string): string {
  const { rows, cells, changed, corrected, found } = facts;
  if (found === 0) return "This database has no row of the starter catalogue.";
  const what = `${countOf(cells, "empty cell")} of ${countOf(rows, "starter row")}`;
  return [
    rows === 0
      ? `There is nothing to fill in ${countOf(found, "starter row")}.`
      : `${verb} ${what}; no value that is there is changed.`,
    ...(changed > 0 ? [`Left as somebody has changed it: ${countOf(changed, "row")}.`] : []),
    ...(corrected.length > 0 ? ["Left, though corrected in the starter catalogue since:"] : []),
    ...corrected.map((each) => `  ${each}`),
  ].join("\n");
}

async function run(given: readonly string[]): Promise<string> {
  if (given.length > 1 || (given[0] ?? "--fill") !== "--fill") throw new UserError(400, USAGE);
  const database = await openDatabaseForCommand(readEnv(process.env));
  try {
    return given.length === 0
      ? `${inWords(await findStarterFacts(database), "It could fill")}\n${USAGE}`
      : inWords(await fillStarterFacts(database, null), "Filled");
  } finally {
    await database.close();
  }
}

runCommand(run);
