import type { APIRequestContext, Page } from "@playwright/test";

import type { EvListEntry } from "../src/domain/vehicle.ts";
import { expect, noticeOf } from "./fixtures.ts";

interface Car {
  id: number;
  name: string;
  trims: EvListEntry["trim"][];
}

/** Gives each test its own car, since the tests of a file share one server. */
export async function takeCar(request: APIRequestContext, number: number, trims = 1): Promise<Car> {
  const entries = (await (await request.get("/api/evs")).json()) as EvListEntry[];
  const cars = new Map<number, Car>();
  for (const { ev, trim } of entries) {
    const car = cars.get(ev.id) ?? { id: ev.id, name: `${ev.make} ${ev.model}`, trims: [] };
    car.trims.push(trim);
    cars.set(ev.id, car);
  }
  const car = [...cars.values()].slice(number * 5).find((each) => each.trims.length >= trims);
  if (!car) throw new Error("The catalogue is empty.");
  return car;
}

export async function addReviews(request: APIRequestContext, car: Car, reviews: readonly object[]) {
  for (const review of reviews) {
    const data = { userName: "Ada", rating: 4, comment: "Quiet.", ...review };
    const answer = await request.post(`/api/evs/${car.id}/reviews`, { data });
    expect(answer.status(), await answer.text()).toBe(201);
  }
}

export function parts(page: Page) {
  const section = page.locator("#reviews");
  return {
    section,
    write: section.getByRole("button", { name: "Write a review" }),
    form: section.getByRole("form", { name: "Write a review" }),
    name: section.getByLabel("Name"),
    comment: section.getByLabel("Comment"),
    stars: (count: number) =>
      section.getByRole("radio", { name: count === 1 ? "1 star" : `${count} stars` }),
    submit: section.getByRole("button", { name: "Submit review" }),
    items: section.getByRole("list", { name: "Reviews", exact: true }).getByRole("listitem"),
    sort: section.getByLabel("Sort by"),
    toast: noticeOf(page),
  };
}

/** Opens the form, which is behind a button, and waits until the page is hydrated. */
export async function openForm(page: Page) {
  const { write, submit } = parts(page);
  await expect(async () => {
    if (!(await submit.isVisible())) await write.click();
    await expect(submit).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(submit).toBeEnabled();
}

export async function fill(
  page: Page,
  review: { name?: string; stars?: number; comment?: string },
) {
  const { name, stars, comment } = parts(page);
  await openForm(page);
  if (review.name !== undefined) await name.fill(review.name);
  if (review.stars !== undefined) await stars(review.stars).check();
  if (review.comment !== undefined) await comment.fill(review.comment);
}
