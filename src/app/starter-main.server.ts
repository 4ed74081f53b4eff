import type { StarterFacts } from "../features/catalogue/catalogue.schema.ts";
import {
  fillStarterFacts,
  findStarterFacts,
} from "../features/catalogue/starter-facts.db.server.ts";
import type { Env } from "../base/env.server.ts";
import { UserError } from "../base/errors.server.ts";
import { countOf } from "../domain/format.ts";
import { inDatabase, runCommand } from "./command.server.ts";

const USAGE = `npm run starter             says what the starter catalogue could fill in
npm run starter -- --fill   fills empty cells of unchanged starter rows and adds the sources of unchanged
                            figures, also while the server runs`;

function inWords(facts: StarterFacts, { fill, add }: { fill: string; add: string }): string {
  const { rows, cells, claims, changed, corrected, found } = facts;
  if (found === 0) return "This database has no rows from the starter catalogue.";
  const what = `${countOf(cells, "empty cell")} of ${countOf(rows, "starter row")}`;
  return [
    ...(rows + claims === 0
      ? [`There is nothing to fill in ${countOf(found, "starter row")}.`]
      : []),
    ...(rows > 0 ? [`${fill} ${what}; existing values don’t change.`] : []),
    ...(claims > 0 ? [`${add} ${countOf(claims, "source")} of figures.`] : []),
    ...(changed > 0 ? [`Skipped because they were edited: ${countOf(changed, "row")}.`] : []),
    ...(corrected.length > 0
      ? ["Skipped, though the starter catalogue has since been corrected:"]
      : []),
    ...corrected.map((each) => `  ${each}`),
  ].join("\n");
}

async function run(env: Env, given: readonly string[]): Promise<string> {
  if (given.length > 1 || (given[0] ?? "--fill") !== "--fill") throw new UserError(400, USAGE);
  return inDatabase(env, async (database) =>
    given.length === 0
      ? `${inWords(await findStarterFacts(database), { fill: "It could fill", add: "It could add" })}\n${USAGE}`
      : inWords(await fillStarterFacts(database, null), { fill: "Filled", add: "Added" }),
  );
}

runCommand(run);
