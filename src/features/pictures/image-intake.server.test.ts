import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";

import { recordActivity } from "../activity/activity.db.server.ts";
import { type DatabaseEnv, describeOnEachEngine } from "../../../test/databases.ts";
import { EvInput } from "../../domain/ev-input.ts";
import { animatedPng, blackPng, cameraJpeg, plainPicture } from "../../../test/pictures.ts";
import { adoptPictureFiles, createImageStore, type ImageStore } from "./image-store.db.server.ts";
import { createImageIntake } from "./image-intake.server.ts";

describeOnEachEngine("uploaded pictures", ({ engine, open, freshEnv }) => {
  async function openStore(env?: DatabaseEnv) {
    const ownEnv = env ?? (await freshEnv());
    const database = await open(ownEnv);
    const store = createImageStore(database);
    const readStored = (url: string) => store.get(url.slice("/images/upload/".length));
    return { ...createImageIntake(store), env: ownEnv, database, store, readStored };
  }

  it("are stored once, even if they arrive at the same time", async () => {
    const { storePicture, store } = await openStore();
    const [picture, other] = [await cameraJpeg(), await plainPicture(8, 8).png().toBuffer()];
    const urls = await Promise.all([picture, picture, other].map((bytes) => storePicture(bytes)));
    urls.push(await storePicture(picture));
    expect(new Set(urls).size).toBe(2);
    expect(await store.list()).toHaveLength(2);
  });

  it("may come as data from an image field, and fit there again", async () => {
    const { storeImage, storePicture } = await openStore();
    const png = await plainPicture(8, 8).png().toBuffer();
    const url = await storeImage(`data:image/png;base64,${png.toString("base64")}`);
    expect(url).toMatch(/^\/images\/upload\/[0-9a-f]{32}$/);
    expect(url).toBe(await storePicture(png));
    expect(EvInput.shape.image.parse(url)).toBe(url);
  });

  it("are not stored when they are refused, which an image field reports as its issue", async () => {
    const { storePicture, storeImage, store } = await openStore();
    const bytes = await animatedPng();
    const message = "The picture is animated. Choose a still one.";
    await expect(storePicture(bytes)).rejects.toMatchObject({ status: 422, message });
    const svg = Buffer.from("<svg></svg>");
    const typed = storeImage(`data:image/png;base64,${svg.toString("base64")}`);
    const sentence = "The picture must be a JPEG, PNG, WebP or AVIF.";
    const issues = [{ path: "image", message: sentence }];
    await expect(typed).rejects.toMatchObject({ status: 422, message: sentence, issues });
    const long = blackPng({ width: 50_000_000, height: 1, pixelBytes: 9 });
    await expect(
      storeImage(`data:image/png;base64,${long.toString("base64")}`),
    ).rejects.toMatchObject({
      status: 422,
      issues: [{ path: "image", message: expect.stringContaining("16,384 pixels") }],
    });
    for (const refused of [bytes, svg, long]) {
      const id = createHash("sha256").update(refused).digest("hex").slice(0, 32);
      expect(await store.has(id)).toBe(false);
    }
  });

  it("are checked in the same way when they are not stored", async () => {
    const { storeImage, checkImage, store } = await openStore();
    const whole = await cameraJpeg();
    const dataOf = (bytes: Buffer) => `data:image/jpeg;base64,${bytes.toString("base64")}`;
    await checkImage(dataOf(whole));
    // Only decoding all of it shows that the end is missing.
    const cut = dataOf(whole.subarray(0, Math.floor(whole.length * 0.7)));
    for (const refused of [cut, dataOf(await animatedPng()), dataOf(Buffer.from("<svg/>"))]) {
      const refusal = await checkImage(refused).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ status: 422, issues: [{ path: "image" }] });
      expect(await storeImage(refused).catch((error: unknown) => error)).toEqual(refusal);
    }
    expect(await store.list()).toEqual([]);
  });

  it("survive a restart", async () => {
    const first = await openStore();
    const url = await first.storePicture(await cameraJpeg());
    const bytes = await first.readStored(url);
    await first.database.close();
    const again = await openStore(first.env);
    expect(bytes?.length).toBeGreaterThan(0);
    expect(await again.readStored(url)).toEqual(bytes);
    expect(await again.store.get("0".repeat(32))).toBeUndefined();
  });

  it.runIf(engine === "sqlite")("come along from the files of earlier releases", async () => {
    const { database, env, store } = await openStore();
    const folder = join(env.dataDir, "uploads");
    const id = "a".repeat(32);
    await database.write.transaction().execute((tx) =>
      recordActivity(tx, {
        user: null,
        action: "row-deleted",
        subject: "2026 A B C",
        before: { image: `/images/upload/${id}` },
      }),
    );
    await mkdir(folder);
    await writeFile(join(folder, `${id}.webp`), "picture");
    await writeFile(join(folder, `${"b".repeat(32)}.webp`), "a picture that nothing refers to");
    await writeFile(join(folder, `${id}.1.unfinished`), "half a picture");
    await adoptPictureFiles(database);
    await writeFile(join(folder, `${id}.webp`), "something else");
    await adoptPictureFiles(database);
    expect(await store.list()).toEqual([id]);
    expect(await store.get(id)).toEqual(Buffer.from("picture"));
    expect(existsSync(folder)).toBe(true);
  });
});

it("wait for each other, at most twenty", async () => {
  const put = vi.fn(async () => undefined);
  const store = { renew: async () => false, put };
  // Storing a picture uses only these methods of the store.
  const { storePicture } = createImageIntake(store as unknown as ImageStore);
  const pictures = await Promise.all(
    Array.from({ length: 23 }, (_, at) =>
      plainPicture(8 + at, 8)
        .png()
        .toBuffer(),
    ),
  );
  const settled = await Promise.allSettled(pictures.map((bytes) => storePicture(bytes)));
  const refused = settled.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(2);
  const message = "The server is busy preparing pictures. Please try again in a moment.";
  expect(refused[0]).toMatchObject({ reason: { status: 503, message } });
  expect(put).toHaveBeenCalledTimes(21);
});
