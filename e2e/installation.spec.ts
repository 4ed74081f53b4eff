import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";

import { expect, test } from "@playwright/test";

import { cookiesOf } from "../test/http-sign-in.ts";
import { administer, databaseAt } from "../test/postgres-databases.ts";
import { findPostgres, startPostgres, unprivilegedUser } from "../test/postgres.ts";

const run = promisify(execFile);

const ADA = { username: "Ada", password: "notes on the engine" };
/** The administrator in `test/earlier-release`. */
const GRACE = { username: "Grace", password: "nanoseconds" };
const CAR = { make: "Kia", model: "EV6", trim: "Light", year: 2026, bodyType: "SUV" };
const STOP_MS = 5_000;

/** The program and arguments of the shipped systemd unit, in this checkout. */
function unitCommand(): string[] {
  const unit = readFileSync("deploy/ev-catalogue.service", "utf8");
  const [, command = ""] = /^ExecStart=(.*)$/m.exec(unit) ?? [];
  const [program = "", ...args] = command.replace("/opt/ev-catalogue", process.cwd()).split(" ");
  // A machine with Node 24 of its own has none from npm.
  return [existsSync(program) ? program : process.execPath, ...args];
}

/** Runs a program as a service user, who may read everything but only write to folders of its own. */
function asServiceUser(command: readonly string[]): readonly string[] {
  const { uid, gid } = unprivilegedUser();
  if (uid === undefined) return command;
  const rights = ["--inh-caps", "+dac_read_search", "--ambient-caps", "+dac_read_search"];
  return [
    "setpriv",
    "--reuid",
    `${uid}`,
    "--regid",
    `${gid}`,
    "--clear-groups",
    ...rights,
    ...command,
  ];
}

