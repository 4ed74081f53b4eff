import { createHash } from "node:crypto";
import fastifyMultipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { declareCall } from "../../server/call.server.ts";
import type { Database } from "../../server/database.server.ts";
import { UserError } from "../../server/errors.server.ts";
import { matchesEtag, PUBLIC, sendEncoded } from "../../server/response-cache.server.ts";
import { OTHER_CONTENT, type Retries, RETRY_HEADER } from "../../server/retries.server.ts";
import type { Sessions } from "../../server/session.server.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import { createDrawings } from "./drawings.server.ts";
import { isImageId, type ImageIntake } from "./image-intake.server.ts";
import type { ImageStore } from "./image-store.server.ts";
import { DRAWING_FORMS, modelKey, OWN_STORE_PATH, SMALL_WIDTHS_PX } from "./images.ts";
import { MAX_UPLOAD_BYTES } from "./limits.ts";
import { createRenditions, encodingFor, readTransform } from "./renditions.server.ts";

const IMMUTABLE = "public, max-age=31536000, immutable";

export interface ImageDeps {
  /** as `findPicturedModel` */
  findModel: (makeKey: string, modelKey: string, drawing: unknown) => Promise<Ev | undefined>;
}

/**
 * `GET /images/cars/{make}/{model}.webp`: the model's drawing (beyond 4), 800 pixels wide or, with
 * `w`, as small as that; the same as `.svg`, and `.jpg` for previews. Kept for ever with the drawing's version as `v`. 404 for
 * models that are not in the catalogue.
 */
export function imageRoutes(app: FastifyInstance, { findModel }: ImageDeps): void {
  const drawingOf = createDrawings();

  for (const form of DRAWING_FORMS) {
    app.get<{ Params: { make: string; model: string }; Querystring: { v?: unknown; w?: unknown } }>(
      `/images/cars/:make/:model.${form}`,
      async (request, reply) => {
        const { make, model } = request.params;
        const { v, w } = request.query;
        const ev = await findModel(make, model, v);
        if (!ev) throw new UserError(404, "There is no picture of this vehicle.");
        const width = SMALL_WIDTHS_PX.find((px) => form === "webp" && String(px) === w);
        const drawing = await drawingOf(ev, form, width);
        const cacheControl = v === ev.drawing ? IMMUTABLE : PUBLIC;
        return sendEncoded(request, reply, drawing, { cacheControl });
      },
    );
  }
}

const indexes = new WeakMap<readonly Ev[], ReadonlyMap<string, Ev>>();
const addresses = new WeakMap<Ev, string>();

function addressOf(ev: Ev): string {
  let address = addresses.get(ev);
  if (address === undefined) {
    address = modelKey(ev.make, ev.model);
    addresses.set(ev, address);
  }
  return address;
}

/**
 * Of models that share an address (`Q 1` and `Q-1`), the one that `drawing` is the version of.
 * @param makePart and `modelPart` as `imageKey` makes them
 */
export function findPicturedModel(
  evs: readonly Ev[],
  makePart: string,
  modelPart: string,
  drawing?: unknown,
): Ev | undefined {
  let index = indexes.get(evs);
  if (!index) {
    index = new Map(
      evs.flatMap((ev) => [
        [addressOf(ev), ev],
        [`${addressOf(ev)} ${ev.drawing}`, ev],
      ]),
    );
    indexes.set(evs, index);
  }
  const address = `${makePart}/${modelPart}`;
  return index.get(`${address} ${String(drawing)}`) ?? index.get(address);
}

const FIELD = "image";

export const UploadedPicture = z
  .strictObject({
    url: z.string().meta({ description: "path of our own store, valid as the image of a row" }),
  })
  .meta({ id: "UploadedPicture" });

export interface UploadDeps {
  storePicture: ImageIntake["storePicture"];
  sessions: Pick<Sessions, "requireUser" | "userOf">;
  database: Pick<Database, "kysely">;
  retries: Retries;
}

