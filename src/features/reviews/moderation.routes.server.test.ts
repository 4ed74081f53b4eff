import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { readActivity } from "../activity/activity.db.server.ts";
import type { Database } from "../../db/database.server.ts";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { signIn } from "../../../test/sign-in.ts";
import type { Ev } from "../../domain/vehicle.ts";
import type { Review } from "./reviews.schema.ts";
import { ModerationAnswer } from "./reviews.schema.ts";
import { GOOD, openTestReviews } from "../../../test/reviews.ts";

type Posting = Awaited<ReturnType<typeof openTestReviews>>["post"];

async function openModeration(database: Database) {
  const reviews = await openTestReviews(database);
  const { cookie } = await signIn(database);
  const ask = (method: "GET" | "POST" | "DELETE", url: string) =>
    reviews.app.inject({ method, url, headers: { cookie } });
  return {
    ...reviews,
    ask,
    list: async (query = "") =>
      ModerationAnswer.parse((await ask("GET", `/api/reviews?${query}`)).json()),
  };
}

async function write(post: Posting, ev: Ev, userName: string, over = {}): Promise<number> {
  const answer = await post(`/api/evs/${ev.id}/reviews`, { ...GOOD, userName, ...over });
  return answer.json<Review>().id;
}

/** Without a cookie, each call comes from a new visitor. */
async function flag(post: Posting, id: number, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await post(`/api/reviews/${id}/flag`);
}

async function ratingOf(app: FastifyInstance, ev: Ev): Promise<Pick<Ev, "averageRating">> {
  return (await app.inject(`/api/evs/${ev.id}`)).json<Ev>();
}

describeOnEachEngine("administrators", ({ open }) => {
  test("see all reviews newest first, or the flagged ones by number of flags", async () => {
    const { post, tesla, kia, list, ask } = await openModeration(await open());
    const ada = await write(post, tesla, "Ada", { trimId: 1 });
    const bo = await write(post, kia, "Bo");
    const cy = await write(post, kia, "Cy");
    await flag(post, ada, 2);
    await flag(post, cy, 1);
    const all = await list();
    expect(all).toMatchObject({ total: 3, flagged: 2 });
    expect(all.reviews.map(({ id, flags }) => [id, flags])).toEqual([
      [cy, 1],
      [bo, 0],
      [ada, 2],
    ]);
    const flagged = await list("flagged=true");
    expect(flagged.total).toBe(2);
    expect(flagged.reviews.map(({ id }) => id)).toEqual([ada, cy]);
    expect(flagged.reviews[0]).toMatchObject({
      ...GOOD,
      userName: "Ada",
      modelId: tesla.id,
      make: "Tesla",
      trim: { rowId: tesla.trims[1]?.rowId, trim: "Performance", year: 2025 },
    });
    const second = await list("limit=1&offset=1");
    expect([second.total, second.reviews.map(({ id }) => id)]).toEqual([3, [bo]]);
    expect((await ask("GET", "/api/reviews?flagged=maybe")).statusCode).toBe(400);
  });

  test("remove a review, which no longer counts in ratings", async () => {
    const database = await open();
    const { app, post, tesla, ask, list, read } = await openModeration(database);
    const id = await write(post, tesla, "Ada", { rating: 1, trimId: 0 });
    await write(post, tesla, "Bo", { rating: 5 });
    await flag(post, id, 1);
    expect(await ratingOf(app, tesla)).toMatchObject({ averageRating: 3, reviewCount: 2 });
    expect((await ask("DELETE", `/api/reviews/${id}`)).statusCode).toBe(204);
    expect(await ratingOf(app, tesla)).toMatchObject({ averageRating: 5, reviewCount: 1 });
    expect((await read(`/api/evs/${tesla.id}/reviews`)).total).toBe(1);
    expect(await list()).toMatchObject({ total: 1, flagged: 0 });
    expect((await ask("DELETE", `/api/reviews/${id}`)).statusCode).toBe(404);
    const [last] = await readActivity(database, { limit: 1 });
    expect(last).toMatchObject({
      username: "ada",
      action: "review-removed",
      subject: "Ada's review of 2025 Tesla Model 3 Standard",
      before: { userName: "Ada", rating: 1, comment: GOOD.comment },
    });
  });

  test("keep a review, which is then no longer flagged", async () => {
    const database = await open();
    const { post, kia, ask, list } = await openModeration(database);
    const id = await write(post, kia, "Ada");
    await flag(post, id, 3);
    for (const _ of ["the first time", "again"]) {
      expect((await ask("POST", `/api/reviews/${id}/keep`)).statusCode).toBe(204);
    }
    expect(await list()).toMatchObject({ total: 1, flagged: 0, reviews: [{ id, flags: 0 }] });
    const activity = await readActivity(database, { limit: 9 });
    expect(activity.map(({ action, before }) => [action, before])).toEqual([
      ["review-kept", { flags: 3 }],
    ]);
    expect((await ask("POST", `/api/reviews/${id + 1}/keep`)).statusCode).toBe(404);
    expect((await ask("POST", "/api/reviews/x/keep")).statusCode).toBe(404);
  });
});
