import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

import { expect, test } from "@playwright/test";

import { writeEarlierBackup } from "../test/earlier-backup.ts";
import { administer, databaseAt } from "../test/postgres-databases.ts";
import { findPostgres, startPostgres, unprivilegedUser } from "../test/postgres.ts";

const run = promisify(execFile);

const ADA = { username: "Ada", password: "notes on the engine" };
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
  const backups = join(folder, "backups");
  const envFile = join(folder, "env");
  await mkdir(backups);
  const { uid, gid } = unprivilegedUser();
  if (uid !== undefined && gid !== undefined)
    for (const path of [folder, backups]) await chown(path, uid, gid);

  async function configure(variables: Record<string, string>): Promise<void> {
    const all = {
      DATA_DIR: join(folder, "data"),
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

const cookieOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");

const countOf = async (origin: string) => (await send(origin, "/api/evs/count")).json();

function requirePostgres(): string {
  const programs = findPostgres();
  if (!programs) throw new Error("PostgreSQL was not found.");
  return programs;
}

/**
 * An earlier release's data, a first administrator, a change, a scheduled backup, a restore of it elsewhere
 * and another start. @returns the installation that holds it, stopped
 */
async function live(firstDatabase: string | null, secondDatabase: string | null) {
  const first = await createInstallation(firstDatabase);
  const earlier = await writeEarlierBackup(first.folder, "013-charge-port");
  expect(await first.command("backup", "restore", earlier)).toMatch(
    /^Database: .*\nRestored \d+ rows/,
  );

  if (process.getuid?.() === 0) {
    // root may write everywhere; the service user may not.
    await chmod(first.backups, 0o500);
    await expect(first.command("main")).rejects.toThrow(
      `BACKUP_TO: the folder ${first.backups} cannot be used: permission denied.`,
    );
    await chmod(first.backups, 0o700);
  }
  const running = await first.start();
  const [, inviteCode] =
    /Create the first administrator: .*#invite=([\w-]+)/.exec(running.log()) ?? [];
  const cookie = cookieOf(await send(running.origin, "/api/register", { ...ADA, inviteCode }));
  await send(running.origin, "/api/evs", CAR, cookie);
  expect(await countOf(running.origin)).toEqual({ count: 2 });
  await expect
    .poll(async () => (await send(running.origin, "/api/backups", undefined, cookie)).json())
    .toMatchObject({ lastSuccess: expect.any(String), lastFailure: null });
  expect(await first.command("invite")).toMatch(/^Database: .*\nCreate an administrator/);
  await running.stop();
  const copy = join(first.folder, "by-hand.backup");
  expect(await first.command("backup", "backup", copy)).toContain("by-hand.backup holds");
  const [scheduled = ""] = await readdir(first.backups);
  expect(scheduled).toMatch(/^ev-catalogue-.*\.backup$/);
  expect(await first.command("backup", "restore", "--check", copy)).toContain("ev_rows: 2");

  const second = await createInstallation(secondDatabase);
  await second.command("backup", "restore", copy);
  const again = await second.start();
  expect(await countOf(again.origin)).toEqual({ count: 2 });
  await send(again.origin, "/api/login", ADA);
  await again.stop();
  await rm(first.folder, { recursive: true });
  return second;
}

test.describe("the life of an installation @desktop", () => {
  test("with the embedded database, which moves to PostgreSQL at last", async () => {
    const postgres = await startPostgres(requirePostgres());
    try {
      const last = await live(null, null);
      await last.configure({ DATABASE_URL: postgres.url });
      expect(await last.command("backup", "move")).toContain("The old database is unchanged.");
      const moved = await last.start();
      expect(await countOf(moved.origin)).toEqual({ count: 2 });
      await moved.stop();
      await rm(last.folder, { recursive: true });
    } finally {
      await postgres.stop();
    }
  });

  test("with PostgreSQL", async () => {
    const postgres = await startPostgres(requirePostgres());
    try {
      await administer(postgres.url, "create database second");
      const last = await live(postgres.url, databaseAt(postgres.url, "second"));
      await rm(last.folder, { recursive: true });
    } finally {
      await postgres.stop();
    }
  });
});
