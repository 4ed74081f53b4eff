import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import Negotiator from "negotiator";
import { createHash } from "node:crypto";
import fastifyMultipart from "@fastify/multipart";
import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { errorCode, UserError } from "../../base/errors.server.ts";
import { matchesEtag, sendEncoded } from "../../server/response-cache.server.ts";
import { memoizeByObject } from "../../domain/memoize.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { createDrawings } from "./drawings.server.ts";
import { type ImageStore, isImageId } from "./image-store.db.server.ts";
import {
  DRAWING_FORMS,
  MAX_UPLOAD_BYTES,
  modelKey,
  OWN_STORE_PATH,
  SMALL_WIDTHS_PX,
} from "./pictures.ts";
import { createRenderCache, loadSharp, RENDER_SECONDS } from "./load-sharp.server.ts";
import { errorAnswer, jsonAnswer } from "../../server/answers.server.ts";
import { formBody } from "../../server/query.schema.ts";
import { OTHER_CONTENT, RetryHeaders } from "../../server/retries.db.server.ts";
import { UploadedPicture } from "./pictures.schema.ts";
import { keysOf } from "../../domain/records.ts";

/** Enough for a few pages of pictures that are not rendered yet. */
const RENDITIONS_WAITING_MAX = 200;
const RENDITIONS_KEPT_BYTES = 64 * 1024 * 1024;

const IMMUTABLE = "public, max-age=31536000, immutable";

/**
 * `GET /images/cars/{make}/{model}.webp`: the model's drawing (pictures.md#drawings), 800 pixels wide or `w`; also
 * as `.svg`, and as `.jpg` for previews. Cached forever if `v` is its version. 404 without such a model.
 */
export const imageRoutes: FastifyPluginAsync<{ readEvs: () => Promise<readonly Ev[]> }> = async (
  app,
  { readEvs },
) => {
  const drawingOf = createDrawings();

  for (const form of DRAWING_FORMS) {
    app.get<{ Params: { make: string; model: string }; Querystring: { v?: unknown; w?: unknown } }>(
      `/images/cars/:make/:model.${form}`,
      async (request, reply) => {
        const { make, model } = request.params;
        const { v, w } = request.query;
        const index = indexOf(await readEvs());
        // Several models can share an address (`Q 1` and `Q-1`).
        const ev = index.get(`${make}/${model} ${String(v)}`) ?? index.get(`${make}/${model}`);
        if (!ev) throw new UserError(404, "There is no picture of this vehicle.");
        const width = SMALL_WIDTHS_PX.find((px) => form === "webp" && String(px) === w);
        const drawing = await drawingOf(ev, form, width);
        const cacheControl = v === ev.drawing ? IMMUTABLE : "no-cache";
        return sendEncoded(request, reply, drawing, { cacheControl });
      },
    );
  }
};

const indexOf = memoizeByObject(
  (evs: readonly Ev[]): ReadonlyMap<string, Ev> =>
    new Map(
      evs.flatMap((ev) => [
        [addressOf(ev), ev],
        [`${addressOf(ev)} ${ev.drawing}`, ev],
      ]),
    ),
);
const addressOf = memoizeByObject(({ make, model }: Ev) => modelKey(make, model));

/** An uploaded picture, transformed (pictures.md#own-store) or as stored. 404 for all other transforms. */
export const uploadedImageRoutes: FastifyPluginAsync = async (app) => {
  const { imageStore: store } = app;
  const renditions = createRenditions(store);

  app.get<{ Params: { id: string } }>(`${OWN_STORE_PATH}:id`, async (request, reply) => {
    const { id } = request.params;
    const webp = isImageId(id) ? await store.get(id) : undefined;
    return sendPicture(request, reply, webp, { tag: id, type: "image/webp" });
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
      return sendPicture(request, reply, bytes, { tag, type: `image/${encoding}` });
    },
  );
};