/** An installation with one file of variables, below a folder of the service user. */
async function createInstallation(databaseUrl: string | null) {
  const folder = await mkdtemp(join(tmpdir(), "ev-installation-"));
  const dataDir = join(folder, "data");
  const backups = join(folder, "backups");
  const envFile = join(folder, "env");
  const { uid, gid } = unprivilegedUser();
  async function giveToService(path: string): Promise<void> {
    if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
  }
  await mkdir(backups);
  for (const path of [folder, backups]) await giveToService(path);

  async function configure(variables: Record<string, string>): Promise<void> {
    const all = {
      DATA_DIR: dataDir,
      PORT: "0",
      BACKUP_EVERY: "24",
      BACKUP_TO: backups,
      ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
      ...variables,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}=${value}\n`);
    await writeFile(envFile, lines.join(""));
  }
  const env = { PATH: process.env["PATH"], EV_ENV_FILE: envFile };
  await configure({});

  return {
    folder,
    backups,
    configure,
    /** Leaves what an earlier build has left in its database. */
    async leaveEarlierRelease(): Promise<void> {
      const left = (engine: string) => readFileSync(`test/earlier-release/${engine}.sql`, "utf8");
      if (databaseUrl !== null) return administer(databaseUrl, left("postgres"));
      await mkdir(dataDir);
      const file = join(dataDir, "catalogue.db");
      const database = new DatabaseSync(file);
      database.exec(left("sqlite"));
      database.close();
      for (const path of [dataDir, file]) await giveToService(path);
    },
    async command(name: string, ...given: string[]): Promise<string> {
      const [program = "", ...args] = asServiceUser([
        process.execPath,
        `dist/server/${name}.js`,
        ...given,
      ]);
      return (await run(program, args, { env })).stdout;
    },
    async start() {
      const [program = "", ...args] = asServiceUser(unitCommand());
      const server = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], env });
      let printed = "";
      for (const stream of [server.stdout, server.stderr])
        stream.on("data", (text: Buffer) => (printed += text.toString()));
      await expect.poll(() => printed).toContain("Ready: http");
      const [, origin = ""] = /^Ready: (http:\S+)$/m.exec(printed) ?? [];
      return { origin, log: () => printed, stop: () => stop(server) };
    },
  };
}

async function stop(server: ChildProcess): Promise<void> {
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await expect.poll(() => server.exitCode, { timeout: STOP_MS }).toBe(0);
  await ended;
}

async function send(origin: string, path: string, body?: unknown, cookie = ""): Promise<Response> {
  const answer = await fetch(`${origin}${path}`, {
    ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    headers: { cookie, ...(body !== undefined && { "content-type": "application/json" }) },
  });
  expect(answer.ok, `${path}: ${answer.status}`).toBe(true);
  return answer;
}

async function countOf(origin: string): Promise<number> {
  const { count } = (await (await send(origin, "/api/evs/count")).json()) as { count: number };
  return count;
}

function requirePostgres(): string {
  const programs = findPostgres();
  if (!programs) throw new Error("PostgreSQL was not found.");
  return programs;
}

/**
 * A first administrator, a change, a scheduled backup, a restore elsewhere and another start.
 * @returns the installation that holds it, stopped, and the number of its rows
 */
async function live(firstDatabase: string | null, secondDatabase: string | null) {
  const first = await createInstallation(firstDatabase);
  if (process.getuid?.() === 0) {
    // root may write everywhere; the service user may not.
    await chmod(first.backups, 0o500);
    await expect(first.command("main")).rejects.toThrow(
      `BACKUP_TO: the folder ${first.backups} cannot be used: permission denied.`,
    );
    await chmod(first.backups, 0o700);
  }
  const running = await first.start();
  // It is printed once the server listens, which may be after the line that start() waits for.
  await expect.poll(running.log).toContain("#invite=");
  const [, inviteCode] = /#invite=([\w-]+)/.exec(running.log()) ?? [];
  const cookie = cookiesOf(await send(running.origin, "/api/register", { ...ADA, inviteCode }));
  await send(running.origin, "/api/evs", CAR, cookie);
  const rows = await countOf(running.origin);
  await expect
    .poll(async () => (await send(running.origin, "/api/backups", undefined, cookie)).json())
    .toMatchObject({ lastSuccess: expect.any(String), lastFailure: null });
  expect(await first.command("invite")).toMatch(/^Database: .*\nCreate an administrator/);
  await running.stop();
  const copy = join(first.folder, "by-hand.backup");
  expect(await first.command("backup", "backup", copy)).toContain("by-hand.backup holds");
  const [scheduled = ""] = await readdir(first.backups);
  expect(scheduled).toMatch(/^ev-catalogue-.*\.backup$/);
  expect(await first.command("backup", "restore", "--check", copy)).toContain("is whole and holds");

  const second = await createInstallation(secondDatabase);
  await second.command("backup", "restore", copy);
  const again = await second.start();
  expect(await countOf(again.origin)).toBe(rows);
  await send(again.origin, "/api/login", ADA);
  await again.stop();
  await rm(first.folder, { recursive: true });
  return { last: second, rows };
}

/** Starts on the database of an earlier build, where everything is still there and can be changed. */
async function upgrade(databaseUrl: string | null): Promise<void> {
  const installation = await createInstallation(databaseUrl);
  await installation.leaveEarlierRelease();
  const upgraded = await installation.start();
  expect(upgraded.log()).toMatch(/"migrated":\["020-.*"schema brought up to date"/);
  const cookie = cookiesOf(await send(upgraded.origin, "/api/login", GRACE));
  expect(await (await send(upgraded.origin, "/api/votes")).json()).toEqual({
    1: { upvotes: 1, downvotes: 0, total: 1 },
  });
  expect(await (await send(upgraded.origin, "/ev/1")).text()).toContain("Quiet and quick.");
  await send(upgraded.origin, "/api/evs", CAR, cookie);
  await upgraded.stop();
  const again = await installation.start();
  expect(again.log()).not.toContain("schema brought up to date");
  expect(await countOf(again.origin)).toBe(2);
  await again.stop();
  await rm(installation.folder, { recursive: true });
}

test.describe("the life of an installation @desktop", () => {
  test("with the embedded database, which moves to PostgreSQL at last", async () => {
    const postgres = await startPostgres(requirePostgres());
    try {
      const { last, rows } = await live(null, null);
      await last.configure({ DATABASE_URL: postgres.url });
      expect(await last.command("backup", "move")).toContain("The old database is unchanged.");
      const moved = await last.start();
      expect(await countOf(moved.origin)).toBe(rows);
      await moved.stop();
      await rm(last.folder, { recursive: true });
    } finally {
      await postgres.stop();
    }
  });

  test("upgraded from an earlier build", () => upgrade(null));

  test("with PostgreSQL, at last upgraded from an earlier build", async () => {
    const postgres = await startPostgres(requirePostgres());
    try {
      await administer(postgres.url, "create database second");
      const { last } = await live(postgres.url, databaseAt(postgres.url, "second"));
      await rm(last.folder, { recursive: true });
      await administer(postgres.url, "create database earlier");
      await upgrade(databaseAt(postgres.url, "earlier"));
    } finally {
      await postgres.stop();
    }
  });
});
