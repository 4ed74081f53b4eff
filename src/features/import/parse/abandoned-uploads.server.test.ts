import { once } from "node:events";
import { mkdir, readdir, stat, utimes, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createApp } from "../../../app/create-app.server.ts";
import { readEnv } from "../../../base/env.server.ts";
import { startScript } from "../../../../test/commands.ts";
import { type DatabaseEnv, describeOnEachEngine } from "../../../../test/databases.ts";
import { form, FORM_TYPE } from "../../../../test/import.ts";
import { temporaryFolder } from "../../../../test/temporary-folder.ts";
import {
  removeAbandonedUploads,
  uploadFolderOf,
  withSpoolPath,
  OLDEST_UPLOAD_MS,
} from "./spooled-upload.server.ts";

const file = (path: string) => JSON.stringify(join(import.meta.dirname, path));

/** A server that imports without a login and prints its port. */
function serving(env: DatabaseEnv): string {
  return `
    const { openDatabase } = await import(${file("../../../db/database.server.ts")});
    const { createHttp } = await import(${file("../../../server/http.server.ts")});
    const { importRoutes } = await import(${file("../import.routes.server.ts")});
    const { uploadFolderOf } = await import(${file("spooled-upload.server.ts")});
    const env = ${JSON.stringify(env)};
    const database = await openDatabase(env, () => undefined);
    const app = await createHttp({ logLevel: "silent", trustProxy: 0 });
    const sessions = { userOf: () => null };
    const uploadFolder = uploadFolderOf(database);
    const services = { database, sessions, catalogue: {}, images: {} };
    for (const [name, service] of Object.entries(services)) app.decorate(name, service);
    app.register(importRoutes, { uploadFolder });
    await app.listen({ port: 0, host: "127.0.0.1" });
    process.stdout.write(String(app.server.address().port));`;
}

/** Makes a folder look as old as one that no upload uses any more. */
async function makeOld(folder: string): Promise<void> {
  const old = new Date(Date.now() - OLDEST_UPLOAD_MS - 60_000);
  await utimes(folder, old, old);
}

const uploadsIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => name.startsWith("ev-upload-")).toSorted();

describeOnEachEngine("a server that is killed during an upload", ({ freshEnv, engine }) => {
  test("leaves a file that a start an hour later removes, without touching newer ones", async () => {
    const env = { ...(await freshEnv()), starterCatalogue: false };
    // Files in the system's temporary folder may belong to others.
    const temporary = await temporaryFolder();
    vi.stubEnv("TMPDIR", temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const filesFolder = engine === "sqlite" ? env.dataDir : null;
    const folder = uploadFolderOf({ filesFolder });
    const child = startScript(serving(env));
    const [port] = (await once(child.stdout, "data")) as [Buffer];
    const body = form("make,model,trim,year,bodyType\n".repeat(10_000));
    const upload = request({
      port: Number(port),
      host: "127.0.0.1",
      method: "POST",
      path: "/api/evs/upload",
      headers: { "content-type": FORM_TYPE, "content-length": body.length },
    });
    upload.on("error", () => undefined);
    upload.write(body.subarray(0, body.length - 100));
    await vi.waitFor(
      async () => {
        const [name = "none"] = await uploadsIn(folder);
        const [spooled = "none"] = await readdir(join(folder, name));
        expect((await stat(join(folder, name, spooled))).size).toBeGreaterThan(0);
      },
      { timeout: 10_000 },
    );
    child.kill("SIGKILL");
    await once(child, "exit");
    const [left = "none", ...others] = await uploadsIn(folder);
    expect(others).toEqual([]);
    await makeOld(join(folder, left));

    const living = "ev-upload-living";
    await mkdir(join(folder, living));
    const app = await createApp({
      env: readEnv({
        LOG_LEVEL: "silent",
        STARTER_CATALOGUE: "false",
        ...(env.databaseUrl === null
          ? { DATA_DIR: env.dataDir }
          : { DATABASE_URL: env.databaseUrl }),
      }),
      assets: { folder: null, firstScript: "", forPage: () => ({ scripts: [], styles: [] }) },
    });
    onTestFinished(() => app.close());
    expect(await uploadsIn(folder)).toEqual([living]);
  });
});

test("a start removes only old uploads", async () => {
  const path = await temporaryFolder();
  for (const name of ["ev-upload-old", "ev-upload-new", "another"]) await mkdir(join(path, name));
  await writeFile(join(path, "ev-upload-old", "upload"), "");
  await makeOld(join(path, "ev-upload-old"));
  await makeOld(join(path, "another"));
  await withSpoolPath(path, async (own) => {
    await writeFile(own, "");
    await removeAbandonedUploads(path);
    expect(await readdir(join(own, ".."))).toEqual(["upload"]);
  });
  expect((await readdir(path)).toSorted()).toEqual(["another", "ev-upload-new"]);
});
