import { expect, it } from "vitest";
import { describeOnEachEngine } from "../../../test/databases.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { inputs } from "../../../test/catalogue.ts";
import {
  REVIEW_WINDOW_MS,
  REVIEWS_PER_ADDRESS,
  REVIEWS_PER_VISITOR,
} from "./reviews.routes.server.ts";
import { SAME_REVIEW_MS } from "./reviews.db.server.ts";
import { type Review, ReviewsAnswer } from "./reviews.schema.ts";
import { GOOD, openTestReviews } from "../../../test/reviews.ts";
import { cookieOf } from "../../../test/accounts.ts";
import { expectRefused } from "../../../test/refusals.ts";

const REFUSED: readonly [unknown, string][] = [
  [{ ...GOOD, userName: undefined }, "Name is required"],
  [{ ...GOOD, userName: "   " }, "Name is required"],
  [{ ...GOOD, userName: "\u200b" }, "Name is required"],
  [{ ...GOOD, comment: "\u3164\n\u2800" }, "Comment is required"],
  [{ ...GOOD, userName: 7 }, "Name must be text"],
  [{ ...GOOD, userName: "two\nlines" }, "Name must be plain text on one line"],
  [{ ...GOOD, userName: "x".repeat(81) }, "Name must have 80 characters or fewer"],
  [{ ...GOOD, comment: null }, "Comment is required"],
  [{ ...GOOD, comment: " \n\t " }, "Comment is required"],
  [{ ...GOOD, comment: "a\ud800" }, "Comment must be plain text"],
  [{ ...GOOD, comment: "x".repeat(2001) }, "Comment must have 2000 characters or fewer"],
  [{ ...GOOD, rating: 0 }, "Please select a rating"],
  [{ ...GOOD, rating: 6 }, "rating must be a whole number from 1 to 5"],
  [{ ...GOOD, rating: 4.5 }, "rating must be a whole number from 1 to 5"],
  [{ ...GOOD, rating: "4" }, "rating must be a whole number from 1 to 5"],
  [{ ...GOOD, trimId: "0" }, "trimId must be a whole number"],
  [{ ...GOOD, rowId: 1.5 }, "rowId must be a whole number"],
  [{ ...GOOD, isAdmin: true }, "Unknown field isAdmin"],
  [["x"], "The body must be a JSON object"],
];