/** `POST /api/upload-image`: multipart field `image`, answers `{ url }` (§7, readings 3). */
export function uploadRoutes(app: FastifyInstance, deps: UploadDeps): void {
  const { storePicture, sessions, database, retries } = deps;
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(fastifyMultipart, {
      limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 0, parts: 1 },
    });
    declareCall(scope, "POST /api/upload-image", {
      id: "uploadPicture",
      summary: "Keeps a picture: JPEG, PNG, WebP or AVIF",
      signedIn: sessions,
      headers: RETRY_HEADER,
      form: { file: FIELD },
      answers: {
        200: { description: "Where the picture is", schema: UploadedPicture },
        400: "Not one file in the field image",
        413: "Too many bytes or pixels",
        415: "Not one of the formats",
        422: `Animated, damaged or incomplete; ${OTHER_CONTENT}`,
        503: "Too many at once; see Retry-After",
      },
      async handle(_asked, request) {
        const picture = await readPicture(request);
        const content = createHash("sha256").update(picture).digest("base64url");
        return retries.once<z.output<typeof UploadedPicture>>(
          request,
          { call: "uploadPicture", user: sessions.userOf(request), content },
          async (once) => {
            // A picture is kept once by its content, also when the key is not.
            const url = await storePicture(picture);
            return once(database.kysely, async () => ({ url }));
          },
        );
      },
    });
  });
}

async function readPicture(request: FastifyRequest): Promise<Buffer> {
  let picture: Buffer | undefined;
  try {
    for await (const part of request.files()) {
      const bytes = await part.toBuffer();
      if (part.fieldname === FIELD) picture = bytes;
    }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "FST_REQ_FILE_TOO_LARGE") {
      throw new UserError(413, `The picture is larger than ${MAX_UPLOAD_BYTES / 1e6} MB.`);
    }
    throw new UserError(
      400,
      `The upload could not be read. Send one picture in the form field "${FIELD}".`,
      { cause: error },
    );
  }
  if (!picture?.length) {
    throw new UserError(400, `There is no picture in the form field "${FIELD}".`);
  }
  return picture;
}

/**
 * `GET /images/upload/{transform}/{id}`: an uploaded picture, transformed (readings 8); without a
 * transform as it is kept. 404 for every transform that §3 does not use.
 */
export function uploadedImageRoutes(
  app: FastifyInstance,
  { store }: { store: Pick<ImageStore, "has" | "get"> },
): void {
  const renditions = createRenditions(store);

  app.get<{ Params: { id: string } }>(`${OWN_STORE_PATH}:id`, async (request, reply) => {
    const { id } = request.params;
    const webp = isImageId(id) ? await store.get(id) : undefined;
    return send(request, reply, webp, { tag: id, type: "image/webp" });
  });

  app.get<{ Params: { transform: string; id: string } }>(
    `${OWN_STORE_PATH}:transform/:id`,
    async (request, reply) => {
      const { id } = request.params;
      const transform = readTransform(request.params.transform);
      if (!transform || !isImageId(id)) throw notFound();
      const encoding = encodingFor(transform.format, request.headers.accept);
      const bytes = await renditions.get(id, transform, encoding);
      if (transform.format === "f_auto") reply.header("vary", "Accept");
      const tag = [id, transform.width, transform.quality.replace(":", "-"), encoding].join("-");
      return send(request, reply, bytes, { tag, type: `image/${encoding}` });
    },
  );
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Buffer | undefined,
  { tag, type }: { tag: string; type: string },
): FastifyReply {
  if (!bytes) throw notFound();
  const etag = `"${tag}"`;
  reply.header("cache-control", IMMUTABLE).header("etag", etag);
  if (matchesEtag(request.headers["if-none-match"], etag)) return reply.code(304).send();
  return reply.type(type).send(bytes);
}

function notFound(): UserError {
  return new UserError(404, "There is no such picture.");
}
