import { fastify } from "fastify";
import { expect, test } from "vitest";

import { sampleEv } from "../../../test/sample-cars.ts";
import { answerError } from "../../server/http.server.ts";
import { drawingVersion } from "./drawing-version.server.ts";
import { drawingPath } from "./pictures.ts";
import { imageRoutes } from "./pictures.routes.server.ts";

/** The most that one chart requests (`discover-large.spec.ts`). */
const MOST_DRAWINGS = 200;

test("more drawings are made at once than one chart of a large catalogue asks for", async () => {
  const cars = Array.from({ length: 1.5 * MOST_DRAWINGS }, (_, at) => {
    const ev = sampleEv(
      { id: 100 + at, make: "Škoda-Werke", model: `Of ${at}` },
      { length: 140 + at / 4, height: 64, wheelbase: 114, groundClearance: 6 },
    );
    return { ...ev, drawing: drawingVersion(ev) };
  });
  const app = fastify();
  app.setErrorHandler(answerError);
  app.register(imageRoutes, { readEvs: async () => cars });
  const answers = await Promise.all(cars.map((ev) => app.inject(drawingPath(ev, "webp", 240))));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  await app.close();
});
