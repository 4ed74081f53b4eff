import { z } from "zod";

export const UploadedPicture = z
  .strictObject({
    url: z.string().describe("path of the stored picture; use it as the image of a row"),
  })
  .meta({ id: "UploadedPicture" });
export type UploadedPicture = z.output<typeof UploadedPicture>;
