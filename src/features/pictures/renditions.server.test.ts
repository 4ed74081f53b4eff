import { expect, it } from "vitest";

import { createRenditions, readTransform } from "./pictures.routes.server.ts";
import { plainPicture } from "../../../test/pictures.ts";

const TRANSFORM = { width: "w_300", quality: "q_60", format: "f_jpg" } as const;

async function renditions(maxWaiting: number) {
  const original = await plainPicture(600, 300).webp().toBuffer();
  let reads = 0;
  let looks = 0;
  const store = {
    has: async (id: string) => {
      looks += 1;
      return !id.startsWith("none");
    },
    get: async () => {
      reads += 1;
      return original;
    },
  };
  const made = createRenditions(store, maxWaiting);
  return { renditions: made, reads: () => reads, looks: () => looks };
}

it("are rendered once for all callers, and cached", async () => {
  const { renditions: made, reads } = await renditions(0);
  const get = () => made.get("a", TRANSFORM, "jpeg");
  const [first, second] = await Promise.all([get(), get()]);
  expect(first?.length).toBeGreaterThan(0);
  expect(second).toBe(first);
  expect(await get()).toBe(first);
  expect(reads()).toBe(1);
});

it("are refused temporarily when too many are being rendered", async () => {
  const { renditions: made, reads } = await renditions(1);
  const pending = ["a", "b", "c", "d"].map((id) => made.get(id, TRANSFORM, "jpeg"));
  // Requests that wait hold no picture in memory.
  await expect.poll(reads).toBe(2);
  const settled = await Promise.allSettled(pending);
  expect(reads()).toBe(3);
  const statuses = settled.map(({ status }) => status);
  expect(statuses).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
  expect(settled[3]).toMatchObject({ reason: { status: 503 } });
  expect((await made.get("d", TRANSFORM, "jpeg"))?.length).toBeGreaterThan(0);
});

it("do not exist without a picture, and that is not cached", async () => {
  const { renditions: made, reads, looks } = await renditions(0);
  const pending = ["none", "none such", "none at all"].map((id) => made.get(id, TRANSFORM, "jpeg"));
  expect(await Promise.all(pending)).toEqual([undefined, undefined, undefined]);
  expect(await made.get("none", TRANSFORM, "jpeg")).toBeUndefined();
  expect([reads(), looks()]).toEqual([0, 4]);
});

it("has its transforms in any order", () => {
  expect(readTransform("w_300,q_60,f_jpg")).toEqual(TRANSFORM);
  expect(readTransform("f_jpg,w_300,q_60")).toEqual(TRANSFORM);
});
