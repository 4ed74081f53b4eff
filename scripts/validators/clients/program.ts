/** What a program of somebody else does with the calls, through types made by openapi-typescript. */
import createClient from "openapi-fetch";
import type { paths } from "./schema.d.ts";

declare const process: { argv: string[] };
const api = createClient<paths>({ baseUrl: process.argv[2] ?? "" });

/** The body of a success. */
async function answer<T>(call: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await call;
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

function expect(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`not as described: ${what}`);
}

const list = await answer(api.GET("/api/evs"));
const query = {
  make: ["Kia", "Ford"],
  drive: ["AWD" as const],
  maxPrice: 60_000,
  sort: "price" as const,
};
const found = await answer(api.GET("/api/evs", { params: { query } }));
if (!Array.isArray(list) || !Array.isArray(found) || !found[0]) throw new Error("not the list");
expect(found.length < list.length, "filters");

const [{ ev, trim }] = [found[0]];
const path = { id: ev.id };
const { trims } = await answer(api.GET("/api/evs/{id}", { params: { path } }));
expect(
  trims.some(({ rowId }) => rowId === trim.rowId),
  "a car",
);
const claims = await answer(api.GET("/api/evs/{id}/claims", { params: { path } }));
expect(
  claims.trims.some(({ fields }) => fields.range?.claims[0]?.source),
  "claims",
);
const { upvotes } = await answer(
  api.POST("/api/evs/{id}/votes", { params: { path }, body: { isUpvote: true } }),
);
expect(upvotes === 1, "a vote");
const review = await answer(
  api.POST("/api/evs/{id}/reviews", {
    params: { path },
    body: { userName: "Ada", rating: 5, comment: "Quiet." },
  }),
);
expect(review.rating === 5 && review.createdAt.length > 9, "a review");
const { token } = await answer(
  api.POST("/api/corrections", { body: { rowId: trim.rowId, field: "range", value: 299 } }),
);
const { status } = await answer(
  api.GET("/api/corrections/{token}", { params: { path: { token } } }),
);
expect(status === "received", "a correction");
const { fields } = await answer(api.GET("/api/fields"));
expect(fields.find(({ names }) => names.file === "range")?.unit === "miles", "the dictionary");

/** Wrong uses that the types have to refuse; never called. */
export async function misuse(): Promise<void> {
  // @ts-expect-error no such call
  await api.GET("/api/evs/by-name");
  // @ts-expect-error no such drive
  await api.GET("/api/evs", { params: { query: { drive: ["4WD"] } } });
  // @ts-expect-error an id is a number
  await api.GET("/api/evs/{id}", { params: { path: { id: "1" } } });
  // @ts-expect-error a yes is a boolean
  await api.POST("/api/evs/{id}/votes", { params: { path }, body: { isUpvote: "yes" } });
  // @ts-expect-error a review has a name
  await api.POST("/api/evs/{id}/reviews", { params: { path }, body: { rating: 5, comment: "" } });
  // @ts-expect-error a price is a number or null
  await api.PATCH("/api/evs/{id}", { params: { path }, body: { price: "cheap" } });
}
