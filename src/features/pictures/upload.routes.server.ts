import { createHash } from "node:crypto";
import fastifyMultipart from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { errorAnswer, jsonAnswer } from "../../server/answers.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { formBody } from "../../server/read-body.server.ts";
import { OTHER_CONTENT, RetryHeaders } from "../../server/retries.db.server.ts";
import { UploadedPicture } from "./pictures.schema.ts";
import { MAX_UPLOAD_BYTES } from "./pictures.ts";

const FIELD = "image";

/** `POST /api/upload-image`: multipart field `image`, answers `{ url }` (pictures.md#uploads). */
export const uploadRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { images, sessions, database, retries } = app;

  // This is the only call that reads a multipart form.
  app.removeAllContentTypeParsers();
  await app.register(fastifyMultipart, {
    limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 0, parts: 1 },
  });
  app.post(
    "/api/upload-image",
    {
      schema: {
        operationId: "uploadPicture",
        summary: "Upload a picture (JPEG, PNG, WebP or AVIF)",
        headers: RetryHeaders,
        body: formBody(FIELD),
        response: {
          200: jsonAnswer("Where the picture is", UploadedPicture),
          413: errorAnswer("Too many bytes or pixels"),
          415: errorAnswer("Not one of these formats"),
          422: errorAnswer(
            `Animated, damaged, incomplete, or a side is too long; ${OTHER_CONTENT}`,
          ),
          503: errorAnswer("Too many uploads; see Retry-After"),
        },
      },
    },
    async (request) => {
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
  );
};

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
