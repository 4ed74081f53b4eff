import { createHash } from "node:crypto";
import { UserError } from "../../server/errors.server.ts";
import { createSemaphore } from "../../server/semaphore.server.ts";
import { OWN_STORE_PATH } from "./image-transform.ts";
import { TOO_MANY_PICTURES, UPLOADS_AT_ONCE, UPLOADS_WAITING_MAX } from "./limits.ts";
import type { ImageStore } from "./image-store.server.ts";
import { checkPicture, reencodePicture } from "./decode-image.server.ts";

export interface ImageIntake {
  /**
   * The same file twice is kept once. @returns its address, `/images/upload/{id}`. @throws
   * UserError 413, 415, 422 for a picture that is not accepted, 503 when too many wait
   */
  storePicture(this: void, bytes: Buffer): Promise<string>;
  /**
   * Stores a `data:image/…;base64,…` (readings 3). Slow: call it before the transaction that saves
   * the field. @throws UserError 422 with the issue at `image`, 503
   */
  storeImage(this: void, dataUrl: string): Promise<string>;
  /** Keeps nothing. @throws UserError as `storeImage` */
  checkImage(this: void, dataUrl: string): Promise<void>;
}

export function createImageIntake(store: ImageStore): ImageIntake {
  const { run: inTurn } = createSemaphore(UPLOADS_AT_ONCE, UPLOADS_WAITING_MAX, TOO_MANY_PICTURES);

  async function storePicture(bytes: Buffer): Promise<string> {
    const id = imageId(bytes);
    if (!(await store.renew(id))) await store.put(id, await inTurn(() => reencodePicture(bytes)));
    return `${OWN_STORE_PATH}${id}`;
  }

  return {
    storePicture,
    storeImage: (dataUrl) => fromField(dataUrl, storePicture),
    checkImage: (dataUrl) =>
      fromField(dataUrl, async (bytes) => {
        // A kept picture has been judged before.
        if (!(await store.has(imageId(bytes)))) await inTurn(() => checkPicture(bytes));
      }),
  };
}

/** @throws UserError 422 with the issue at `image` */
async function fromField<T>(dataUrl: string, work: (bytes: Buffer) => Promise<T>): Promise<T> {
  try {
    return await work(Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64"));
  } catch (error) {
    if (!(error instanceof UserError) || error.status >= 500) throw error;
    const { message } = error;
    throw new UserError(422, message, [{ path: "image", message }], { cause: error });
  }
}

/** Hexadecimal, since not every file system tells capitals from small letters. */
function imageId(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 32);
}

export function isImageId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}
