import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { expect, it } from "vitest";

import { createRetries } from "../../server/retries.db.server.ts";
import { forAdministrators } from "../../server/session.server.ts";
import { openTestApp } from "../../../test/catalogue.ts";
import { describeOnEachEngine, type TestDatabases } from "../../../test/databases.ts";
import { callApp } from "../../../test/call-app.ts";
import { expectRefused } from "../../../test/refusals.ts";
import { signIn } from "../../../test/sign-in.ts";
import { MAX_UPLOAD_BYTES } from "./pictures.ts";
import { cameraJpeg, plainPicture } from "../../../test/pictures.ts";
import { uploadedImageRoutes, uploadRoutes } from "./pictures.routes.server.ts";
import { decorateWith } from "../../app/services.server.ts";
import { createImageStore } from "./image-store.db.server.ts";
import { createImageIntake } from "./image-intake.server.ts";
import { UploadedPicture } from "./pictures.schema.ts";

type Answer = Awaited<ReturnType<FastifyInstance["inject"]>>;

const AUTO = "f_auto,q_auto:good,w_800";

/** The upload calls on a fresh database, with a signed-in administrator. */
async function openUploads({ open, freshEnv }: TestDatabases) {
  const env = await freshEnv();
  const database = await open(env);
  const store = createImageStore(database);
  const { app } = await openTestApp(database);
  decorateWith(app, {
    imageStore: store,
    images: createImageIntake(store),
    retries: createRetries(database),
  });
  forAdministrators(app, (closed) => void closed.register(uploadRoutes));
  app.register(uploadedImageRoutes);
  const { cookie } = await signIn(database);

  const send = (type: string, payload: Buffer | string) =>
    callApp(app, "POST", "/api/upload-image", { cookie, "content-type": type }, payload);
  async function post(form: FormData): Promise<Answer> {
    const { body, headers } = new Response(form);
    const payload = Buffer.from(await new Response(body).arrayBuffer());
    return send(headers.get("content-type") ?? "", payload);
  }
  const upload = (bytes: Buffer, name = "car.jpg") => post(formOf(["image", bytes, name]));
  /** uploads a picture that must be accepted */
  const uploadId = async (bytes: Buffer) => {
    const answer = await upload(bytes);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<{ url: string }>().url.slice("/images/upload/".length);
  };
  return { app, send, post, upload, uploadId };
}

function formOf(...parts: [field: string, content: Buffer | string, fileName?: string][]) {
  const form = new FormData();
  for (const [field, content, fileName] of parts) {
    if (typeof content === "string") form.append(field, content);
    else form.append(field, new Blob([new Uint8Array(content)]), fileName ?? "a");
  }
  return form;
}

describeOnEachEngine("uploading a picture", (databases) => {
  it("answers its address, where it is then available", async () => {
    const { app, upload } = await openUploads(databases);
    // The file's name and declared type are ignored.
    const answer = await upload(await cameraJpeg(), "../../etc/passwd.svg");
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers["cache-control"]).toBe("no-store");
    const { url } = answer.json<{ url: string }>();
    expect(UploadedPicture.parse(answer.json())).toEqual({
      url: expect.stringMatching(/^\/images\/upload\/[0-9a-f]{32}$/),
    });
    const picture = await app.inject(url);
    expect(picture.headers["content-type"]).toBe("image/webp");
    expect(picture.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(picture.rawPayload.includes("SECRET-OWNER")).toBe(false);
    expect(await sharp(picture.rawPayload).metadata()).toMatchObject({ width: 40, height: 60 });
  });

  it("refuses other files and pictures that are too large, with a sentence", async () => {
    const { upload } = await openUploads(databases);
    const cases: [Buffer, number, string][] = [
      [Buffer.from("<svg/>"), 415, "The picture must be a JPEG, PNG, WebP or AVIF."],
      [Buffer.alloc(MAX_UPLOAD_BYTES + 1), 413, "The picture is larger than 12 MB."],
      [Buffer.alloc(0), 400, 'There is no picture in the form field "image".'],
    ];
    for (const [bytes, status, error] of cases) {
      expectRefused(await upload(bytes), status, error);
    }
  });

  it("accepts one picture in one field, and nothing else", async () => {
    const { post, send } = await openUploads(databases);
    const picture = await plainPicture(8, 8).png().toBuffer();
    for (const form of [
      formOf(["file", picture]),
      formOf(["image", picture], ["image", picture]),
      formOf(["image", picture], ["more", "x"]),
      formOf(["image", "text"]),
      new FormData(),
    ]) {
      const answer = await post(form);
      expect(answer.statusCode, answer.body).toBe(400);
      expect(answer.json<{ error: string }>().error).toContain('the form field "image"');
    }
    for (const [type, payload, status] of [
      ["multipart/form-data", "x", 400],
      ["multipart/form-data; boundary=x", "--x\r\n", 400],
      ["application/json", '{"image":"x"}', 415],
      ["image/png", "x", 415],
    ] as const) {
      expect([type, (await send(type, payload)).statusCode]).toEqual([type, status]);
    }
  });

  it("keeps simultaneous uploads apart", async () => {
    const { app, uploadId } = await openUploads(databases);
    const pictures = await Promise.all(
      [11, 12, 13, 11].map((side) => plainPicture(side, side).png().toBuffer()),
    );
    const ids = await Promise.all(pictures.map(uploadId));
    expect(new Set(ids).size).toBe(3);
    for (const [index, id] of ids.entries()) {
      const { rawPayload } = await app.inject(`/images/upload/${id}`);
      expect((await sharp(rawPayload).metadata()).width).toBe([11, 12, 13, 11][index]);
    }
  });
});

