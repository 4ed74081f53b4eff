import { access, constants, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { Gauge } from "prom-client";
import { makeFolder } from "../db/database-folder.server.ts";
import { type Database, locateDatabase } from "../db/database.server.ts";
import { BackupState } from "../features/admin/accounts/backups.schema.ts";
import { jsonAnswer } from "../server/answers.server.ts";
import type { Env } from "../base/env.server.ts";
import { reasonOf, UserError } from "../base/errors.server.ts";
import { registry } from "../base/metrics.server.ts";
import { repeatEvery } from "../base/repeat.server.ts";
import { signerFor } from "../server/secrets.db.server.ts";
import { isCatalogueEmpty } from "./backup.db.server.ts";
import { UNFINISHED, writeBackup } from "./backup.server.ts";

const HOUR_MS = 3_600_000;
const CHECK_EVERY_MS = 60_000;
const RETRY_AFTER_MS = HOUR_MS;

/** `2026-11-28T14-00-00Z`, since Windows allows no colons in names. */
const TIME = /(?<day>\d{4}-\d\d-\d\d)T(?<time>\d\d-\d\d-\d\d)Z/;
const ID_CHARACTERS = 8;

const lastSuccessSeconds = new Gauge({
  name: "ev_backup_last_success_timestamp_seconds",
  help: "When the last scheduled backup was complete; 0 before the first.",
  registers: [],
});

function timeOf(name: string): Date {
  const { day, time } = TIME.exec(name)?.groups ?? {};
  return new Date(`${day}T${time?.replaceAll("-", ":")}Z`);
}

type BackupEnv = Pick<Env, "backups" | "dataDir" | "databaseUrl">;

/** Differs between catalogues, even if one was restored from a backup of the other. */
async function catalogueIdOf(database: Database, env: BackupEnv): Promise<string> {
  const { tokenOf } = await signerFor(database, "backup");
  return tokenOf(locateDatabase(env)).slice(0, ID_CHARACTERS);
}

/**
 * Keeps the backups of one catalogue, whose id their names have, in a folder; only their names say when they were
 * made. @throws UserError when the folder cannot be used
 */
export async function openBackupFolder(folder: string, keep: number, catalogueId: string) {
  /** Oldest first. */
  async function list(ending = ""): Promise<string[]> {
    const own = new RegExp(`^ev-catalogue-${catalogueId}-${TIME.source}\\.backup${ending}$`);
    return (await readdir(folder)).filter((name) => own.test(name)).toSorted();
  }

  try {
    makeFolder(folder);
    await readdir(folder);
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new UserError(500, `BACKUP_TO: the folder ${folder} cannot be used: ${reasonOf(error)}.`);
  }
  return {
    /** Files from the future, made while the clock was wrong, do not count. */
    async lastSuccess(now = new Date()): Promise<Date | null> {
      const times = (await list()).map(timeOf).filter((time) => time <= now);
      return times.at(-1) ?? null;
    },
    async add(database: Database, now: Date): Promise<void> {
      if (await isCatalogueEmpty(database)) {
        throw new UserError(409, "The catalogue has no cars.");
      }
      // Killed servers leave these behind, and they may fill the disk.
      for (const name of await list(UNFINISHED)) await rm(join(folder, name), { force: true });
      const time = now.toISOString().slice(0, 19).replaceAll(":", "-");
      await writeBackup(database, join(folder, `ev-catalogue-${catalogueId}-${time}Z.backup`));
    },
    async prune(): Promise<void> {
      for (const name of (await list()).slice(0, -keep)) {
        await rm(join(folder, name), { force: true });
      }
    },
  };
}

/** Makes backups on schedule (BACKUP_EVERY) and says when the last one succeeded (operating.md#back-up). */
export const scheduledBackups: FastifyPluginAsyncZodOpenApi<BackupEnv> = async (app, env) => {
  const { database } = app;
  const { backups: schedule } = env;
  const folder =
    schedule &&
    (await openBackupFolder(schedule.folder, schedule.keep, await catalogueIdOf(database, env)));
  const state: BackupState = {
    everyHours: schedule?.everyHours ?? null,
    lastSuccess: (await folder?.lastSuccess())?.toISOString() ?? null,
    lastFailure: null,
  };

  async function runIfDue(now: Date): Promise<void> {
    if (!schedule || !folder) return;
    const { lastSuccess, lastFailure } = state;
    if (lastSuccess && now.getTime() < Date.parse(lastSuccess) + schedule.everyHours * HOUR_MS)
      return;
    if (lastFailure && now.getTime() < Date.parse(lastFailure.at) + RETRY_AFTER_MS) return;
    try {
      await folder.add(database, now);
      state.lastSuccess = now.toISOString();
      state.lastFailure = null;
      showLastSuccess();
      await folder.prune();
    } catch (error) {
      state.lastFailure = { at: now.toISOString(), reason: reasonOf(error) };
      app.log.error({ err: error }, "the scheduled backup failed");
    }
  }

  function showLastSuccess(): void {
    lastSuccessSeconds.set(Date.parse(state.lastSuccess ?? "1970-01-01") / 1000);
  }

  if (schedule) {
    registry.registerMetric(lastSuccessSeconds);
    showLastSuccess();
    let stop: (() => Promise<void>) | undefined;
    app.addHook("onListen", async () => {
      stop = repeatEvery(CHECK_EVERY_MS, () => runIfDue(new Date()));
    });
    app.addHook("onClose", async () => stop?.());
  }

  app.route({
    method: "GET",
    url: "/api/backups",
    schema: {
      operationId: "getBackups",
      summary: "Say when the last scheduled backup was made",
      response: { 200: jsonAnswer("The state of the scheduled backups", BackupState) },
    },
    handler: async () => state,
  });
};
