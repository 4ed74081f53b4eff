import { hash } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { startScript } from "../../test/commands.ts";
import { openDisk } from "../../test/power-cut.ts";

const CUTS = 3;
/** Number of acknowledged writes before each cut. */
const WRITES = 60;

/** A picture's id is 32 hexadecimal digits. */
const pictureId = (name: string) => hash("md5", name);

const file = (path: string) => JSON.stringify(join(import.meta.dirname, path));

/** The code of a process that writes three kinds of data at once and prints each acknowledged write. */
function writing(dataDir: string, round: number): string {
  return `
    const { hash } = await import("node:crypto");
    const { writeSync } = await import("node:fs");
    const { openDatabase } = await import(${file("../db/database.server.ts")});
    const { createVehicleStore } = await import(${file("../features/catalogue/vehicles.db.server.ts")});
    const { createVoteStore } = await import(${file("../features/ranking/votes.db.server.ts")});
    const { createImageStore } = await import(${file("../features/pictures/image-store.db.server.ts")});
    const { EvInput } = await import(${file("../domain/ev-input.ts")});
    const env = { dataDir: ${JSON.stringify(dataDir)}, databaseUrl: null, starterCatalogue: false };
    const database = await openDatabase(env, () => undefined);
    const vehicles = createVehicleStore(database);
    const votes = createVoteStore(database);
    const pictures = createImageStore(database);
    const add = (trim) =>
      vehicles.insertRows([EvInput.parse({ make: "A", model: "B", trim, year: 2025, bodyType: "SUV" })]);
    if (${round} === 0) await add("First");
    const model = await database.read.selectFrom("models").select("id").executeTakeFirst();
    const writers = {
      row: (name) => add(name),
      vote: (visitor) => votes.cast({ modelId: model.id, visitor, isUpvote: true }),
      picture: (name) => pictures.put(hash("md5", name), Buffer.alloc(5_000, name)),
    };
    for (const [kind, write] of Object.entries(writers)) {
      (async () => {
        for (let at = 0; ; at++) {
          const name = kind + "-${round}-" + at;
          await write(name);
          writeSync(1, kind + " " + name + "\\n");
          await new Promise(setImmediate);
        }
      })();
    }`;
}

interface Acknowledged {
  row: Set<string>;
  vote: Set<string>;
  picture: Set<string>;
}

async function writeUntilCut(
  disk: NonNullable<ReturnType<typeof openDisk>>,
  dataDir: string,
  round: number,
  acknowledged: Acknowledged,
): Promise<void> {
  const script = writing(dataDir, round);
  const child = startScript(script);
  const gone = once(child, "close");
  const enough = Promise.withResolvers<void>();
  let count = 0;
  createInterface(child.stdout).on("line", (line) => {
    const [kind, name = ""] = line.split(" ");
    acknowledged[kind as keyof Acknowledged].add(name); // as `writing` prints it
    if (++count === WRITES) enough.resolve();
  });
  await Promise.race([enough.promise, gone]);
  expect(child.exitCode).toBeNull();
  await disk.cut(child.pid ?? 0, async () => {
    child.kill("SIGKILL");
    await gone;
  });
}

test("a power cut takes nothing along that was acknowledged, and leaves nothing by halves", async () => {
  const disk = openDisk();
  if (!disk) {
    console.error("\n!!! No disk can be mounted here: what a power cut leaves was NOT tested.\n");
    return;
  }
  onTestFinished(disk.remove);
  const dataDir = join(disk.folder, "data");
  const acknowledged: Acknowledged = { row: new Set(), vote: new Set(), picture: new Set() };
  for (let round = 0; round < CUTS; round++) {
    await writeUntilCut(disk, dataDir, round, acknowledged);
    const database = new DatabaseSync(join(dataDir, "catalogue.db"));
    const read = (sql: string) => database.prepare(sql).all().flatMap(Object.values);
    expect(read("pragma integrity_check")).toEqual(["ok"]);
    expect(read("pragma foreign_key_check")).toEqual([]);
    const votes = new Set(read("select visitor from votes"));
    expect(read("select upvotes from vote_stats")).toEqual([votes.size]);
    expect(acknowledged.vote.difference(votes)).toEqual(new Set());
    expect(acknowledged.row.difference(new Set(read("select trim from ev_rows")))).toEqual(
      new Set(),
    );
    for (const name of acknowledged.picture) {
      const [picture] = read(`select webp from uploaded_images where id = '${pictureId(name)}'`);
      expect(picture).toEqual(new Uint8Array(Buffer.alloc(5_000, name)));
    }
    database.close();
  }
  for (const kind of Object.values(acknowledged)) expect(kind.size).toBeGreaterThan(CUTS);
}, 60_000);
