import { z } from "zod";
import type { ApiPart } from "../../server/openapi.server.ts";

export const UploadedPicture = z.strictObject({
  url: z.string().meta({ description: "path of our own store, valid as the image of a row" }),
});

const refusal = (description: string) => ({ description, schema: "Error" });

/** The call of uploads for `GET /api/openapi.json`. */
export const imagesApi: ApiPart = {
  paths: {
    "/api/upload-image": {
      post: {
        summary: "Keeps a picture: JPEG, PNG, WebP or AVIF",
        file: "image",
        needsUser: true,
        answers: {
          200: { description: "Where the picture is", schema: "UploadedPicture" },
          400: refusal("Not one file in the field image"),
          413: refusal("Too many bytes or pixels"),
          415: refusal("Not one of the formats"),
          422: refusal("Animated, damaged or incomplete"),
          503: refusal("Too many at once; see Retry-After"),
        },
      },
    },
  },
  schemas: { UploadedPicture },
};
