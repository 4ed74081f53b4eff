import type { FastifyInstance } from "fastify";

import { matchesEtag } from "../../server/response-cache.server.ts";
import { UserError } from "../../server/errors.server.ts";
import type { BodyType, Ev } from "../../vehicle/vehicle.ts";
import { imageKey } from "./image-key.ts";
import { createIllustrations } from "./illustrations.server.ts";
import { paintOf } from "./paints.ts";

/** A day: a model's picture changes only when its body type does. */
const CACHE_CONTROL = "public, max-age=86400, stale-while-revalidate=604800";

export interface PicturedModel {
  make: string;
  bodyType: BodyType;
}

export interface ImageDeps {
  /** @param makeKey and `modelKey` as `imageKey` makes them */
  findModel: (makeKey: string, modelKey: string) => Promise<PicturedModel | undefined>;
  /** the folder of the built illustrations, null where nothing is built */
  illustrations: string | null;
}

/**
 * `GET /images/cars/{make}/{model}.webp`: an illustration of the model's body type, 800 pixels wide
 * (§3, readings 8). 404 for models that are not in the catalogue.
 */
export function imageRoutes(app: FastifyInstance, { findModel, illustrations }: ImageDeps): void {
  const illustrate = createIllustrations(illustrations);

  app.get<{ Params: { make: string; model: string } }>(
    "/images/cars/:make/:model.webp",
    async (request, reply) => {
      const { make, model } = request.params;
      const found = await findModel(make, model);
      if (!found) throw new UserError(404, "There is no picture of this vehicle.");
      const { webp, etag } = await illustrate(found.bodyType, paintOf(found.make));
      reply.header("cache-control", CACHE_CONTROL).header("etag", etag);
      if (matchesEtag(request.headers["if-none-match"], etag)) return reply.code(304).send();
      return reply.type("image/webp").send(webp);
    },
  );
}

const indexes = new WeakMap<readonly Ev[], ReadonlyMap<string, PicturedModel>>();
const addresses = new WeakMap<Ev, string>();

/** Remembered: of a changed list, most models are as they were. */
function addressOf(ev: Ev): string {
  let address = addresses.get(ev);
  if (address === undefined) {
    address = `${imageKey(ev.make)}/${imageKey(ev.model)}`;
    addresses.set(ev, address);
  }
  return address;
}

/** Finds the model that an image address means. The index is built once for each list. */
export function findPicturedModel(
  evs: readonly Ev[],
  makeKey: string,
  modelKey: string,
): PicturedModel | undefined {
  let index = indexes.get(evs);
  if (!index) {
    index = new Map(evs.map((ev) => [addressOf(ev), ev]));
    indexes.set(evs, index);
  }
  return index.get(`${makeKey}/${modelKey}`);
}
