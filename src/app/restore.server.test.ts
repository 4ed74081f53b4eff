import { createHash } from "node:crypto";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { describeOnEachEngine } from "../../test/databases.ts";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { createImageStore } from "../features/pictures/image-store.db.server.ts";
import { BACKUP_FORMAT, checkBackup, restoreBackup, SCHEMA } from "./backup.server.ts";

const HEAD = { format: BACKUP_FORMAT, schema: SCHEMA, madeAt: "2026-01-01T00:00:00.000Z" };
const MODEL = { id: 1, make: "Kia", model: "EV9", make_key: "kia", model_key: "ev9" };
const ROW = { table: "models", row: MODEL };
const picture = (image: unknown) => ({ image, webp: "AAECAw==" });
const GOOD = picture("1".repeat(32));

/** Makes a backup with a valid footer, whatever its lines contain. */
function backupOf(lines: readonly unknown[]): Buffer {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const sha256 = createHash("sha256").update(text).digest("hex");
  return gzipSync(`${text}${JSON.stringify({ end: true, lines: lines.length, sha256 })}\n`);
}

const NO_LINE = (line: number) => `This file cannot be restored: line ${line} cannot be read.`;

const REFUSED: readonly [string, readonly unknown[], string | RegExp][] = [
  ["a way out of the folder", [ROW, GOOD, picture("../outside")], NO_LINE(4)],
  ["a way to a file", [ROW, GOOD, picture("/tmp/outside")], NO_LINE(4)],
  ["a name with another case", [ROW, GOOD, picture("A".repeat(32))], NO_LINE(4)],
  ["a name with more behind it", [ROW, GOOD, picture(`${"1".repeat(32)}\n`)], NO_LINE(4)],
  ["no name", [ROW, GOOD, picture("")], NO_LINE(4)],
  ["a name that is a number", [ROW, GOOD, picture(7)], NO_LINE(4)],
  ["a line that is nothing", [ROW, GOOD, null], NO_LINE(4)],
  ["a cell that is an object", [{ ...ROW, row: { ...MODEL, make: { a: 1 } } }, GOOD], NO_LINE(2)],
  ["an unknown table", [{ ...ROW, table: "sessions" }, GOOD], NO_LINE(2)],
  [
    "an unknown column",
    [{ ...ROW, row: { ...MODEL, nothing: 1 } }, GOOD],
    /^This file cannot be restored: .*nothing/,
  ],
];

describeOnEachEngine("a backup that somebody wrote by hand", ({ open, freshEnv, engine }) => {
  it.each(REFUSED)("is refused whole with %s", async (_what, lines, sentence) => {
    const file = join(await temporaryFolder(), "one.backup");
    await writeFile(file, backupOf([HEAD, ...lines]));
    const env = await freshEnv();
    const database = await open(env);
    const images = createImageStore(database);
    const files = () => (engine === "sqlite" ? readdir(env.dataDir, { recursive: true }) : []);
    const before = await files();
    const restoring = checkBackup(file).then((checked) => restoreBackup(database, checked));
    await expect(restoring).rejects.toThrow(sentence);
    expect(await images.list()).toEqual([]);
    expect(await files()).toEqual(before);
    expect(await database.read.selectFrom("models").selectAll().execute()).toEqual([]);
  });

  it("is restored where every line is in order, without the mappings that earlier releases kept", async () => {
    const file = join(await temporaryFolder(), "one.backup");
    const kept = { id: 1, name: "A", name_key: "a", at: "2026-01-01T00:00:00.000Z", mapping: "{}" };
    await writeFile(file, backupOf([HEAD, ROW, { table: "import_mappings", row: kept }, GOOD]));
    const env = await freshEnv();
    const database = await open(env);
    const images = createImageStore(database);
    expect(await restoreBackup(database, await checkBackup(file))).toEqual({ rows: 1, images: 1 });
    expect(await images.list()).toEqual([GOOD.image]);
    const restored = await sql`select * from import_mappings`.execute(database.read);
    expect(restored.rows).toEqual([]);
  });
});
