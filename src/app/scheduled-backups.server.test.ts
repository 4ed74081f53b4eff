import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { ADMINISTERED, GRACE } from "../../test/accounts.ts";
import { describeOnEachEngine } from "../../test/databases.ts";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { openWholeApp, signInTo } from "../../test/whole-app.ts";
import { EvInput } from "../domain/ev-input.ts";
import { createVehicleStore } from "../features/catalogue/vehicles.db.server.ts";
import { registry } from "../base/metrics.server.ts";
import { checkBackup, restoreBackup } from "./backup.server.ts";
import { openBackupFolder } from "./scheduled-backups.server.ts";

const KIA = EvInput.parse({ make: "Kia", model: "EV9", trim: "Wind", year: 2026, bodyType: "SUV" });

describeOnEachEngine("scheduled backups", ({ freshEnv, open }) => {
  it("keep the newest files of their folder and leave all others alone", async () => {
    const path = await temporaryFolder();
    const database = await open();
    const folder = await openBackupFolder(path, 2, "ours");
    const add = (moment: string) => folder.add(database, new Date(moment));
    await expect(add("2026-11-27T00:00:00Z")).rejects.toThrow("The catalogue has no cars.");
    expect(await folder.lastSuccess()).toBeNull();

    await createVehicleStore(database).insertRows([KIA]);
    const nameAt = (time: string, id = "ours") => `ev-catalogue-${id}-${time}Z.backup`;
    const abandoned = `${nameAt("2026-11-01T00-00-00")}.unfinished`;
    const others = ["by-hand.backup", nameAt("2026-11-01T00-00-00", "theirs"), "notes.txt"];
    for (const name of [...others, abandoned]) {
      await writeFile(join(path, name), "");
    }
    for (const day of [26, 27, 28]) await add(`2026-11-${day}T01:02:03Z`);
    await folder.prune();
    const kept = [nameAt("2026-11-27T01-02-03"), nameAt("2026-11-28T01-02-03")];
    expect((await readdir(path)).toSorted()).toEqual([...others, ...kept].toSorted());
    const newest = new Date("2026-11-28T01:02:03Z");
    expect(await folder.lastSuccess(new Date("2026-11-29"))).toEqual(newest);
    await writeFile(join(path, nameAt("2030-01-01T00-00-00")), "");
    expect(await folder.lastSuccess(new Date("2026-11-29"))).toEqual(newest);
    const { rows } = await checkBackup(join(path, kept[1] ?? ""));
    expect(rows).toBeGreaterThan(1);
  });

  it("are made by the running server, which says when, and why one failed", async () => {
    const env = await freshEnv();
    const folder = await temporaryFolder();
    const start = async () => {
      const app = await openWholeApp(env, {
        BACKUP_EVERY: "24",
        BACKUP_TO: folder,
        ...ADMINISTERED,
      });
      await app.listen({ port: 0 });
      const headers = { cookie: await signInTo(app, GRACE) };
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

    // Neither is confused with another catalogue, even one that was restored from such a backup.
    const copy = await freshEnv();
    const restored = await open(copy);
    const [file = ""] = await readdir(folder);
    await restoreBackup(restored, await checkBackup(join(folder, file)));
    await restored.close();
    const second = await openWholeApp(copy, { BACKUP_EVERY: "24", BACKUP_TO: folder });
    await second.listen({ port: 0 });
    await vi.waitFor(async () => {
      const names = await readdir(folder);
      expect(names).toHaveLength(2);
      expect(names).toContain(file);
      expect(names.join()).not.toContain("unfinished");
    });
    await second.close();
  });

  it("stop the start where their folder cannot be used, with a reason in words", async () => {
    for (const path of ["/dev/null", "/dev/null/backups"]) {
      await expect(openBackupFolder(path, 1, "ours")).rejects.toThrow(
        `BACKUP_TO: the folder ${path} cannot be used: not a directory.`,
      );
    }
  });
});