describeOnEachEngine("an uploaded picture", (databases) => {
  it("comes in the transforms of pictures.md#transforms, in the encoding that the client asks for", async () => {
    const { app, uploadId } = await openUploads(databases);
    const id = await uploadId(await plainPicture(1000, 500).jpeg().toBuffer());
    const chrome = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8";
    for (const [transform, accept, format, width] of [
      [AUTO, chrome, "heif", 800],
      [AUTO, "image/webp,*/*", "webp", 800],
      [AUTO, "image/avif;q=0, image/webp", "webp", 800],
      [AUTO, "*/*", "jpeg", 800],
      ["f_auto,q_auto:low,w_400", chrome, "heif", 400],
      ["f_jpg,q_auto:low,w_300", chrome, "jpeg", 300],
      ["f_jpg,q_auto:low,w_800", chrome, "jpeg", 800],
      ["w_300,q_60,f_jpg", chrome, "jpeg", 300],
    ] as const) {
      const url = `/images/upload/${transform}/${id}`;
      const answer = await app.inject({ url, headers: { accept } });
      const isAuto = transform.startsWith("f_auto");
      expect(answer.headers["vary"], transform).toBe(isAuto ? "Accept" : undefined);
      expect(answer.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
      const type = format === "heif" ? "avif" : format;
      expect(answer.headers["content-type"]).toBe(`image/${type}`);
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format, width });
    }
  });

  it("is never enlarged, and white where it was transparent", async () => {
    const { app, uploadId } = await openUploads(databases);
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const id = await uploadId(await plainPicture(20, 10, clear).png().toBuffer());
    const { rawPayload } = await app.inject(`/images/upload/w_300,q_60,f_jpg/${id}`);
    const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, data[0]]).toEqual([20, 255]);
  });

  it("is answered with 304 if the client has it", async () => {
    const { app, uploadId } = await openUploads(databases);
    const id = await uploadId(await cameraJpeg());
    for (const url of [`/images/upload/${id}`, `/images/upload/${AUTO}/${id}`]) {
      const { etag } = (await app.inject(url)).headers;
      const again = await app.inject({ url, headers: { "if-none-match": String(etag) } });
      expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
    }
  });

  it("is nowhere else", async () => {
    const { app, uploadId } = await openUploads(databases);
    const id = await uploadId(await cameraJpeg());
    for (const path of [
      `w_801,q_60,f_jpg/${id}`,
      `w_300,q_60,f_png/${id}`,
      `w_300,q_60/${id}`,
      `w_300,w_400,q_60,f_jpg/${id}`,
      `w_300,q_60,f_jpg,e_blur/${id}`,
      `toString,q_60,f_jpg/${id}`,
      `${AUTO}/${"0".repeat(32)}`,
      `${AUTO}/..%2f${id}`,
      "A".repeat(32),
      "..%2f..%2fcatalogue.db",
      "%2e%2e/catalogue.db",
      `${AUTO}/..%2f..%2fcatalogue.db`,
      `${id}%00`,
    ]) {
      const answer = await app.inject(`/images/upload/${path}`);
      expect([path, answer.statusCode]).toEqual([path, 404]);
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
  });
});
