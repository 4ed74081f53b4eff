import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { findPostgres, startPostgres } from "../test/postgres.ts";
import { startServer } from "./server-process.ts";

const run = promisify(execFile);

test("a move beside a running server is refused, and done once it has stopped @desktop", async () => {
  const programs = findPostgres();
  if (!programs) throw new Error("PostgreSQL was not found.");
  const folder = await mkdtemp(join(tmpdir(), "ev-move-"));
  const postgres = await startPostgres(programs);
  try {
    const env = { DATA_DIR: join(folder, "data"), DATABASE_URL: postgres.url };
    const move = () =>
      run(process.execPath, ["dist/server/backup.js", "move"], {
        env: { PATH: process.env["PATH"], ...env },
      }).then(
        ({ stdout }) => `0 ${stdout}`,
        ({ code, stderr }: { code: number; stderr: string }) => `${code} ${stderr}`,
      );
    const countOf = async (origin: string) => (await fetch(`${origin}/api/evs/count`)).json();

    const old = await startServer({ DATA_DIR: env.DATA_DIR });
    const before = await countOf(old.origin);
    expect(await move()).toBe(
      `1 The data folder ${env.DATA_DIR} is in use by another server (process ${old.process.pid}): ` +
        "stop that one first, since what it takes in would stay in the old database.\n",
    );
    expect(await countOf(old.origin)).toEqual(before);
    expect(await readdir(env.DATA_DIR)).toContain("server.pid");
    old.process.kill("SIGTERM");
    expect(await old.ended).toBe(0);

    // An untouched database accepts everything.
    expect(await move()).toMatch(
      /^0 (?:Database: .*\n){2}Moved \d+ rows and 0 uploaded pictures\. The old/,
    );
    expect(await readdir(env.DATA_DIR)).not.toContain("server.pid");
    const moved = await startServer({ ...env, DATA_DIR: join(folder, "unused") });
    expect(await countOf(moved.origin)).toEqual(before);
    moved.process.kill("SIGTERM");
    expect(await moved.ended).toBe(0);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