function sendPicture(
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

/** The only supported values (pictures.md#own-store). */
const WIDTHS_PX = { w_800: 800, w_400: 400, w_300: 300 } as const;
const QUALITIES = {
  "q_auto:good": { avif: 55, webp: 80, jpeg: 80 },
  "q_auto:low": { avif: 42, webp: 62, jpeg: 62 },
  q_60: { avif: 60, webp: 60, jpeg: 60 },
} as const;
const FORMATS = ["f_auto", "f_jpg"] as const;

type Encoding = "avif" | "webp" | "jpeg";

interface Transform {
  width: keyof typeof WIDTHS_PX;
  quality: keyof typeof QUALITIES;
  format: (typeof FORMATS)[number];
}

/** Parses a width, a quality and a format, each once and in any order; undefined for any other segment. */
export function readTransform(segment: string): Transform | undefined {
  const parts = segment.split(",");
  const width = keysOf(WIDTHS_PX).find((key) => parts.includes(key));
  const quality = keysOf(QUALITIES).find((key) => parts.includes(key));
  const format = FORMATS.find((key) => parts.includes(key));
  if (parts.length !== 3 || !width || !quality || !format) return undefined;
  return { width, quality, format };
}

/** For `f_auto`, picks the smallest format that the client explicitly accepts. */
function encodingFor(format: Transform["format"], accept: string | undefined): Encoding {
  if (format === "f_jpg") return "jpeg";
  const named = new Negotiator({ headers: { accept: accept?.toLowerCase() } }).mediaTypes();
  return (["avif", "webp"] as const).find((each) => named.includes(`image/${each}`)) ?? "jpeg";
}

export function createRenditions(
  store: Pick<ImageStore, "has" | "get">,
  maxWaiting = RENDITIONS_WAITING_MAX,
) {
  const { cache, inTurn } = createRenderCache<Buffer>(
    RENDITIONS_KEPT_BYTES,
    (bytes) => bytes.length,
    maxWaiting,
  );

  return {
    /** Renders once for all callers that wait, and never enlarges. @throws UserError 503 when too many wait */
    get(id: string, transform: Transform, encoding: Encoding): Promise<Buffer | undefined> {
      const key = [id, transform.width, transform.quality, encoding].join("/");
      const context = async () => {
        if (!(await store.has(id))) return undefined;
        // Read the original only when it is our turn: two hundred of them would fill the memory.
        return inTurn(async () => {
          const original = await store.get(id);
          return original && render(original, transform, encoding);
        });
      };
      return cache.fetch(key, { context });
    },
  };
}

const OPTIONS = {
  // The default effort takes eight times as long and saves only a tenth.
  avif: { effort: 2 },
  webp: {},
  jpeg: { progressive: true },
} as const;

async function render(original: Buffer, transform: Transform, encoding: Encoding): Promise<Buffer> {
  const sharp = await loadSharp();
  const resized = sharp(original)
    .resize({ width: WIDTHS_PX[transform.width], withoutEnlargement: true })
    .timeout({ seconds: RENDER_SECONDS });
  // JPEG has no transparency.
  const picture = encoding === "jpeg" ? resized.flatten({ background: "#fff" }) : resized;
  const quality = QUALITIES[transform.quality][encoding];
  return picture.toFormat(encoding, { quality, ...OPTIONS[encoding] }).toBuffer();
}

const FIELD = "image";

/** `POST /api/upload-image`: multipart field `image`, answers `{ url }` (pictures.md#uploads). */
export const uploadRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { images, sessions, database, retries } = app;

  // This is the only call that reads a multipart form.
  app.removeAllContentTypeParsers();
  await app.register(fastifyMultipart, {
    limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 0, parts: 1 },
  });
  app.route({
    method: "POST",
    url: "/api/upload-image",
    schema: {
      operationId: "uploadPicture",
      summary: "Upload a picture (JPEG, PNG, WebP or AVIF)",
      headers: RetryHeaders,
      body: formBody(FIELD),
      response: {
        200: jsonAnswer("Where the picture is", UploadedPicture),
        422: errorAnswer(`Animated, damaged, incomplete, or a side is too long; ${OTHER_CONTENT}`),
      },
    },
    handler: async (request) => {
      const picture = await readPicture(request);
      await sessions.requireSession(request);
      const content = createHash("sha256").update(picture).digest("base64url");
      return retries.once<UploadedPicture>(
        request,
        { call: "uploadPicture", user: sessions.userOf(request), content },
        async (once) => {
          // Pictures are stored once by content, even if the retry key is not.
          const url = await images.storePicture(picture);
          return once(database.write, async () => ({ url }));
        },
      );
    },
  });
};

async function readPicture(request: FastifyRequest): Promise<Buffer> {
  let picture: Buffer | undefined;
  try {
    for await (const part of request.files()) {
      const bytes = await part.toBuffer();
      if (part.fieldname === FIELD) picture = bytes;
    }
  } catch (error) {
    if (errorCode(error) === "FST_REQ_FILE_TOO_LARGE") {
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
