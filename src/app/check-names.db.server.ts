import type { Database } from "../db/database.server.ts";
import { findLookAlikes, isOneScript } from "../features/auth/usernames.ts";
import { foldName, identityKey } from "../domain/names.ts";

type Names = Awaited<ReturnType<typeof readNames>>;

async function readNames({ read }: Database) {
  const models = read.selectFrom("models").select(["id", "make", "model"]).orderBy("id");
  const trims = read
    .selectFrom("ev_rows")
    .innerJoin("models", "models.id", "ev_rows.model_id")
    .select(["ev_rows.id", "model_id as modelId", "year", "make", "model", "trim"])
    .orderBy("ev_rows.id");
  const users = await read.selectFrom("users").select("username").orderBy("id").execute();
  return {
    models: await models.execute(),
    trims: await trims.execute(),
    usernames: users.map(({ username }) => username),
  };
}

/** Returns one line for each group of look-alike names and one for each name with invisible characters. */
export async function findLookAlikeNames(database: Database): Promise<string[]> {
  const { models, trims, usernames } = await readNames(database);
  return [...checkModels(models), ...checkTrims(trims), ...(await checkUsers(usernames))];
}

function checkModels(models: Names["models"]): string[] {
  const makes = Map.groupBy(new Set(models.map(({ make }) => make)), identityKey);
  const lines = [...makes.values()].flatMap((spellings) =>
    spellings.length > 1 ? `Makes to merge: ${spellings.map(showName).join(", ")}` : [],
  );
  const byName = Map.groupBy(models, ({ make, model }) => identityKey(`${make} ${model}`));
  for (const alike of byName.values()) {
    const names = alike.map(({ id, make, model }) => `${showName(`${make} ${model}`)} (/ev/${id})`);
    if (alike.length > 1) lines.push(`Models to merge: ${names.join(", ")}`);
    else if (alike.some(({ model }) => isOdd(model))) lines.push(`Model to rename: ${names[0]}`);
  }
  return lines;
}

function checkTrims(rows: Names["trims"]): string[] {
  const byName = Map.groupBy(
    rows,
    ({ modelId, year, trim }) => `${modelId} ${year} ${identityKey(trim)}`,
  );
  return [...byName.values()].flatMap((alike) => {
    const [first] = alike;
    if (!first) return [];
    const { year, make, model } = first;
    const names = alike.map(({ id, trim }) => `${showName(trim)} (row ${id})`).join(", ");
    const where = `${year} ${showName(`${make} ${model}`)}: ${names}`;
    if (alike.length > 1) return `Trims that look alike: ${where}`;
    return isOdd(first.trim) ? `Trim to rename: ${where}` : [];
  });
}

async function checkUsers(names: Names["usernames"]): Promise<string[]> {
  const lines: string[] = [];
  for (const [at, name] of names.entries()) {
    const alike = await findLookAlikes(name, names.slice(at + 1));
    if (alike.length > 0) {
      lines.push(`Administrators who look alike: ${[name, ...alike].map(showName).join(", ")}`);
    } else if (!isOneScript(name) || isOdd(name)) {
      lines.push(`Administrator with an odd name: ${showName(name)}`);
    }
  }
  return lines;
}

function isOdd(name: string): boolean {
  return foldName(name) !== name;
}

/** Makes characters visible that a terminal would not show: `Tes\u{200B}la`. */
function showName(name: string): string {
  return name.replaceAll(
    /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Z}/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16).toUpperCase()}}`,
  );
}