describeOnEachEngine("reviews", ({ open }) => {
  it("come back as they were typed, at once and in the rating of the vehicle", async () => {
    const { app, kia, post, read } = await openTestReviews(await open());
    const path = `/api/evs/${kia.id}/reviews`;
    const none = { reviews: [], total: 0, averageRating: null, histogram: [0, 0, 0, 0, 0] };
    expect(await read(path)).toEqual(none);
    const comment = "<b>Loud</b>\n\n  & 🚗 مرحبا ';-- \\u0000 %00";
    const answer = await post(path, { ...GOOD, userName: "  Ada  ", comment: ` ${comment}\n` });
    expect(answer.statusCode, answer.body).toBe(201);
    const review = answer.json<Review>();
    expect(review).toEqual({
      id: expect.any(Number),
      userName: "Ada",
      rating: 4,
      comment,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const list = await read(path);
    const expected = { reviews: [review], total: 1, averageRating: 4, histogram: [0, 0, 0, 1, 0] };
    expect(ReviewsAnswer.parse(list)).toEqual(expected);
    const ev = (await app.inject(`/api/evs/${kia.id}`)).json<Ev>();
    expect(ev).toMatchObject({ averageRating: 4, reviewCount: 1 });
    expect((await app.inject("/api/evs?make=Kia")).json()).toMatchObject([
      { ev: { averageRating: 4, reviewCount: 1 } },
    ]);
  });

  it("refuse what is missing, too long or not known, and keep nothing", async () => {
    const { kia, post, read } = await openTestReviews(await open());
    const path = `/api/evs/${kia.id}/reviews`;
    for (const [body, sentence] of REFUSED) {
      expectRefused(await post(path, body), 400, sentence);
    }
    const longest = { userName: "x".repeat(80), rating: 5, comment: "🚗".repeat(1000) };
    expect((await post(path, longest)).statusCode).toBe(201);
    expect((await read(path)).total).toBe(1);
  });

  it("belong to a trim by its row, else by its index, whatever happens to the trims", async () => {
    const database = await open();
    const { store, tesla, post, read } = await openTestReviews(database);
    const [standard, performance] = tesla.trims;
    const path = `/api/evs/${tesla.id}/reviews`;
    const trimOf = async (url: string, more: object) =>
      (await post(url, { ...GOOD, ...more })).json<Review>().trimId;
    expect(await trimOf(path, {})).toBeUndefined();
    expect(await trimOf(path, { trimId: 1 })).toBe(1);
    expect(await trimOf(path, { trimId: 0, rowId: performance?.rowId })).toBe(1);
    expect(await trimOf(`/api/evs/${tesla.id}/trims/0/reviews`, { trimId: null })).toBe(0);
    const second = { rowId: performance?.rowId };
    expect(await trimOf(`/api/evs/${tesla.id}/trims/0/reviews`, second)).toBe(1);
    expect((await read(path)).total).toBe(5);
    expect((await read(`/api/evs/${tesla.id}/trims/1/reviews`)).total).toBe(3);

    // Next year's trim is now listed first, but reviews stay with their trim.
    await store.insertRows(inputs({ trim: "Standard", year: 2026 }));
    expect((await read(`/api/evs/${tesla.id}/trims/0/reviews`)).total).toBe(0);
    const moved = await read(`/api/evs/${tesla.id}/trims/2/reviews`);
    expect(moved.reviews.map(({ trimId }) => trimId)).toEqual([2, 2, 2]);
    expect((await read(path)).total).toBe(5);

    // Deleting a trim deletes its reviews (reviews.md#what-a-review-is).
    const deleting = database.write.deleteFrom("ev_rows");
    await deleting.where("id", "=", standard?.rowId ?? 0).execute();
    await store.insertRows(inputs({ trim: "Long Range" }));
    expect((await read(path)).total).toBe(4);
  });

  it("are sorted and come in parts", async () => {
    const { kia, app, post, read } = await openTestReviews(await open());
    const path = `/api/evs/${kia.id}/reviews`;
    for (const rating of [3, 5, 1, 5]) await post(path, { ...GOOD, rating });
    const ratings = async (query: string) =>
      (await read(`${path}${query}`)).reviews.map(({ rating }) => rating);
    expect(await ratings("")).toEqual([5, 1, 5, 3]);
    expect(await ratings("?sort=newest&limit=2")).toEqual([5, 1]);
    expect(await ratings("?sort=highest")).toEqual([5, 5, 3, 1]);
    expect(await ratings("?sort=lowest&limit=2&offset=1&_=9")).toEqual([3, 5]);
    expect(await ratings("?offset=9")).toEqual([]);
    const figures = { total: 4, averageRating: 3.5, histogram: [1, 0, 1, 0, 2] };
    expect(await read(`${path}?limit=1`)).toMatchObject(figures);
    for (const query of ["?limit=0", "?limit=101", "?offset=-1", "?sort=oldest", "?page=1"]) {
      expect((await app.inject(`${path}${query}`)).statusCode, query).toBe(400);
    }
  });

  it("know no other vehicles and trims", async () => {
    const { app, tesla, kia, post } = await openTestReviews(await open());
    const rowId = kia.trims[0]?.rowId ?? 0;
    for (const id of ["0", "999", "01", "-1", "abc", "2147483648", "9".repeat(40), rowId]) {
      for (const path of [`/api/evs/${id}/reviews`, `/api/evs/${id}/trims/0/reviews`]) {
        const [got, posted] = [await app.inject(path), await post(path, GOOD)];
        expect([got.statusCode, posted.statusCode], path).toEqual([404, 404]);
        expect(posted.json()).toEqual({ error: "Vehicle not found" });
      }
    }
    for (const trim of ["2", "-1", "x", "1.0", "2147483648"]) {
      const path = `/api/evs/${tesla.id}/trims/${trim}/reviews`;
      expect((await app.inject(path)).statusCode, trim).toBe(404);
      expect((await post(path, GOOD)).json()).toEqual({ error: "Trim not found" });
    }
    const path = `/api/evs/${tesla.id}/reviews`;
    const strange = [{ trimId: 2 }, { rowId }, { rowId: tesla.id }, { rowId: 2 ** 40, trimId: 0 }];
    for (const body of strange) {
      expect((await post(path, { ...GOOD, ...body })).statusCode).toBe(404);
    }
    expect((await app.inject(path)).json()).toMatchObject({ total: 0 });
  });

  it("are all stored when many arrive at once", async () => {
    const { app, kia, post, read } = await openTestReviews(await open());
    const path = `/api/evs/${kia.id}/reviews`;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => post(path, { ...GOOD, rating: 1 + (index % 5) })),
    );
    const ids = answers.map((answer) => answer.json<Review>().id);
    expect(new Set(ids).size).toBe(50);
    expect(await read(path)).toMatchObject({ total: 50, histogram: [10, 10, 10, 10, 10] });
    expect((await app.inject(`/api/evs/${kia.id}`)).json()).toMatchObject({ reviewCount: 50 });
  });

  it("are slowed down only when they arrive in a burst", async () => {
    const { kia, app, post, wait } = await openTestReviews(await open(), { rateLimits: true });
    const path = `/api/evs/${kia.id}/reviews`;
    for (let sent = 0; sent < REVIEWS_PER_ADDRESS; sent++) {
      expect((await post(path, { ...GOOD, rating: 9 })).statusCode).toBe(400);
      expect((await post(path, GOOD)).statusCode).toBe(201);
    }
    const refused = await post(path, GOOD);
    const sentence = "Too many reviews in a short time. Please try again in 10 minutes.";
    expectRefused(refused, 429, sentence);
    expect(refused.headers["retry-after"]).toBe(String(REVIEW_WINDOW_MS / 1000));
    const elsewhere = { method: "POST", url: path, remoteAddress: "192.0.2.7" } as const;
    expect((await app.inject({ ...elsewhere, payload: GOOD })).statusCode).toBe(201);
    wait(REVIEW_WINDOW_MS);
    expect((await post(path, GOOD)).statusCode).toBe(201);
  });

  it("count towards the limits with the visitor's first, and with what comes of them", async () => {
    const { kia, post, callReview } = await openTestReviews(await open(), { rateLimits: true });
    const path = `/api/evs/${kia.id}/reviews`;
    const first = await post(path, GOOD);
    const cookie = cookieOf(first);
    const words = { ...GOOD, comment: "Loud." };
    // The same words again, a review of nobody's and an edited one count as well.
    expect((await post(path, GOOD, { cookie })).json()).toEqual(first.json());
    expect((await callReview("PUT", 999_999, { cookie }, words)).statusCode).toBe(404);
    const edited = await callReview("PUT", first.json<Review>().id, { cookie }, words);
    expect(edited.statusCode).toBe(200);
    expect((await post(path, { ...GOOD, rating: 9 }, { cookie })).statusCode).toBe(400);
    expect((await post(path, { ...GOOD, rating: 1 }, { cookie })).statusCode).toBe(201);
    expect((await post(path, { ...GOOD, rating: 2 }, { cookie })).statusCode).toBe(429);
    // What the visitor's limit refuses does not use up the address.
    for (let sent = REVIEWS_PER_VISITOR; sent < REVIEWS_PER_ADDRESS; sent++) {
      expect((await post(path, GOOD)).statusCode).toBe(201);
    }
    const refused = await post(path, GOOD);
    expect([refused.statusCode, refused.headers["set-cookie"]]).toEqual([429, undefined]);
  });

  it("of a visitor in the same words within a day are one", async () => {
    const database = await open();
    const { kia, tesla, post, read, callReview } = await openTestReviews(database);
    const path = `/api/evs/${kia.id}/reviews`;
    const first = await post(path, GOOD);
    const cookie = cookieOf(first);
    expect(cookie).toMatch(/^ev_visitor=/);
    const again = await post(path, { ...GOOD, comment: ` ${GOOD.comment}\n` }, { cookie });
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
    // A different text, rating, name, car, trim or visitor makes a different review.
    for (const other of [{ comment: "Loud." }, { rating: 1 }, { userName: "Bo" }, { trimId: 0 }]) {
      await post(path, { ...GOOD, ...other }, { cookie });
    }
    await post(`/api/evs/${tesla.id}/reviews`, GOOD, { cookie });
    await post(path, GOOD);
    expect((await read(path)).total).toBe(6);

    const { id } = first.json<Review>();
    await database.write
      .updateTable("reviews")
      .set({ created_at: new Date(Date.now() - SAME_REVIEW_MS - 1000).toISOString() })
      .where("id", "=", id)
      .execute();
    const nextDay = (await post(path, GOOD, { cookie })).json<Review>();
    expect(nextDay.id).not.toBe(id);
    // A deleted review does not count.
    expect((await callReview("DELETE", nextDay.id, { cookie })).statusCode).toBe(204);
    expect((await post(path, GOOD, { cookie })).json<Review>().id).not.toBe(nextDay.id);
  });

  it("can be edited and deleted by their writer and nobody else", async () => {
    const { app, tesla, post, read, callReview } = await openTestReviews(await open());
    const path = `/api/evs/${tesla.id}/reviews`;
    const written = await post(path, { ...GOOD, trimId: 1 });
    const review = written.json<Review>();
    const cookie = cookieOf(written);
    const other = cookieOf(await post(path, GOOD));
    const words = { userName: "  Ada L. ", rating: 2, comment: "Loud after all." };
    const mine = async (header: string) =>
      (await app.inject({ url: "/api/reviews/mine", headers: { cookie: header } })).json<unknown>();
    expect(await mine(cookie)).toEqual({ ids: [review.id] });
    expect((await app.inject("/api/reviews/mine")).json()).toEqual({ ids: [] });

    for (const headers of [{}, { cookie: other }]) {
      const refused = await callReview("PUT", review.id, headers, words);
      expectRefused(refused, 403, "Only its writer can edit a review.");
      expect((await callReview("DELETE", review.id, headers)).statusCode).toBe(401);
    }
    expect((await callReview("PUT", 999_999, { cookie }, words)).statusCode).toBe(404);
    for (const wrong of [{}, { ...words, rating: 0 }, { ...words, trimId: 0 }, []]) {
      expect((await callReview("PUT", review.id, { cookie }, wrong)).statusCode).toBe(400);
    }
    expect((await read(path)).reviews.find(({ id }) => id === review.id)).toEqual(review);

    const edited = await callReview("PUT", review.id, { cookie }, words);
    const expected = { ...review, ...words, userName: "Ada L.", edited: true };
    expect([edited.statusCode, edited.json()]).toEqual([200, expected]);
    const list = await read(path);
    expect(ReviewsAnswer.parse(list).reviews.find(({ id }) => id === review.id)).toEqual(expected);
    expect(list.averageRating).toBe(3);

    expect((await callReview("DELETE", review.id, { cookie })).statusCode).toBe(204);
    expect(await mine(cookie)).toEqual({ ids: [] });
    expect((await read(path)).total).toBe(1);
    expect((await callReview("DELETE", review.id, { cookie })).statusCode).toBe(401);
    expect((await callReview("PUT", review.id, { cookie }, words)).statusCode).toBe(404);
  });

  it("are flagged once by each visitor", async () => {
    const database = await open();
    const { kia, post } = await openTestReviews(database);
    const { id } = (await post(`/api/evs/${kia.id}/reviews`, GOOD)).json<Review>();
    const first = await post(`/api/reviews/${id}/flag`);
    expect([first.statusCode, first.json()]).toEqual([201, { flagged: true }]);
    const cookie = cookieOf(first);
    expect((await post(`/api/reviews/${id}/flag`, {}, { cookie })).statusCode).toBe(200);
    expect((await post(`/api/reviews/${id}/flag`)).statusCode).toBe(201);
    const flags = await database.read.selectFrom("review_flags").selectAll().execute();
    expect(flags).toHaveLength(2);
    for (const unknown of ["0", "99", "x", "2147483648"]) {
      const answer = await post(`/api/reviews/${unknown}/flag`);
      expect(answer.json()).toEqual({ error: "Review not found" });
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
  });
});
