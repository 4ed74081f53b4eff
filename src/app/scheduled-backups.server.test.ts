import { mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { describeOnEachEngine } from "../../test/databases.ts";
import { openWholeApp } from "../../test/whole-app.ts";
import { cookieOf } from "../../test/accounts.ts";
import { EvInput } from "../domain/ev-input.ts";
import { createVehicleStore } from "../features/catalogue/vehicles.db.server.ts";
import { createImageStore } from "../features/pictures/image-store.server.ts";
import { registry } from "../base/metrics.server.ts";
import { checkBackup } from "./restore.server.ts";
import { openBackupFolder } from "./scheduled-backups.server.ts";

const KIA = EvInput.parse({ make: "Kia", model: "EV9", trim: "Wind", year: 2026, bodyType: "SUV" });
const ADMIN = { username: "Grace", password: "nanoseconds" };

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "ev-backups-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

describeOnEachEngine("scheduled backups", ({ freshEnv, open }) => {
  it("keep the newest files of their folder and leave all others alone", async () => {
    const path = await temporaryFolder();
    const database = await open();
    const images = await createImageStore(database, false);
    const folder = await openBackupFolder(path, 2);
    const add = (moment: string) => folder.add(database, images, new Date(moment));
    await expect(add("2026-11-27T00:00:00Z")).rejects.toThrow("The catalogue has no cars.");
    expect(await folder.lastSuccess()).toBeNull();

    await createVehicleStore(database).insertRows([KIA]);
    const abandoned = "ev-catalogue-2026-11-01T00-00-00Z.backup.unfinished";
    for (const name of ["notes.txt", "by-hand.backup", abandoned]) {
      await writeFile(join(path, name), "");
    }
    await utimes(join(path, abandoned), 0, 0);
    for (const day of [26, 27, 28]) await add(`2026-11-${day}T01:02:03Z`);
    await folder.prune();
    expect((await readdir(path)).toSorted()).toEqual([
      "by-hand.backup",
      "ev-catalogue-2026-11-27T01-02-03Z.backup",
      "ev-catalogue-2026-11-28T01-02-03Z.backup",
      "notes.txt",
    ]);
    const newest = new Date("2026-11-28T01:02:03Z");
    expect(await folder.lastSuccess(new Date("2026-11-29"))).toEqual(newest);
    await writeFile(join(path, "ev-catalogue-2030-01-01T00-00-00Z.backup"), "");
    expect(await folder.lastSuccess(new Date("2026-11-29"))).toEqual(newest);
    const { tables } = await checkBackup(join(path, "ev-catalogue-2026-11-28T01-02-03Z.backup"));
    expect(tables["ev_rows"]).toBe(1);
  });

  it("are made by the running server, which says when, and why one failed", async () => {
    const env = await freshEnv();
    const folder = await temporaryFolder();
    const start = async () => {
      const app = await openWholeApp(env, {
        BACKUP_EVERY: "24",
        BACKUP_TO: folder,
        ADMIN_USERNAME: ADMIN.username,
        ADMIN_PASSWORD: ADMIN.password,
      });
      await app.listen({ port: 0 });
      const login = await app.inject({ method: "POST", url: "/api/login", payload: ADMIN });
      const headers = { cookie: cookieOf(login) };
      const state = async () =>
        (await app.inject({ url: "/api/backups", headers })).json<unknown>();
      expect((await app.inject("/api/backups")).statusCode).toBe(401);
      return { app, state };
    };

    const empty = await start();
    await vi.waitFor(async () =>
      expect(await empty.state()).toEqual({
        everyHours: 24,
        lastSuccess: null,
        lastFailure: { at: expect.any(String), reason: "The catalogue has no cars." },
      }),
    );
    await empty.app.close();

    const database = await open(env);
    await createVehicleStore(database).insertRows([KIA]);
    await database.close();
    const { app, state } = await start();
    await vi.waitFor(async () =>
      expect(await state()).toEqual({
        everyHours: 24,
        lastSuccess: expect.stringMatching(/Z$/),
        lastFailure: null,
      }),
    );
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^ev-catalogue-.*Z\.backup$/)]);
    expect(await registry.metrics()).toMatch(/^ev_backup_last_success_timestamp_seconds \d{10}/m);
    await app.close();

    // The folder says that none is due.
    const again = await start();
    expect(await again.state()).toMatchObject({ lastSuccess: expect.any(String) });
    await again.app.close();
    expect(await readdir(folder)).toHaveLength(1);

    await rm(folder, { recursive: true });
    await expect(
      openWholeApp(env, { BACKUP_EVERY: "24", BACKUP_TO: "/dev/null/backups" }),
    ).rejects.toThrow("BACKUP_TO: the folder /dev/null/backups cannot be used: ");
  });
});
